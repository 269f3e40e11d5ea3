// Above the board: the title, the levels, and the values of the status.

import { iconButton, make, put, show } from "./dom.js";

export class Head {
  #marks = null;

  // `does` has begin(level).
  constructor(does) {
    this.title = make("h2", { class: "title" });
    this.previous = iconButton("previous", "Previous level", () => does.begin(this.level - 1));
    this.next = iconButton("next", "Next level", () => does.begin(this.level + 1));
    this.select = make("select", { "aria-label": "Level",
      onchange: () => does.begin(Number(this.select.value)) });
    this.levels = make("div", { class: "levels", role: "group", "aria-label": "Levels" },
      this.previous, this.select, this.next);
    this.status = make("dl", { class: "status" });
    this.element = make("header", { class: "head" }, this.title, this.levels, this.status);
  }

  // A game begins. `solved(i)` is the least number of moves in which level i was solved, or undefined.
  begin({ title, game, levels }, solved) {
    put(this.title, title || game);
    this.names = levels.map((level) => level.name);
    show(this.levels, levels.length > 1);
    this.#marks = null;
    this.mark(solved);
  }

  // Marks the levels that were solved.
  mark(solved) {
    const marks = this.names.map((_, i) => solved(i + 1));
    if (this.#marks?.join() === marks.join()) return;
    this.#marks = marks;
    const wide = String(marks.length).length;
    const other = make("option", { value: 0, hidden: true }, "A recording");
    this.select.replaceChildren(other, ...this.names.map((name, i) => {
      const number = String(i + 1).padStart(wide, "\u2007");
      const plain = name === `level ${i + 1}` ? `Level ${i + 1}` : `${number}  ${name}`;
      const mark = marks[i] === undefined ? "" : `  ✓ ${marks[i]}`;
      return make("option", { value: i + 1 }, plain + mark);
    }));
    this.select.value = this.level ?? 0;
  }

  // `recorded`: what is played or shown is no level but a recording.
  show({ level, status = [] }, recorded) {
    this.level = recorded ? 0 : level;
    this.select.value = this.level;
    this.previous.disabled = this.level <= 1;
    this.next.disabled = recorded || level >= this.names.length;
    const same = this.status.children.length === status.length;
    if (!same) this.status.replaceChildren(...status.map(() => make("div", {}, make("dt"), make("dd"))));
    status.forEach(([name, value], i) => {
      const [dt, dd] = this.status.children[i].children;
      put(dt, name);
      put(dd, String(value));
    });
  }
}
