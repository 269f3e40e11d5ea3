// Above the board: the title, what the game is about, the levels, and the values of the status.

import { aim } from "./howto.js";
import { iconButton, make, put, show } from "./dom.js";

const LISTED = 1000; // levels that can be chosen from the list

export class Head {
  #marks = null;

  // `does` has begin(level), choose(), which shows all levels, puzzle(), which asks for a new one, and `title`
  // and `tools` as the player.
  constructor(does) {
    this.does = does;
    this.title = make("h2", { class: "title" });
    this.aim = make("p", { class: "aim" });
    this.tools = make("div", { class: "tools" }, ...does.tools);
    this.previous = iconButton("previous", "Previous level", () => does.begin(this.level - 1));
    this.next = iconButton("next", "Next level", () => does.begin(this.level + 1));
    this.select = make("select", { "aria-label": "Level",
      onchange: () => does.begin(Number(this.select.value)) });
    this.fresh = iconButton("dice", "New puzzle", () => does.puzzle());
    this.levels = make("div", { class: "levels", role: "group", "aria-label": "Levels" },
      this.previous, this.select, this.next, iconButton("levels", "All levels", () => does.choose()), this.fresh);
    this.status = make("dl", { class: "status" });
    this.element = make("header", { class: "head" }, this.title, this.tools, this.aim, this.levels, this.status);
  }

  // A game begins. `solved(i)` is the least number of moves in which level i was solved, or undefined;
  // `puzzles`: whether new ones can be made.
  begin(loaded, solved, puzzles) {
    const { title, game, levels } = loaded;
    put(this.title, this.does.title || title || game);
    put(this.aim, aim(loaded));
    this.names = levels.map((level) => level.name);
    show(this.levels, levels.length > 1 || puzzles);
    show(this.fresh, puzzles);
    this.#marks = null;
    this.mark(solved);
  }

  // What the game is about, where it belongs above the board; else "". Below the board, where there is no room
  // above it, stands what comes in front of a colon.
  get largeAim() {
    return this.aim.closest(".large") ? this.aim.textContent.replace(/:.*/, ".") : "";
  }

  // Marks the levels that were solved.
  mark(solved) {
    const marks = this.names.slice(0, LISTED).map((_, i) => solved(i + 1));
    if (this.#marks?.join() === marks.join()) return;
    this.#marks = marks;
    const wide = String(marks.length).length;
    this.other = make("option", { value: 0, hidden: true });
    this.select.replaceChildren(this.other, ...marks.map((solved, i) => {
      const mark = solved === undefined ? "" : `  ✓ ${solved}`;
      return make("option", { value: i + 1 }, this.#plain(i + 1, wide) + mark);
    }));
    this.#choose(this.level ?? 0);
  }

  #plain(level, wide = 0) {
    const name = this.names[level - 1], number = String(level).padStart(wide, "\u2007");
    return name === `level ${level}` ? `Level ${level}` : `${number}  ${name}`;
  }

  // What is not in the list is named by an entry of its own.
  #choose(level) {
    const listed = level > 0 && level <= LISTED;
    if (!listed) put(this.other, level > 0 ? this.#plain(level) : this.recorded);
    this.select.value = listed ? level : 0;
  }

  // `recorded`: what is played or shown instead of a level, or null.
  show({ level, status = [] }, recorded) {
    const other = this.level !== (recorded ? 0 : level);
    this.recorded = recorded;
    this.level = recorded ? 0 : level;
    this.#choose(this.level);
    this.previous.disabled = this.level <= 1;
    this.next.disabled = Boolean(recorded) || level >= this.names.length;
    const same = this.status.children.length === status.length;
    if (!same) this.status.replaceChildren(...status.map(() => make("div", {}, make("dt"), make("dd"))));
    status.forEach(([name, value], i) => {
      const [dt, dd] = this.status.children[i].children;
      put(dt, name);
      put(dd, String(value));
    });
    this.#hold(other || !same);
  }

  // Values that have taken two lines keep them: what is below must not move under a finger.
  #hold(anew) {
    const { style } = this.status;
    if (anew) style.minHeight = "";
    style.minHeight = `${this.status.offsetHeight}px`;
  }
}
