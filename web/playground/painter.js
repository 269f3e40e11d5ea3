// A board that is painted: with a mouse, a finger or the keyboard, from a palette of tiles.

import { Board } from "../player/board.js";
import { make, makeSvg } from "../player/dom.js";
import { button, nextRadio } from "./widgets.js";

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
  #brush = 0; // the entry of the legend that paints
  #stroke = null; // the cells that the pointer has painted
  #at = { row: 0, column: 0 };

  // `does` has changed(cells), a list of { row, column, char } from 0, resize(side, grow), and
  // draw(kinds), which opens the sprite of the last of these kinds that has one, brushed(), and paint(on):
  // on the board that is played.
  constructor(does) {
    this.does = does;
    this.board = new Board("paint");
    this.board.element.classList.add("paintable");
    this.palette = make("div", { class: "palette", role: "radiogroup", "aria-label": "Tile that paints" });
    this.palette.addEventListener("keydown", (event) => this.#choose(event));
    this.draw = button("Sprite …", () => does.draw(this.#legend[this.#brush]?.kinds ?? []),
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
      make("div", { class: "brushes" }, this.palette, this.draw, this.hand),
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

  /** The entry of the legend that paints. */
  get brush() {
    return this.#legend[this.#brush] ?? null;
  }

  // `playable`: whether the board that is played can be painted, too.
  setTiles(legend, tiles, { back, hexagons, playable }) {
    const chosen = this.#legend[this.#brush]?.char;
    this.#legend = legend;
    this.back = back ?? this.back;
    this.hexagons = hexagons;
    this.board.clear();
    this.board.tiles.add([...tiles, UNKNOWN]);
    this.#brush = Math.max(0, legend.findIndex(({ char }) => char === chosen));
    if (chosen === undefined) this.#brush = firstPiece(legend);
    this.#fillPalette();
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

  // ---- the palette ----

  #fillPalette() {
    const seen = new Set();
    const entries = this.#legend.map((entry, i) => ({ ...entry, i })).filter(({ tile, char }) => {
      const known = seen.has(tile) && char === " ";
      seen.add(tile);
      return !known;
    });
    this.palette.replaceChildren(...entries.map(({ char, label, tile, i }) => {
      const picture = makeSvg(
        "svg",
        {
          viewBox: "0 0 16 16",
          "aria-hidden": "true",
          "shape-rendering": "crispEdges",
          "font-family": "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace",
          "font-weight": "700",
          "text-anchor": "middle"
        },
        makeSvg("use", { href: `#${this.board.tiles.id(tile)}`, width: 16, height: 16 })
      );
      return make(
        "button",
        {
          type: "button",
          role: "radio",
          class: "tile",
          "aria-checked": String(i === this.#brush),
          tabindex: i === this.#brush ? "0" : "-1",
          title: `${label} (${char === " " ? "blank" : char})`,
          "aria-label": `${label}, ${char === " " ? "blank" : char}`,
          "data-entry": i,
          onclick: () => this.#take(i)
        },
        picture,
        make("span", { "aria-hidden": "true" }, char === " " ? "␣" : char)
      );
    }));
  }

  #take(i) {
    this.#brush = i;
    for (const radio of this.palette.children) {
      const chosen = Number(radio.dataset.entry) === i;
      radio.setAttribute("aria-checked", String(chosen));
      radio.tabIndex = chosen ? 0 : -1;
    }
    this.does.brushed();
  }

  #choose(event) {
    const next = nextRadio(this.palette, event);
    if (!next) return;
    this.#take(Number(next.dataset.entry));
    next.focus();
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
      const found = this.#legend.findIndex(({ char }) => char === this.#cells[cell.row][cell.column]);
      if (found >= 0) this.#take(found);
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

  #touch(cells, char = this.#legend[this.#brush]?.char) {
    const painted = cells
      .filter(({ row, column }) => this.#cells[row][column] !== char)
      .map((cell) => ({ ...cell, char }));
    for (const { row, column } of painted) this.#cells[row][column] = char;
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

// Something to begin with that can be seen: not the first entry, which is often the empty cell.
function firstPiece(legend) {
  const found = legend.findIndex(({ label }) => !/^(empty|floor|nothing)$/.test(label));
  return Math.max(0, found);
}

/** The cells from one to another, without the first. */
export function lineBetween(from, to) {
  const down = to.row - from.row,
    right = to.column - from.column,
    steps = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: steps }, (_, i) => ({ row: from.row + Math.round(down * (i + 1) / steps),
    column: from.column + Math.round(right * (i + 1) / steps) }));
}
