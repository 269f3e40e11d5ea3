// The levels as small pictures, with marks on those that were solved. A picture is asked for when its place
// comes into sight.

import { makeDialog } from "./dialogs.js";
import { make } from "./dom.js";
import { showSmall } from "./small_board.js";

const MOST = 1000; // levels that are listed

export class LevelsDialog {
  // `does` has begin(level) and preview(level), which resolves to the board of a level or to null; `tiles` are
  // those that it is drawn with.
  constructor(tiles, does) {
    this.tiles = tiles;
    this.does = does;
    this.list = make("ul", { class: "level-cards" });
    this.element = makeDialog("Levels", this.list);
    this.element.classList.add("wide");
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) this.#fill(target);
    }, { root: this.element, rootMargin: "200px" });
  }

  // A game begins: its levels have these names.
  begin({ levels, hexagons }) {
    this.names = levels.map(({ name }) => name).slice(0, MOST);
    this.hexagons = hexagons;
    this.#clear();
    if (this.element.open) this.open(this.at, this.solved);
  }

  #clear() {
    this.seen.disconnect();
    this.list.replaceChildren();
  }

  // `solved(level)`: in how many moves, or undefined.
  open(at, solved) {
    Object.assign(this, { at, solved });
    this.#clear();
    this.list.append(...this.names.map((name, i) => make("li", {}, this.#card(i + 1, name, solved(i + 1)))));
    if (!this.element.open) this.element.showModal();
    const now = this.list.querySelector("[aria-current]");
    now?.scrollIntoView({ block: "center" });
    now?.focus({ preventScroll: true });
    for (const card of this.list.querySelectorAll("button")) this.seen.observe(card);
  }

  #card(level, name, moves) {
    const text = name === `level ${level}` ? `Level ${level}` : `${level}  ${name}`;
    const mark = moves === undefined ? "" : make("span", { class: "mark" },
      make("span", { "aria-hidden": "true" }, "✓ "), make("span", { class: "hidden" }, ", solved in "),
      String(moves), make("span", { class: "hidden" }, " moves"));
    return make("button", { type: "button", class: "level-card", "data-level": level,
      "aria-current": level === this.at ? "true" : null, onclick: () => {
        this.element.close();
        this.does.begin(level);
      } }, make("span", { class: "sight" }), make("span", { class: "what" }, text, mark));
  }

  async #fill(card) {
    this.seen.unobserve(card);
    const board = await this.does.preview(Number(card.dataset.level));
    if (!board || !card.isConnected) return;
    showSmall(card.querySelector(".sight"), board, this.tiles, { hexagons: this.hexagons });
  }
}
