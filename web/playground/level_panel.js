// The levels: their text in an editor, and a board on which they are painted. The text is the truth. It
// is a text of its own, or, in PuzzleScript, the source.

import { redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { make } from "../player/dom.js";
import { makeEditor } from "./editor.js";
import { copyOf, freeName, levelLines, linesOf, mapLines, readMap, resized, rewritten, sizeOf, withLevel }
  from "./level_text.js";
import { OPTION_MOST } from "./project.js";
import { Painter } from "./painter.js";
import { button } from "./widgets.js";

const LARGEST = 10000; // cells that can be painted
const LISTED = 1000, OPTIONS = 100; // levels and options that are shown, whatever a game has

export class LevelPanel {
  #levels = []; // { name, rows }, rows as numbers of lines
  #legend = [];
  #hexagons = false;
  #own = null; // the rows of the game's own map
  #at = 0; // the level that is shown
  #revealed = 0; // the level that the text was scrolled to
  #begun = null; // { from, to }: the level that has become a text, and that text's level
  #moved = null; // the lines of the level's rows after the next change, if a mapping cannot tell them

  // `does` has api, edited(text), run(), chosen(level), options(values), what a Painter asks for, and
  // rows(level): a promise of the rows of a level of a game in C.
  constructor(element, does) {
    this.does = does;
    this.element = element;
    this.select = make("select", {
      "aria-label": "Level",
      onchange: () => this.#choose(this.select.selectedIndex)
    });
    this.buttons = {
      add: button("New", () => this.#add(), { picture: "add" }),
      copy: button("Copy the level", () => this.#copy(), { picture: "copy", shown: false }),
      remove: button("Delete the level", () => this.#remove(), { picture: "trash", shown: false }),
      undo: button("Undo", () => this.takeBack("undo"), { picture: "undo", shown: false }),
      redo: button("Redo", () => this.takeBack("redo"), { picture: "redo", shown: false }),
    };
    this.painter = new Painter({
      changed: (cells) => this.#paint(cells),
      resize: (side, grow) => this.#resize(side, grow),
      draw: does.draw,
      brushed: does.brushed,
      paint: does.paint
    });
    this.note = make("p", { class: "note" });
    this.options = make("form", {
      class: "options",
      hidden: true,
      onsubmit: (event) => event.preventDefault()
    });
    const text = make("div", { class: "level-editor" });
    element.append(make("div", { class: "level-paint" },
      make("div", { class: "row" }, this.select, ...Object.values(this.buttons)),
      this.painter.element, this.note, this.options),
    make("section", { class: "level-text", "aria-label": "Levels as text" }, text));
    this.editor = makeEditor(text, "levels", { label: "Levels as text", api: does.api, onRun: does.run,
      draw: (name) => does.draw([name]), onChange: (update) => this.#changed(update) });
  }

  /** Shows another project: the text of its levels, or null; `inSource` if that is a source. */
  open(text, inSource = false) {
    this.#levels = [];
    this.#at = 0;
    this.#revealed = inSource ? -1 : 0; // a source does not begin with levels
    this.inSource = inSource;
    const [label, kind] = inSource ? ["Source with the levels", "puzzlescript"] : [];
    this.editor.show(this.editor.fresh(text ?? "", label, kind));
    this.hasText = text !== null;
    this.#refresh();
  }

  /** Takes over a text that was changed elsewhere. */
  take(text, inSource) {
    if (inSource !== this.inSource) this.open(text, inSource);
    else if (inSource) this.editor.replace(text);
  }

  /** Shows what `load` has returned. */
  show(result, values) {
    this.#levels = result.levels.map(({ name, rows }) => ({
      name,
      rows: Array.isArray(rows) && rows.length > 0 ? rows : null
    }));
    this.#legend = result.legend;
    this.#hexagons = result.hexagons ?? false;
    this.#own = result.map ?? null;
    this.painter.setTiles(result.legend, result.view?.tiles ?? result.tiles ?? [],
      { back: result.view?.back, hexagons: this.#hexagons, playable: result.view });
    this.#showOptions(result.options, values);
    this.follow(result.view?.level ?? this.#at + 1);
  }

  /** The kinds of things that the game's levels have, the names of its sprites. */
  kinds() {
    return [...new Set(this.#legend.flatMap(({ kinds }) => kinds ?? []))].filter((kind) => kind !== "nothing");
  }

  /** Shows a level, by its number. */
  follow(number) {
    this.#at = Math.max(0, Math.min(number - 1, this.#levels.length - 1));
    this.#refresh();
    if (!this.element.hidden && this.#at !== this.#revealed) this.#reveal();
  }

  /** The rows of the level as its text has them, or null. */
  rows() {
    const map = this.#map();
    return map ? linesOf(map.cells, this.#legend) : this.#own;
  }

  /** Undoes or redoes what was painted or typed: `what` is "undo" or "redo". */
  takeBack(what) {
    ({ undo, redo })[what](this.editor.view);
  }

  get number() {
    return this.#at + 1;
  }

  // ---- the text ----

  #lines() {
    return this.editor.text().split("\n");
  }

  #changed(update) {
    this.hasText = true;
    this.#mapRows(update);
    this.#refresh();
    this.does.edited(this.editor.text());
  }

  // Lines move when something is typed above them.
  #mapRows({ changes, startState, state }) {
    const moved = (number) => {
      if (number > startState.doc.lines) return number;
      return state.doc.lineAt(changes.mapPos(startState.doc.line(number).from, 1)).number;
    };
    this.#levels.forEach((level, i) => {
      if (!level.rows) return;
      level.rows = this.#moved && i === this.#at ? this.#moved : [...new Set(level.rows.map(moved))];
    });
    this.#moved = null;
  }

  #setText(text) {
    this.editor.replace(text, "input.paint");
  }

  // ---- painting ----

  get #level() {
    return this.#levels[this.#at];
  }

  #map() {
    return this.#level?.rows ? readMap(this.#lines(), this.#level.rows, this.#legend, this.#hexagons) : null;
  }

  // The rows of a level that is no text here.
  #rows() {
    return this.#own ?? this.does.rows(this.#at + 1);
  }

  // A level whose map stands in the source becomes a text of its own. Until its rows are known, another
  // one may have been chosen: then nothing is done.
  async #begin() {
    const level = this.#level;
    if (level?.rows) return true;
    if (this.inSource) return false;
    const rows = await this.#rows();
    if (this.#begun?.from === level && this.#begun.to === this.#level) return true;
    if (level !== this.#level || !rows || rows.length === 0) {
      this.#refresh();
      return false;
    }
    this.#append(this.hasText ? freeName(level.name, this.#levels) : level.name, rows);
    this.#begun = { from: level, to: this.#level };
    return true;
  }

  #append(name, rows) {
    const { text, row } = withLevel(this.editor.text(), this.inSource ? null : name, rows);
    this.#levels = this.#levels.filter((level) => level.rows);
    this.#levels.push({ name, rows: rows.map((_, i) => row + i) });
    this.#at = this.#levels.length - 1;
    this.#moved = this.#level.rows;
    this.#setText(text);
    this.#refresh();
    this.does.chosen(this.#at + 1);
  }

  // `cells` is a list of { row, column, char }.
  async #paint(cells) {
    if (!(await this.#begin())) return;
    const map = copyOf(this.#map());
    for (const { row, column, char } of cells)
      if (map.cells[row]?.[column] !== undefined) map.cells[row][column] = char;
    this.#write(map, map.cells);
  }

  async #resize(side, grow) {
    if (!(await this.#begin())) return;
    const map = this.#map(), { rows, columns } = sizeOf(map);
    if (!grow && (side === "top" || side === "bottom" ? rows : columns) < 2) return;
    this.#write(map, resized(map.cells, side, grow));
  }

  #write(map, cells) {
    const { from, to, lines } = rewritten(map, cells, this.#legend), text = this.#lines();
    this.#moved = lines.map((_, i) => from + i);
    text.splice(from - 1, to - from, ...lines);
    this.#setText(text.join("\n"));
    this.#moved = null;
  }

  // ---- levels ----

  #choose(index) {
    this.follow(index + 1);
    this.does.chosen(index + 1);
  }

  // Scrolls the text to the level.
  #reveal() {
    this.#revealed = this.#at;
    const { doc } = this.editor.view.state, number = this.#level?.rows?.[0] ?? Infinity;
    if (number > doc.lines) return;
    this.editor.view.dispatch({
      effects: EditorView.scrollIntoView(doc.line(number).from, { y: "start", yMargin: 40 })
    });
  }

  // A new level has the border of the one that is shown, and its floor inside.
  async #add() {
    const map = this.#map(), rows = map ? null : await this.#rows();
    const cellsOf = (row) => [...(this.#hexagons ? row.replace(/\s/g, "") : row)];
    const found = map?.cells ?? rows?.map(cellsOf) ?? Array.from({ length: 3 }, () => [..."....."]);
    const cells = this.inSource ? inSmallLetters(found) : found;
    const edge = [...cells[0], ...cells.at(-1), ...cells.flatMap((row) => [row[0], row.at(-1)])];
    const border = mostOf(edge), inner = this.#floor(cells, border);
    const made = cells.map((row, i) => row.map((_, k) =>
      (i === 0 || k === 0 || i === cells.length - 1 || k === row.length - 1 ? border : inner)));
    this.#append(freeName("Level 1", this.#levels), linesOf(made, this.#legend, 0, this.#hexagons));
  }

  // What most cells are, other than the border: the floor.
  #floor(cells, border) {
    const known = new Set(this.#legend.map(({ char }) => char));
    const others = cells.flat().filter((char) => char !== border && known.has(char));
    return others.length > 0 ? mostOf(others) : border;
  }

  async #copy() {
    const { name, rows } = this.#level;
    const lines = rows ? rows.map((number) => this.#lines()[number - 1]) : await this.#rows();
    if (lines?.length > 0) this.#append(freeName(name, this.#levels), lines);
  }

  #remove() {
    const lines = this.#lines();
    const { from, to } = this.inSource ? mapLines(lines, this.#level.rows)
      : levelLines(lines, this.#levels, this.#at);
    lines.splice(from - 1, to - from);
    this.#levels.splice(this.#at, 1);
    this.#at = Math.max(0, this.#at - 1);
    this.#setText(lines.join("\n"));
    this.does.chosen(this.#at + 1);
  }

  // ---- what is shown ----

  #refresh() {
    const { select, buttons, editor, note } = this;
    const names = this.#levels.slice(0, LISTED).map((level) => level.name);
    if (this.#at >= LISTED) names.push(this.#level.name);
    if (names.join("\n") !== Array.from(select.options, (option) => option.text).join("\n")) {
      select.replaceChildren(...names.map((name) => make("option", {}, name)));
    }
    select.selectedIndex = Math.min(this.#at, LISTED);
    const written = this.#levels.filter((level) => level.rows).length;
    buttons.remove.disabled = !this.#level?.rows || written < 2;
    buttons.add.disabled = this.#legend.length === 0;
    buttons.copy.disabled = !this.#level;
    buttons.undo.disabled = undoDepth(editor.view.state) === 0;
    buttons.redo.disabled = redoDepth(editor.view.state) === 0;
    note.hidden = true;
    this.#showMap();
  }

  async #showMap() {
    if (this.element.hidden) return;
    const level = this.#level, map = this.#map();
    if (!level) return this.painter.show(null);
    if (!map) this.#say(this.inSource ? "Comments stand in this level: change it in the text."
      : "This level comes with the game. When you paint, it becomes a text of its own.");
    const cells = map?.cells ?? (await this.#rows())?.map((row) => [...row]);
    if (level !== this.#level) return;
    const { rows, columns } = cells ? sizeOf({ cells }) : { rows: 0, columns: 0 };
    if (rows * columns > LARGEST) {
      this.#say(`A level of ${rows} x ${columns} cells is too large to be painted here.`);
      return this.painter.show(null);
    }
    this.painter.show(rows > 0 ? (this.inSource ? inSmallLetters(cells) : cells) : null);
  }

  #say(text) {
    this.note.textContent = text;
    this.note.hidden = false;
  }

  // ---- options of the game ----

  #showOptions(list, values) {
    const key = JSON.stringify([list, values]);
    this.options.hidden = list.length === 0;
    if (key === this.optionsKey) return;
    this.optionsKey = key;
    const change = () =>
      this.does.options(
        Object.fromEntries(
          inputs
            .filter(([{ name, value }, read]) => read() !== value || Object.hasOwn(values, name))
            .map(([{ name }, read]) => [name, read()])
        )
      );
    const inputs = list.slice(0, OPTIONS).map((option) => {
      const value = Object.hasOwn(values, option.name) ? values[option.name] : option.value;
      const input = make(
        "input",
        option.kind === "boolean"
          ? { type: "checkbox", checked: value === "true", onchange: () => change() }
          : { type: option.kind === "integer" ? "number" : "text", value, step: 1, maxlength: OPTION_MOST,
            onchange: () => change() }
      );
      const read = () => (option.kind === "boolean" ? String(input.checked) : input.value);
      return [option, read, make("label", { class: "field" }, make("span", {}, option.name), input)];
    });
    this.options.replaceChildren(
      make("h3", {}, "Options of the game"),
      ...inputs.map(([, , label]) => label),
      list.length > OPTIONS ? make("p", { class: "note" }, `and ${list.length - OPTIONS} more`) : ""
    );
  }
}

// Large letters mean what small ones do in PuzzleScript, and its legend has these.
const inSmallLetters = (cells) => cells.map((row) => row.map((char) => char.toLowerCase()));

function mostOf(cells) {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ".";
}
