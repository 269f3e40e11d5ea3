// A board that is painted: with a mouse, a finger or the keyboard, from a palette of tiles.

import { Board } from "../player/board.js";
import { make } from "../player/dom.js";
import { Palette } from "./palette.js";
import { button } from "./widgets.js";

/** Rows down and columns to the right of the keys that move a cursor. */
export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const SIDES = [["top", "row at the top"], ["left", "column on the left"], ["right", "column on the right"],
  ["bottom", "row at the bottom"]];

// What a character looks like that the legend does not have.
const UNKNOWN = { number: -1, label: "unknown",
  svg: '<rect width="16" height="16" fill="#ffe08a"/><text x="8" y="12.5" font-size="13" font-weight="700" '
    + 'text-anchor="middle" fill="#8a1c10">?</text>' };

export class Painter {
  #legend = [];
  #cells = null; // the characters, row by row
  #stroke = null; // the cells that the pointer has painted
  #at = { row: 0, column: 0 };

  // `does` has changed(cells), a list of { row, column, char } from 0, resize(side, grow), and
  // draw(kinds), which opens the sprite of the last of these kinds that has one, brushed(), and paint(on):
  // on the board that is played.
  constructor(does) {
    this.does = does;
    this.board = new Board("paint");
    this.board.element.classList.add("paintable");
    this.palette = new Palette(this.board.tiles, () => does.brushed());
    this.draw = button("Sprite …", () => does.draw(this.palette.brush?.kinds ?? []),
      { picture: "draw", className: "button draw", "aria-label": "Paint its sprite" });
    this.hand = button("Paint on the board that is played",
      () => does.paint(this.hand.getAttribute("aria-pressed") !== "true"),
      { picture: "board", shown: false, "aria-pressed": "false" });
    this.help = make("p", { class: "note" }, "Drag to paint. With the keyboard: arrows move, Space paints, " +
      "a character of the legend paints its tile.");
    const [top, left, right, bottom] = SIDES.map(([side, what]) => this.#edge(side, what));
    this.frame = make(
      "div",
      { class: "frame" },
      top,
      left,
      make("div", { class: "stage" }, this.board.room),
      right,
      bottom
    );
    this.element = make(
      "div",
      { class: "painter player", hidden: true },
      make("div", { class: "brushes" }, this.palette.element, this.draw, this.hand),
      this.frame,
      this.help
    );
    this.#listen();
    // The buttons stand at the edges of the board, whatever its size.
    new ResizeObserver(() =>
      this.frame.style.setProperty("--wide", `${this.board.room.offsetWidth}px`)
    ).observe(this.board.room);
  }

  #edge(side, what) {
    const grow = button(`Add a ${what}`, () => this.does.resize(side, true), {
      shown: false,
      picture: "add",
      className: "edge-button"
    });
    const shrink = button(`Remove the ${what}`, () => this.does.resize(side, false), {
      shown: false,
      picture: "remove",
      className: "edge-button"
    });
    return make("div", { class: `edge ${side}` }, grow, shrink);
  }

  /** The entry of the legend that a key paints, by its character. */
  entryOf(key) {
    return this.#legend.find(({ char }) => char === key && char !== " ");
  }

  /** The thing that paints, with the one of its characters that the level has most as `char`; or null. */
  get brush() {
    const { brush } = this.palette, cells = this.#cells?.flat() ?? [];
    const counts = brush?.chars.map((char) => cells.filter((cell) => cell === char).length);
    return brush && { ...brush, char: brush.chars[counts.indexOf(Math.max(...counts))] };
  }

  // `playable`: whether the board that is played can be painted, too.
  setTiles(legend, tiles, { back, hexagons, playable }) {
    this.#legend = legend;
    this.back = back ?? this.back;
    this.hexagons = hexagons;
    this.board.clear();
    this.board.tiles.add([...tiles, UNKNOWN]);
    this.palette.show(legend, new Map(tiles.map(({ number, svg }) => [number, svg])));
    this.draw.hidden = !legend.some(({ kinds }) => kinds);
    this.hand.hidden = this.draw.hidden || !playable;
    if (this.#cells) this.#draw();
  }

  /** Shows a map of characters, or nothing. */
  show(cells) {
    this.#cells = cells?.map((row) => row.slice()) ?? null;
    this.element.hidden = !cells;
    if (!cells) return;
    this.#at.row = Math.min(this.#at.row, cells.length - 1);
    this.#at.column = Math.min(this.#at.column, cells[0].length - 1);
    this.#draw();
    this.board.fit();
  }

  // ---- drawing ----

  #tileOf(char) {
    const known = this.#legend.find((entry) => entry.char === char);
    return known?.tile ?? (char === " " ? 0 : UNKNOWN.number); // rows of unequal length end in blanks
  }

