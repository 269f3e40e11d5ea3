// The list of moves. A click goes to that step; refused ones of replays are struck through. Of long
// lists only a part around the current step is there.

import { keepInView, make, put } from "./dom.js";

const MOST = 1000; // items
const JUMP = 250; // steps by which the part moves

export class Moves {
  #from = 0; // the first step of the part
  #shown = []; // the steps of the part as they are drawn

  constructor(goTo) {
    this.goTo = goTo;
    this.count = make("span", { class: "count" });
    this.list = make("ol", { class: "moves" });
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.goTo(Number(button.dataset.step));
    });
    this.element = make("section", { class: "card moves-card", "aria-label": "Moves" },
      make("h3", {}, "Moves ", this.count), this.list);
  }

  // Shows that `step` of these steps are in force.
  show(steps, step) {
    const from = steps.length < MOST ? 0 : Math.max(0, Math.floor((step - MOST / 2) / JUMP) * JUMP);
    if (from !== this.#from) this.#clear(from);
    const until = Math.min(steps.length, from + MOST);
    let same = 0;
    while (same < this.#shown.length && this.#shown[same] === steps[from + same - 1]) same++;
    this.#cut(same);
    for (let i = from + same; i <= until; i++) this.#add(steps[i - 1], i);
    this.#mark(step - from);
    put(this.count, steps.length > 0 ? `${step} of ${steps.length}` : "");
  }

  #clear(from) {
    this.#from = from;
    this.#cut(0);
  }

  #cut(length) {
    while (this.list.children.length > length) this.list.lastChild.remove();
    this.#shown.length = length;
  }

  // Step 0 is the beginning.
  #add(step, number) {
    const refused = step?.why !== undefined;
    const text = make("span", { class: refused ? "refused" : "", title: step?.label ? step.action : null },
      step ? step.label ?? step.action : "Start");
    const button = make("button", { type: "button", "data-step": number, title: refused ? step.why : null },
      make("span", { class: "number" }, String(number)), text,
      refused ? make("span", { class: "hidden" }, `(refused: ${step.why})`) : null);
    this.list.append(make("li", {}, button));
    this.#shown.push(step);
  }

  #mark(at) {
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    Array.from(this.list.children).forEach((item, i) => item.classList.toggle("undone", i > at));
    const current = this.list.children[at]?.firstChild;
    if (!current) return;
    current.setAttribute("aria-current", "step");
    keepInView(this.list, current);
  }
}
