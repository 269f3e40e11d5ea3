// Painting on the board that is played: while it is on, a click puts the tile of the painter there, or a key at
// a cursor, and the play goes on from that position. Undo leads back over moves, and then over paint.

import { make } from "../player/dom.js";
import { undoOf } from "../player/keys.js";
import { ARROWS } from "./painter.js";
import { button } from "./widgets.js";

const coarse = matchMedia("(pointer: coarse)");

export class BoardPainting {
  #before = []; // the plays before each stroke
  #busy = 0; // strokes that are under way
  #last = Promise.resolve();
  #at = null; // where the cursor is

  // `element` has the player; `strip` is the line below the board.
  constructor(app, element, strip) {
    Object.assign(this, { app, element, strip, on: false });
    this.text = make("p", { role: "status" });
    this.spoken = make("p", { role: "status", class: "hidden" });
    this.undo = button("Undo", () => this.takeBack());
    strip.append(this.text, this.spoken, this.undo, button("Stop painting", () => this.turn(false)));
    for (const name of ["pointerdown", "pointermove", "pointerup", "click"])
      element.addEventListener(name, (event) => this.#pointer(event), { capture: true });
    for (const part of [element, strip])
      part.addEventListener("keydown", (event) => this.#key(event), { capture: true });
  }

  /** Begins to paint, or ends it. */
  turn(on) {
    if (on === this.on) return;
    this.on = on;
    this.element.classList.toggle("painted", on);
    this.strip.hidden = !on;
    this.show();
    this.#painter.hand.setAttribute("aria-pressed", String(on));
    if (on && this.app.layout.narrow) this.app.layout.show("board");
    if (on) this.app.player.focus();
    this.#point(on ? this.#board.focus() ?? { row: 1, column: 1 } : null);
  }

  /** Another game is played. */
  reset() {
    this.#before = [];
    this.turn(false);
  }

  get #board() {
    return this.app.player.board;
  }

  // Moves the cursor, as far as the board goes.
  #point(cell) {
    const { rows, columns } = this.#board, within = (at, most) => Math.max(1, Math.min(most, at));
    this.#at = cell && { row: within(cell.row, rows), column: within(cell.column, columns) };
    this.#board.point(this.#at);
  }

  get #painter() {
    return this.app.source.levels.painter;
  }

  /** Says what a click does. */
  show() {
    if (!this.on) return;
    const { brush } = this.#painter;
    const [how, keys] = coarse.matches ? ["tap", ""] : ["click", ", or arrows and Space"];
    this.text.textContent = brush ? `A ${how} on the board puts ${brush.label} there${keys}.` : "";
    this.undo.disabled = !this.#edited() && this.app.player.step() === 0;
  }

  // Whether the play goes on from a position that was painted here.
  #edited() {
    if (this.#busy === 0 && !this.app.player.play().recording) this.#before = [];
    return this.#before.length > 0;
  }

  // A cell that is pressed is painted when it is let go: the board's own clicks are those of the game.
  #pointer(event) {
    if (!this.on || !event.target.closest(".board")) return;
    event.stopPropagation();
    const { row, column } = event.target.dataset ?? {};
    if (event.type === "pointerup" && event.isPrimary && event.button === 0) {
      const cell = this.#board.cellAt(event.clientX, event.clientY);
      if (cell) this.put(cell);
    } else if (event.type === "click" && event.detail === 0 && row) { // of a screen reader
      this.put({ row: Number(row), column: Number(column) });
    }
  }

  // Puts a thing of the legend into a cell.
  put({ row, column }, entry = this.#painter.brush) {
    const { player } = this.app;
    this.#point({ row, column });
    return entry && this.#inTurn(async () => {
      const before = player.play();
      if (!await player.place({ row, column, char: entry.char })) return;
      this.#before.push(before);
      this.spoken.textContent = this.#board.words.label(row, column - 1);
    });
  }

  takeBack() {
    const { player } = this.app;
    return this.#inTurn(async () => {
      if (player.step() > 0) await player.undo();
      else if (this.#before.length > 0) await player.reload(this.#before.pop());
    });
  }

  // One after the other. On the way to a position the play is none of those that are known here.
  #inTurn(act) {
    this.#edited();
    this.#busy++;
    this.#last = this.#last.then(act).finally(() => {
      this.#busy--;
      this.show();
    });
    return this.#last;
  }

  #key(event) {
    if (!this.on || !this.#meant(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  // Does what a key means here. Whether it meant something.
  #meant(event) {
    if (undoOf(event) === "undo") {
      const edited = this.app.player.step() === 0 && this.#edited();
      if (edited) this.takeBack();
      return edited;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.closest(".board")) return false;
    const [down, right] = ARROWS[event.key] ?? [], typed = this.#painter.entryOf(event.key);
    if (down !== undefined) this.#point({ row: this.#at.row + down, column: this.#at.column + right });
    else if (event.key === " " || event.key === "Enter") this.put(this.#at);
    else if (typed) this.put(this.#at, typed);
    else if (event.key === "Escape") this.turn(false);
    else return false;
    return true;
  }
}
