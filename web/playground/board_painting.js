// Painting on the board that is played: while it is on, a click puts the tile of the painter there, and the
// play goes on from that position. Undo leads back over moves, and then over paint.

import { make } from "../player/dom.js";
import { undoOf } from "../player/keys.js";
import { button } from "./widgets.js";

export class BoardPainting {
  #before = []; // the plays before each stroke
  #busy = 0; // strokes that are under way
  #last = Promise.resolve();

  // `element` has the player; `strip` is the line below the board.
  constructor(app, element, strip) {
    Object.assign(this, { app, element, strip, on: false });
    this.text = make("p", { role: "status" });
    this.undo = button("Undo", () => this.takeBack());
    strip.append(this.text, this.undo, button("Stop painting", () => this.turn(false)));
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
  }

  /** Another game is played. */
  reset() {
    this.#before = [];
    this.turn(false);
  }

  get #painter() {
    return this.app.source.levels.painter;
  }

  /** Says what a click does. */
  show() {
    if (!this.on) return;
    const { brush } = this.#painter;
    this.text.textContent = brush ? `A click on the board puts ${brush.label} there.` : "";
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
      const cell = this.app.player.cellAt(event.clientX, event.clientY);
      if (cell) this.put(cell);
    } else if (event.type === "click" && event.detail === 0 && row) { // of a screen reader
      this.put({ row: Number(row), column: Number(column) });
    }
  }

  put({ row, column }) {
    const { player } = this.app, entry = this.#painter.brush;
    return entry && this.#inTurn(async () => {
      const before = player.play();
      if (await player.place({ row, column, char: entry.char })) this.#before.push(before);
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
    if (!this.on || undoOf(event) !== "undo" || this.app.player.step() > 0 || !this.#edited()) return;
    event.preventDefault();
    event.stopPropagation();
    this.takeBack();
  }
}