  #draw() {
    this.board.show(
      {
        rows: this.#cells.length,
        columns: this.#cells[0].length,
        back: this.back,
        all: this.#cells.flat().map((char) => this.#tileOf(char)),
        cursor: this.#cursor()
      },
      { label: "Level to paint", hexagons: this.hexagons }
    );
  }

  #cursor() {
    return this.focused ? [this.#at.row + 1, this.#at.column + 1] : null;
  }

  #drawCells(cells) {
    const { columns } = this.board;
    this.board.show({ rows: this.board.rows, columns, back: this.back, cursor: this.#cursor(),
      changes: cells.flatMap(({ row, column, char }) => [row * columns + column + 1, this.#tileOf(char)]) },
    { label: "Level to paint", hexagons: this.hexagons });
  }

  // ---- painting ----

  #listen() {
    const { element } = this.board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "lostpointercapture", "pointercancel"])
      element.addEventListener(name, () => this.#lift());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("keydown", (event) => this.#key(event));
    for (const name of ["focus", "blur"]) {
      element.addEventListener(name, () => {
        this.focused = name === "focus";
        if (this.#cells) this.#drawCells([]);
      });
    }
    element.addEventListener("click", (event) => {
      const { row, column } = event.target.dataset ?? {};
      if (event.detail === 0 && row) this.#paintAt({ row: row - 1, column: column - 1 });
    });
  }

  #cellAt(event) {
    const cell = this.board.cellAt(event.clientX, event.clientY);
    return cell && { row: cell.row - 1, column: cell.column - 1 };
  }

  // The second button takes the tile that is there.
  #down(event) {
    const cell = this.#cellAt(event);
    if (!cell || !event.isPrimary || !this.#cells) return;
    if (event.button === 2) {
      const found = this.palette.thingOf(this.#cells[cell.row][cell.column]);
      if (found) this.palette.take(found);
      return;
    }
    if (event.button !== 0) return;
    this.board.element.setPointerCapture(event.pointerId);
    this.#stroke = [];
    this.#at = cell;
    this.#touch([cell]);
  }

  #move(event) {
    const cell = this.#stroke && this.#cellAt(event);
    if (!cell || cell.row === this.#at.row && cell.column === this.#at.column) return;
    const line = lineBetween(this.#at, cell);
    this.#at = cell;
    this.#touch(line);
  }

  // Paints with what is chosen, where something else stands, or with a character.
  #touch(cells, typed = null) {
    const brush = typed ? { char: typed, chars: [typed] } : this.brush;
    const painted = cells
      .filter(({ row, column }) => brush && !brush.chars.includes(this.#cells[row][column]))
      .map((cell) => ({ ...cell, char: brush.char }));
    for (const { row, column, char } of painted) this.#cells[row][column] = char;
    this.#stroke.push(...painted);
    this.#drawCells(painted);
  }

  #lift() {
    const stroke = this.#stroke;
    this.#stroke = null;
    if (stroke?.length > 0) this.does.changed(stroke);
  }

  #paintAt(cell, char) {
    this.#stroke = [];
    this.#at = cell;
    this.#touch([cell], char);
    this.#lift();
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#cells) return;
    const by = ARROWS[event.key], typed = this.entryOf(event.key);
    if (by) this.#walk(by);
    else if (event.key === " " || event.key === "Enter") this.#paintAt(this.#at);
    else if (typed) this.#paintAt(this.#at, typed.char);
    else return;
    event.preventDefault();
  }

  #walk([down, right]) {
    const { rows, columns } = this.board;
    this.#at = { row: Math.max(0, Math.min(rows - 1, this.#at.row + down)),
      column: Math.max(0, Math.min(columns - 1, this.#at.column + right)) };
    this.#drawCells([]);
  }
}

/** The cells from one to another, without the first. */
export function lineBetween(from, to) {
  const down = to.row - from.row,
    right = to.column - from.column,
    steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, i) => ({ row: from.row + Math.round(down * (i + 1) / steps),
    column: from.column + Math.round(right * (i + 1) / steps) }));
}
