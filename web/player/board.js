// The board: an SVG of tiles. Of boards that are larger than the room only what can be seen is there,
// in blocks of cells.

import { make, makeSvg } from "./dom.js";
import { Cells } from "./cells.js";
import { Tiles, colourOf } from "./tiles.js";

const UNIT = 16; // of a cell, in the SVG
const MARGIN = 8; // around the board
const BLOCK = 16; // rows and columns of a block
const LARGEST = 96, SMALLEST = 12, SMALLEST_FOR_FINGERS = 17; // pixels of a cell

const LEAST_SCROLLED = 24; // pixels of a cell of a board that scrolls

const coarse = matchMedia("(pointer: coarse)");

export class Board {
  #blocks = new Map(); // by number: the <use> of each of its cells
  #painted = []; // the tile of each cell

  constructor(name) {
    this.rows = this.columns = 0;
    this.cells = [];
    this.tiles = new Tiles(name);
    this.picture = makeSvg("g");
    const corners = ["cursor under", "cursor"].map((name) => makeSvg("path", { class: name }));
    this.cursor = makeSvg("g", {}, ...corners);
    this.svg = makeSvg("svg", { "aria-hidden": "true", "shape-rendering": "crispEdges",
      "font-family": "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace", "font-weight": "700",
      "text-anchor": "middle" }, this.tiles.element, this.picture, this.cursor);
    this.words = new Cells(name, this);
    this.element = make("div", { class: "board", role: "grid", tabindex: "0" }, this.svg, this.words.element);
    this.room = make("div", { class: "room", onscroll: () => this.#drawBlocks() }, this.element);
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(this.room.parentElement ?? this.room);
  }

  destroy() {
    this.resized.disconnect();
  }

  // Forgets all: tiles are numbered anew after a load.
  clear() {
    this.tiles.clear();
    this.cells = [];
    this.rows = this.columns = 0;
  }

  // Shows a view. Returns the cells that have changed, from 0; null if all may have.
  show(view, { upward = false, label = "Board" } = {}) {
    const whole = view.rows !== this.rows || view.columns !== this.columns || view.all !== undefined;
    const resized = view.rows !== this.rows || view.columns !== this.columns;
    if (view.tiles) this.tiles.add(view.tiles);
    Object.assign(this, { rows: view.rows, columns: view.columns, upward, at: view.cursor ?? null });
    const changed = whole ? this.#takeAll(view) : this.#take(view.changes ?? []);
    this.element.style.backgroundColor = colourOf(view.back);
    this.element.setAttribute("aria-label", label);
    if (resized) this.#lay();
    this.#paint(changed);
    this.#drawCursor();
    this.words.show(changed, resized);
    if (this.scrolls) this.#follow();
    return changed;
  }

  #takeAll({ all }) {
    this.cells = all.slice();
    return null;
  }

  #take(changes) {
    const changed = [];
    for (let k = 0; k < changes.length; k += 2) {
      this.cells[changes[k] - 1] = changes[k + 1];
      changed.push(changes[k] - 1);
    }
    return changed;
  }

  // ---- size ----

