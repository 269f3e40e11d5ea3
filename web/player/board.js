// The board: an SVG of tiles. Of boards that are larger than the room only what can be seen is there,
// in blocks of cells. Cells are squares, or hexagons in the middle of squares: each row of them begins half
// a cell to the right of the one above it.

import { make, makeSvg } from "./dom.js";
import { Cells } from "./cells.js";
import { HEXAGONS, SQUARES, STEEP, UNIT } from "./hexagons.js";
import { Marks } from "./marks.js";
import { Motion } from "./motion.js";
import { PICTURE, Tiles, colourOf } from "./tiles.js";

const MARGIN = 8; // around the board
const BLOCK = 16; // rows and columns of a block
const LARGEST = 128, SMALLEST = 12, SMALLEST_FOR_FINGERS = 17; // pixels of a cell

const EVEN = 0.9; // of the room, that even sprites may leave

const LEAST_SCROLLED = 24; // pixels of a cell of a board that scrolls

const coarse = matchMedia("(pointer: coarse)");

export class Board {
  #blocks = new Map(); // by number: the <use> of each of its cells
  #painted = []; // the tile of each cell
  #covered = []; // cells that show another tile while something is on its way there

  constructor(name) {
    this.rows = this.columns = 0;
    this.cells = [];
    this.fitted = () => {}; // is called when it has another size
    this.steps = SQUARES;
    this.tiles = new Tiles(name);
    this.picture = makeSvg("g");
    this.marks = new Marks();
    const corners = ["cursor under", "cursor"].map((name) => makeSvg("path", { class: name }));
    this.cursor = makeSvg("g", {}, ...corners);
    this.svg = makeSvg("svg", { "aria-hidden": "true", ...PICTURE }, this.tiles.element, this.picture,
      this.marks.element, this.cursor);
    this.motion = new Motion(this);
    this.words = new Cells(name, this);
    this.element = make("div", { class: "board", role: "grid", tabindex: "0" }, this.svg, this.motion.element,
      this.words.element);
    this.room = make("div", { class: "room", onscroll: () => this.#drawBlocks() }, this.element);
    this.resized = new ResizeObserver(() => this.fit());
    this.resized.observe(this.room.parentElement ?? this.room);
  }

  destroy() {
    this.resized.disconnect();
  }

  // Forgets all: tiles are numbered anew after a load.
  clear() {
    this.motion.finish();
    this.used = false;
    this.mark([]);
    this.tiles.clear();
    this.cells = [];
    this.rows = this.columns = 0;
  }

  // Where fingers play, the cursor is shown as soon as somebody has used it.
  set used(used) {
    this.element.classList.toggle("used", used);
  }

  get hexagons() {
    return this.steps === HEXAGONS;
  }

  // Shows a view. Returns the cells that have changed, from 0; null if all may have.
  show(view, { upward = false, hexagons = false, label = "Board" } = {}) {
    this.motion.finish();
    this.steps = hexagons ? HEXAGONS : SQUARES;
    const whole = view.rows !== this.rows || view.columns !== this.columns || view.all !== undefined;
    const resized = view.rows !== this.rows || view.columns !== this.columns;
    if (view.tiles) this.tiles.add(view.tiles);
    Object.assign(this, { rows: view.rows, columns: view.columns, upward, own: view.cursor ?? null });
    this.at = this.pointed ?? this.own;
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

  // Shows a cursor at { row, column } in place of the game's own; null for that.
  point(cell) {
    this.pointed = cell && [cell.row, cell.column];
    this.at = this.pointed ?? this.own;
    this.#drawCursor();
    this.words.show([]);
    if (this.scrolls) this.#follow();
  }

  // Marks cells: { row, column, arrow }.
  mark(list) {
    const place = (row, column) => this.#place(row, column);
    const changed = this.marks.show(list, { place, hexagons: this.hexagons });
    if (changed.length > 0) this.words.show(changed.map(([row, column]) => (row - 1) * this.columns + column - 1));
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

  // Its width and height in units, with the margins.
  #size() {
    const { across, down, slant } = this.steps;
    return [this.columns * across + (this.rows - 1) * slant + 2 * MARGIN,
      (this.rows - 1) * down + UNIT + 2 * MARGIN];
  }

  // Where the square of a cell begins, whose row and column count from 0.
  #place(row, column) {
    const { across, down, slant } = this.steps;
    return [column * across + row * slant - (UNIT - across) / 2, row * down];
  }

  #lay() {
    const [wide, high] = this.#size();
    this.svg.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${wide} ${high}`);
    this.picture.replaceChildren();
    this.#blocks.clear();
    this.#painted = [];
    this.fit();
  }

  // A square measures a multiple of 8 pixels of the screen, so that sprites stay even, unless that would
  // cost too much of the board. A board that would be too small scrolls.
  fit() {
    if (this.rows === 0 || !this.room.isConnected) return;
    const stage = this.room.parentElement;
    const [wide, high] = this.#size();
    const across = Math.min(stage.clientWidth * UNIT / wide, LARGEST);
    stage.style.setProperty("--natural", `${Math.ceil(across * high / UNIT)}px`);
    const own = parseFloat(getComputedStyle(this.room).maxHeight); // of a painted board
    const fitting = Math.min(across, (own || stage.clientHeight) * UNIT / high);
    const least = coarse.matches && this.at ? SMALLEST_FOR_FINGERS : SMALLEST;
    this.motion.finish();
    this.scrolls = fitting < least;
    this.cell = this.scrolls ? LEAST_SCROLLED : this.hexagons ? fitting : even(fitting);
    this.room.classList.toggle("scrolls", this.scrolls);
    const line = Math.max(2, Math.min(4, this.cell / 14)); // pixels of the cursor's lines
    this.element.style.setProperty("--line", line * UNIT / this.cell);
    this.element.style.setProperty("--cell", `${this.cell}px`);
    for (const [name, units] of Object.entries(this.steps)) {
      this.element.style.setProperty(`--${name}`, `${this.cell * units / UNIT}px`);
    }
    this.element.style.width = `${this.cell * wide / UNIT}px`;
    this.element.style.height = `${this.cell * high / UNIT}px`;
    if (this.scrolls) this.#follow(0.5);
    this.#drawBlocks();
    this.fitted();
  }

  // ---- drawing ----

  // The rows and columns of blocks that can be seen, with some around them.
  #seen() {
    const last = { row: Math.ceil(this.rows / BLOCK) - 1, column: Math.ceil(this.columns / BLOCK) - 1 };
    if (!this.scrolls) return { top: 0, left: 0, bottom: last.row, right: last.column };
    const { scrollTop, scrollLeft, clientWidth, clientHeight } = this.room;
    const { across, down, slant } = this.steps, pixels = this.cell / UNIT;
    const column = (x, row) => Math.floor((x - row * slant * pixels) / (across * pixels * BLOCK));
    const top = Math.max(0, Math.floor(scrollTop / (down * pixels * BLOCK)) - 1);
    const bottom = Math.min(last.row, Math.floor((scrollTop + clientHeight) / (down * pixels * BLOCK)) + 1);
    return { top, left: Math.max(0, column(scrollLeft, (bottom + 1) * BLOCK) - 1), bottom,
      right: Math.min(last.column, column(scrollLeft + clientWidth, top * BLOCK) + 1) };
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
        const [x, y] = this.#place(row, column);
        block.append(makeSvg("use", { x, y, width: UNIT, height: UNIT,
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

  // Shows another tile in a cell until what is on its way there has arrived.
  cover(i, tile) {
    this.#useOf(i)?.setAttribute("href", `#${this.tiles.id(tile)}`);
    this.#covered.push(i);
  }

  uncover() {
    for (const i of this.#covered) this.#useOf(i)?.setAttribute("href", `#${this.tiles.id(this.#painted[i])}`);
    this.#covered = [];
  }

  // Only cells that have changed are drawn again.
  #paint(changed) {
    if (changed) changed.forEach((i) => this.#paintCell(i));
    else this.cells.forEach((_, i) => this.#paintCell(i));
  }

  // Four corners, so that the cursor is seen by its shape; a hexagon has two.
  #drawCursor() {
    this.cursor.style.display = this.at ? "" : "none";
    if (!this.at) return;
    const [x, y] = this.#place(this.at[0] - 1, this.at[1] - 1), arm = 5, end = UNIT;
    const corners = this.hexagons ? `M${x + 2} ${y + 4.5}l6 -3.5l6 3.5M${x + 2} ${y + 11.5}l6 3.5l6 -3.5`
      : `M${x} ${y + arm}v${-arm}h${arm}M${x + end - arm} ${y}h${arm}v${arm}`
      + `M${x + end} ${y + end - arm}v${arm}h${-arm}M${x + arm} ${y + end}h${-arm}v${-arm}`;
    for (const path of this.cursor.children) path.setAttribute("d", corners);
  }

  // ---- places ----

  // Where the square of a cell begins, in pixels of the board.
  pixelsOf(i) {
    const place = this.#place(Math.floor(i / this.columns), i % this.columns);
    return place.map((at) => (at + MARGIN) * this.cell / UNIT);
  }

  // The cell at a place of the window, or null.
  cellAt(left, top) {
    const box = this.svg.getBoundingClientRect(), [wide] = this.#size(), size = box.width / wide;
    const x = (left - box.left) / size - MARGIN, y = (top - box.top) / size - MARGIN;
    const [row, column] = this.hexagons ? hexagonAt(x, y) : [Math.floor(y / UNIT), Math.floor(x / UNIT)];
    const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
    return inside ? { row: row + 1, column: column + 1 } : null;
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
    const [x, y] = this.#place(place.row - 1, place.column - 1).map((at) => (at + MARGIN) * cell / UNIT);
    room.scrollTop = moved(y, room.scrollTop, room.clientHeight);
    room.scrollLeft = moved(x, room.scrollLeft, room.clientWidth);
    this.#drawBlocks();
  }
}

// The row and the column of the hexagon at a place, in units: between two rows the slanting sides part them.
function hexagonAt(x, y) {
  const { across, down, slant } = HEXAGONS;
  const columnOf = (row) => Math.floor((x - row * slant) / across);
  const row = Math.floor(y / down), beside = x - row * slant - (columnOf(row) + 0.5) * across;
  const above = y - row * down < Math.abs(beside) * STEEP ? row - 1 : row;
  return [above, columnOf(above)];
}

function even(size) {
  const whole = (step) => Math.floor(size / step) * step, best = whole(8 / devicePixelRatio);
  return best >= size * EVEN ? best : whole(1 / devicePixelRatio) || size;
}
