// The board in words, for screen readers: a grid of labelled cells over the picture. Of large boards
// only the rows around the focus are there; their numbers say where they stand.

import { make } from "./dom.js";

const FEW = 400; // cells that are all there
const AROUND = 2; // rows above and below the focus

export class Cells {
  #rows = new Map(); // by number from 1: the element and its cells

  constructor(name, board) {
    this.name = name;
    this.board = board;
    this.element = make("div", { class: "cells", role: "rowgroup" });
  }

  // Brings the labels up to date. `changed` has numbers of cells from 0, or is null for all.
  show(changed, resized) {
    const { board } = this, { element: grid } = board;
    if (resized) {
      this.element.replaceChildren();
      this.#rows.clear();
      grid.setAttribute("aria-rowcount", board.rows);
      grid.setAttribute("aria-colcount", board.columns);
    }
    const made = this.#makeRows();
    if (!changed) for (const row of this.#rows.keys()) this.#labelRow(row);
    else for (const i of changed) this.#labelCell(Math.floor(i / board.columns) + 1, i % board.columns);
    for (const row of made) this.#labelRow(row);
    if (board.at) grid.setAttribute("aria-activedescendant", this.#id(board.at[0], board.at[1] - 1));
    else grid.removeAttribute("aria-activedescendant");
  }

  // "row 2, column 3: box"; rows count as in actions.
  label(row, column) {
    const { board } = this;
    const number = board.upward ? board.rows - row + 1 : row;
    const tile = board.tiles.label(board.cells[(row - 1) * board.columns + column]);
    return `row ${number}, column ${column + 1}: ${tile}${board.marks.wordsAt(row, column + 1)}`;
  }

  // The cells of a row in words: "2 × wall, player, 3 × floor".
  rowInWords(row) {
    const { board } = this, runs = [];
    for (let column = 0; column < board.columns; column++) {
      const label = board.tiles.label(board.cells[(row - 1) * board.columns + column]);
      const last = runs[runs.length - 1];
      if (last?.label === label) last.count++;
      else runs.push({ label, count: 1 });
    }
    return runs.map((run) => (run.count > 1 ? `${run.count} × ` : "") + run.label).join(", ");
  }

  #id(row, column) {
    return `${this.name}-cell-${row}-${column + 1}`;
  }

  // Returns the numbers of the rows that are new.
  #makeRows() {
    const { board } = this;
    const few = board.rows * board.columns <= FEW;
    const at = few ? 1 : board.focus()?.row ?? Math.ceil(board.rows / 2);
    const first = few ? 1 : Math.max(1, at - AROUND);
    const last = few ? board.rows : Math.min(board.rows, at + AROUND);
    for (const [row, { element }] of this.#rows) {
      if (row >= first && row <= last) continue;
      element.remove();
      this.#rows.delete(row);
    }
    const made = [];
    for (let row = first; row <= last; row++) {
      if (!this.#rows.has(row)) made.push(row);
    }
    for (const row of made) this.#makeRow(row);
    return made;
  }

  #makeRow(row) {
    const element = make("div", { role: "row", "aria-rowindex": row, style: `--row: ${row - 1}` });
    const cells = [];
    for (let column = 0; column < this.board.columns; column++) {
      const cell = make("div", { role: "gridcell", id: this.#id(row, column),
        "aria-colindex": column + 1, style: `--column: ${column}` });
      cell.dataset.row = row;
      cell.dataset.column = column + 1;
      cells.push(cell);
    }
    element.append(...cells);
    const after = [...this.#rows].filter(([number]) => number > row).sort(([a], [b]) => a - b)[0];
    this.element.insertBefore(element, after ? after[1].element : null);
    this.#rows.set(row, { element, cells });
  }

  #labelRow(row) {
    for (let column = 0; column < this.board.columns; column++) this.#labelCell(row, column);
  }

  #labelCell(row, column) {
    const cell = this.#rows.get(row)?.cells[column];
    if (cell) cell.setAttribute("aria-label", this.label(row, column));
  }
}