  #lay() {
    const wide = this.columns * UNIT + 2 * MARGIN, high = this.rows * UNIT + 2 * MARGIN;
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${wide} ${high}`);
    this.picture.replaceChildren();
    this.#blocks.clear();
    this.#painted = [];
    this.fit();
  }

  // A cell measures a multiple of 8 pixels of the screen where there is room, so that sprites stay
  // even. A board that would be too small scrolls.
  fit() {
    if (this.rows === 0 || !this.room.isConnected) return;
    const stage = this.room.parentElement;
    const across = stage.clientWidth / (this.columns + 1);
    const down = parseFloat(getComputedStyle(this.room).maxHeight) / (this.rows + 1);
    const fitting = Math.min(across, down || across, LARGEST);
    const least = coarse.matches && this.at ? SMALLEST_FOR_FINGERS : SMALLEST;
    this.scrolls = fitting < least;
    this.cell = this.scrolls ? LEAST_SCROLLED : even(fitting);
    this.room.classList.toggle("scrolls", this.scrolls);
    const line = Math.max(2, Math.min(4, this.cell / 14)); // pixels of the cursor's lines
    this.element.style.setProperty("--line", line * UNIT / this.cell);
    this.element.style.setProperty("--cell", `${this.cell}px`);
    this.element.style.width = `${this.cell * (this.columns + 1)}px`;
    this.element.style.height = `${this.cell * (this.rows + 1)}px`;
    if (this.scrolls) this.#follow(0.5);
    this.#drawBlocks();
  }

  // ---- drawing ----

  // The rows and columns of blocks that can be seen, with some around them.
  #seen() {
    const last = { row: Math.ceil(this.rows / BLOCK) - 1, column: Math.ceil(this.columns / BLOCK) - 1 };
    if (!this.scrolls) return { top: 0, left: 0, bottom: last.row, right: last.column };
    const size = this.cell * BLOCK, { scrollTop, scrollLeft, clientWidth, clientHeight } = this.room;
    return { top: Math.max(0, Math.floor(scrollTop / size) - 1),
      left: Math.max(0, Math.floor(scrollLeft / size) - 1),
      bottom: Math.min(last.row, Math.floor((scrollTop + clientHeight) / size) + 1),
      right: Math.min(last.column, Math.floor((scrollLeft + clientWidth) / size) + 1) };
  }

  #drawBlocks() {
    const { top, left, bottom, right } = this.#seen();
    const wanted = new Set();
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) wanted.add(row * 65536 + column);
    }
    for (const [number, block] of this.#blocks) {
      if (!wanted.has(number)) {
        block.remove();
        this.#blocks.delete(number);
      }
    }
    for (const number of wanted) if (!this.#blocks.has(number)) this.#drawBlock(number);
  }

  #drawBlock(number) {
    const top = Math.floor(number / 65536) * BLOCK, left = (number % 65536) * BLOCK;
    const block = makeSvg("g");
    for (let row = top; row < Math.min(this.rows, top + BLOCK); row++) {
      for (let column = left; column < Math.min(this.columns, left + BLOCK); column++) {
        const i = row * this.columns + column;
        this.#painted[i] = this.cells[i];
        block.append(makeSvg("use", { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT,
          href: `#${this.tiles.id(this.cells[i])}` }));
      }
    }
    this.#blocks.set(number, block);
    this.picture.append(block);
  }

  #useOf(i) {
    const row = Math.floor(i / this.columns), column = i % this.columns;
    const top = Math.floor(row / BLOCK), left = Math.floor(column / BLOCK);
    const block = this.#blocks.get(top * 65536 + left);
    const wide = Math.min(BLOCK, this.columns - left * BLOCK);
    return block?.children[(row - top * BLOCK) * wide + column - left * BLOCK];
  }

  #paintCell(i) {
    if (this.#painted[i] === this.cells[i]) return;
    const use = this.#useOf(i);
    if (!use) return;
    use.setAttribute("href", `#${this.tiles.id(this.cells[i])}`);
    this.#painted[i] = this.cells[i];
  }

  // Only cells that have changed are drawn again.
  #paint(changed) {
    if (changed) changed.forEach((i) => this.#paintCell(i));
    else this.cells.forEach((_, i) => this.#paintCell(i));
  }

  // Four corners, so that the cursor is seen by its shape.
  #drawCursor() {
    this.cursor.style.display = this.at ? "" : "none";
    if (!this.at) return;
    const x = (this.at[1] - 1) * UNIT, y = (this.at[0] - 1) * UNIT, arm = 5, end = UNIT;
    const corners = `M${x} ${y + arm}v${-arm}h${arm}M${x + end - arm} ${y}h${arm}v${arm}`
      + `M${x + end} ${y + end - arm}v${arm}h${-arm}M${x + arm} ${y + end}h${-arm}v${-arm}`;
    for (const path of this.cursor.children) path.setAttribute("d", corners);
  }

  // ---- places ----

  // The cell at a place of the window, or null.
  cellAt(x, y) {
    const box = this.svg.getBoundingClientRect(), size = box.width / (this.columns + 1);
    const row = Math.floor((y - box.top) / size - 0.5) + 1;
    const column = Math.floor((x - box.left) / size - 0.5) + 1;
    const inside = row >= 1 && row <= this.rows && column >= 1 && column <= this.columns;
    return inside ? { row, column } : null;
  }

  // The cell that the eye wants: the cursor, or the piece of the player.
  focus() {
    if (this.at) return { row: this.at[0], column: this.at[1] };
    const i = this.cells.findIndex((tile) => /^(you|player)$/.test(this.tiles.label(tile)));
    return i < 0 ? null : { row: Math.floor(i / this.columns) + 1, column: i % this.columns + 1 };
  }

  // Scrolls so that the focus keeps away from the edges, by so many cells or a share of the room.
  #follow(share = 1 / 3) {
    const place = this.focus();
    if (!place) return;
    const { room, cell } = this, most = share === 0.5 ? Infinity : 4 * cell;
    const edge = Math.min(most, (room.clientWidth - cell) * share, (room.clientHeight - cell) * share);
    const moved = (at, from, size) => (at - edge < from ? at - edge
      : at + cell + edge > from + size ? at + cell + edge - size : from);
    room.scrollTop = moved((place.row - 0.5) * cell, room.scrollTop, room.clientHeight);
    room.scrollLeft = moved((place.column - 0.5) * cell, room.scrollLeft, room.clientWidth);
    this.#drawBlocks();
  }
}

function even(size) {
  const step = 8 / devicePixelRatio;
  return size >= step ? Math.floor(size / step) * step : size;
}
