// The dialog in which a sprite is painted, pixel by pixel. Each stroke is an edit of the source, and runs
// the game; undo is the editor's.

import { make } from "../player/dom.js";
import { undoOf } from "../player/keys.js";
import { lineBetween } from "./painter.js";
import { coloursFor, hexOf, pictureOf, spritesOf, strokeOf } from "./sprites.js";
import { button, nextRadio, openDialog } from "./widgets.js";

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const NOTHING = { name: null, hex: null };

class SpriteDialog {
  #brush = NOTHING; // { name, hex }
  #stroke = null; // the pixels that the pointer has painted
  #at = [0, 0];

  constructor(does, name) {
    this.does = does;
    this.start = does.depth();
    this.name = name;
    this.select = make("select", { "aria-label": "What is painted",
      onchange: () => this.#choose(this.select.value) });
    this.undo = button("Undo", () => this.#takeBack("undo"), { picture: "undo", shown: false });
    this.redo = button("Redo", () => this.#takeBack("redo"), { picture: "redo", shown: false });
    this.sample = make("span", { class: "sprite-sample" });
    this.grid = make("div", { class: "sprite-grid", role: "grid" });
    this.colours = make("div", { class: "swatches", role: "radiogroup", "aria-label": "Colour that paints" });
    this.said = make("p", { class: "hidden", role: "status" });
    const { body } = openDialog("Sprite", { className: "sprite", onClose: does.closed });
    body.append(
      make("div", { class: "row" }, this.select, this.undo, this.redo, this.sample),
      make("div", { class: "sprite-paint" }, this.grid, this.colours),
      make("p", { class: "note sprite-keys" }, "Drag to paint. With the keyboard: arrows move, Space paints, the " +
        "letter or number of a colour paints it, 0 or . shows what lies below."),
      this.said
    );
    this.#listen();
    this.#read();
    this.#brush = this.sprite.colours.find(({ hex }) => hex) ?? coloursFor(does.api, does.file())[0];
    this.#draw();
    this.#focus();
  }

  // ---- reading and drawing ----

  #read() {
    const { does, select } = this, sprites = spritesOf(does.api, does.file(), does.kinds());
    this.sprite = sprites.find(({ name }) => name === this.name) ?? sprites[0];
    this.name = this.sprite.name;
    select.replaceChildren(...sprites.map(({ name }) => make("option", { selected: name === this.name }, name)));
    this.#at = this.#at.map((at) => Math.min(at, this.sprite.size - 1));
  }

  #choose(name) {
    this.name = name;
    this.#read();
    this.#draw();
  }

  #draw() {
    const { sprite, grid } = this, { size } = sprite;
    grid.setAttribute("aria-label", `Sprite of ${sprite.name}, ${size} by ${size}`);
    grid.style.setProperty("--size", size);
    grid.replaceChildren(...sprite.pixels.map((pixels, row) => make("div", { role: "row" },
      ...pixels.map((_, column) => make("div", { role: "gridcell", "data-row": row, "data-column": column,
        tabindex: row === this.#at[0] && column === this.#at[1] ? "0" : "-1" })))));
    sprite.pixels.forEach((pixels, row) => pixels.forEach((pixel, column) =>
      this.#show(row, column, { name: this.#nameOf(pixel), hex: hexOf(sprite, pixel) })));
    this.sample.replaceChildren(pictureOf(sprite));
    this.#fillColours();
    this.undo.disabled = this.does.depth() <= this.start;
    this.redo.disabled = this.does.depth("redo") === 0;
  }

  #nameOf({ char }) {
    return this.sprite.colours.find((colour) => colour.char === char)?.name ?? null;
  }

  #cell(row, column) {
    return this.grid.children[row].children[column];
  }

  #show(row, column, { name, hex }) {
    const cell = this.#cell(row, column);
    cell.style.backgroundColor = hex ?? "";
    cell.classList.toggle("empty", !hex);
    cell.setAttribute("aria-label", `row ${row + 1}, column ${column + 1}: ${name ?? "nothing"}`);
  }

  #fillColours() {
    const { api, file } = this.does, own = this.sprite.colours.filter(({ hex }) => hex);
    const names = new Set(own.map(({ name }) => name));
    const others = coloursFor(api, file()).filter(({ name }) => !names.has(name));
    this.list = [NOTHING, ...own, ...others];
    if (!this.list.some(({ name }) => name === this.#brush.name)) this.#brush = own[0] ?? NOTHING;
    const focused = this.colours.contains(document.activeElement);
    this.colours.replaceChildren(...this.list.map((colour) => this.#swatch(colour)));
    if (focused) this.colours.querySelector("[aria-checked=true]").focus();
  }

  #swatch(colour) {
    const { name, hex, char } = colour, chosen = name === this.#brush.name;
    const label = name === null ? "nothing, what lies below" : name;
    const made = make("button", { type: "button", role: "radio", class: hex ? "swatch" : "swatch empty",
      "aria-checked": String(chosen), tabindex: chosen ? "0" : "-1", "aria-label": char ? `${label}, ${char}` : label,
      title: label, "data-name": name ?? "", onclick: () => this.#take(colour) },
    make("i", {}), make("span", { "aria-hidden": "true" }, name === null ? "." : char ?? ""));
    if (hex) made.firstChild.style.backgroundColor = hex;
    return made;
  }

  #take(colour) {
    this.#brush = colour;
    for (const radio of this.colours.children) {
      const chosen = radio.dataset.name === (colour.name ?? "");
      radio.setAttribute("aria-checked", String(chosen));
      radio.tabIndex = chosen ? 0 : -1;
    }
  }

  // ---- painting ----

  #listen() {
    const { grid, colours } = this;
    grid.addEventListener("pointerdown", (event) => this.#down(event));
    grid.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "lostpointercapture", "pointercancel"])
      grid.addEventListener(name, () => this.#lift());
    grid.addEventListener("contextmenu", (event) => event.preventDefault());
    grid.addEventListener("keydown", (event) => this.#key(event));
    grid.addEventListener("click", (event) => { // of assistive technology
      const { row, column } = event.target.dataset;
      if (event.detail === 0 && row) this.#paint(Number(row), Number(column));
    });
    colours.addEventListener("keydown", (event) => {
      const next = nextRadio(colours, event);
      if (!next) return;
      this.#take(this.list[Array.from(colours.children).indexOf(next)]);
      next.focus();
    });
    grid.closest("dialog").addEventListener("keydown", (event) => {
      const what = undoOf(event);
      if (!what) return;
      event.preventDefault();
      this.#takeBack(what);
    });
  }

  #cellAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest(".sprite-grid [role=gridcell]");
    const { row, column } = found?.dataset ?? {};
    return row === undefined ? null : [Number(row), Number(column)];
  }

  // The second button takes the colour that is there.
  #down(event) {
    const cell = this.#cellAt(event);
    if (!cell || !event.isPrimary) return;
    event.preventDefault();
    if (event.button === 2) {
      const name = this.#nameOf(this.sprite.pixels[cell[0]][cell[1]]);
      this.#take(this.list.find((colour) => colour.name === name) ?? NOTHING);
    } else if (event.button === 0) {
      this.grid.setPointerCapture(event.pointerId);
      this.#stroke = [];
      this.#touch([cell]);
      this.#focus();
    }
  }

  #move(event) {
    const cell = this.#stroke && this.#cellAt(event), [row, column] = this.#at;
    if (!cell || cell[0] === row && cell[1] === column) return;
    const line = lineBetween({ row, column }, { row: cell[0], column: cell[1] });
    this.#touch(line.map((one) => [one.row, one.column]));
  }

  #touch(cells) {
    for (const [row, column] of cells) {
      this.#stroke.push({ row, column, colour: this.#brush.name });
      this.#show(row, column, this.#brush);
    }
    this.#at = cells.at(-1);
  }

  #lift() {
    const { does, sprite } = this, stroke = this.#stroke ?? [];
    this.#stroke = null;
    const last = new Map(stroke.map((cell) => [cell.row * sprite.size + cell.column, cell]));
    const changed = [...last.values()].filter(({ row, column, colour }) =>
      this.#nameOf(sprite.pixels[row][column]) !== colour);
    if (changed.length === 0) return;
    const { row, column, colour } = changed.at(-1);
    does.edit(strokeOf(does.file(), sprite, changed));
    this.said.textContent = `row ${row + 1}, column ${column + 1}: ${colour ?? "nothing"}`;
    this.#again();
  }

  // Shows what the source has now; the focus stays at its place.
  #again() {
    const focused = this.grid.contains(document.activeElement);
    this.#read();
    this.#draw();
    if (focused) this.#focus();
  }

  #paint(row, column) {
    this.#stroke = [];
    this.#touch([[row, column]]);
    this.#lift();
  }

  #takeBack(what) {
    if (what === "undo" && this.does.depth() <= this.start) return;
    this.does.takeBack(what);
    this.#again();
  }

  // ---- the keyboard ----

  // The colour of a key: the letter or number it has in the source, else its number in the list.
  #colourOf(key) {
    const own = this.list.filter(({ char }) => char !== undefined);
    if (key === ".") return NOTHING;
    const found = own.find(({ char }) => char === key);
    if (found || !/^\d$/.test(key)) return found ?? null;
    return key === "0" ? NOTHING : own[Number(key) - 1] ?? null;
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = ARROWS[event.key], colour = event.key.length === 1 ? this.#colourOf(event.key) : null;
    const [row, column] = this.#at, { size } = this.sprite;
    if (by) {
      this.#at = [row + by[0], column + by[1]].map((at) => Math.max(0, Math.min(size - 1, at)));
      this.#focus();
    } else if (event.key === " " || event.key === "Enter") {
      this.#paint(row, column);
    } else if (colour) {
      this.#take(colour);
      this.#paint(row, column);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const brush = this.#brush;
      this.#brush = NOTHING;
      this.#paint(row, column);
      this.#take(brush);
    } else {
      return;
    }
    event.preventDefault();
  }

  #focus() {
    for (const cell of this.grid.querySelectorAll("[tabindex='0']")) cell.tabIndex = -1;
    const cell = this.#cell(...this.#at);
    cell.tabIndex = 0;
    cell.focus();
  }
}

/**
 * Opens the dialog at the sprite of that name. `does` has api, file(): the source; kinds(): those of its
 * game; edit(changes), takeBack(what), depth(what): how much can be undone or redone; closed().
 * Whether there is a sprite to paint.
 */
export function openSprite(does, name) {
  if (spritesOf(does.api, does.file(), does.kinds()).length === 0) return false;
  return Boolean(new SpriteDialog(does, name));
}
