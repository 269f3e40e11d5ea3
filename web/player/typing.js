// Types an action, with completion: a text field with a list of the actions that are possible now.

import { iconButton, make, put, show, textButton } from "./dom.js";

export class Typing {
  #turn = 0;
  #at = -1; // the action of the list that is chosen

  // `does` has complete(text), which resolves to { actions, count }, apply(action) and closed().
  constructor(name, does) {
    this.does = does;
    this.list = make("ul", { role: "listbox", id: `${name}-actions`, "aria-label": "Possible actions" });
    this.input = make("input", { type: "text", role: "combobox", autocomplete: "off", spellcheck: "false",
      autocapitalize: "off", maxlength: 200, "aria-label": "Action", "aria-autocomplete": "list",
      "aria-expanded": "false", "aria-controls": this.list.id, placeholder: "Type an action",
      oninput: () => this.#look(), onkeydown: (event) => this.#press(event) });
    this.count = make("p", { class: "soft" });
    this.element = make("form", { class: "typing", hidden: true, onsubmit: (event) => {
      event.preventDefault();
      this.#enter();
    } }, make("div", { class: "row" }, this.input, textButton("Play it", null, { type: "submit" }),
      iconButton("close", "Close", () => this.close())), this.list, this.count);
    this.list.addEventListener("click", (event) => {
      const item = event.target.closest("[role=option]");
      if (item) this.#play(item.textContent);
    });
  }

  open() {
    show(this.element, true);
    this.input.value = "";
    this.input.focus();
    this.#look();
  }

  close() {
    this.#turn++;
    if (show(this.element, false)) this.does.closed();
  }

  // The position has changed.
  refresh() {
    if (!this.element.hidden) this.#look();
  }

  async #look() {
    const turn = ++this.#turn;
    const found = await this.does.complete(this.input.value);
    if (turn !== this.#turn || !found) return;
    this.actions = found.actions;
    this.#at = -1;
    this.list.replaceChildren(...found.actions.map((text, i) => {
      return make("li", { role: "option", id: `${this.list.id}-${i}`, "aria-selected": "false" }, text);
    }));
    this.input.setAttribute("aria-expanded", String(found.actions.length > 0));
    this.input.removeAttribute("aria-activedescendant");
    const more = found.count - found.actions.length;
    put(this.count, found.count === 0 ? "No action that is possible now begins so."
      : more > 0 ? `and ${more} more` : "");
  }

  #choose(at) {
    const items = this.list.children;
    if (items.length === 0) return;
    items[this.#at]?.setAttribute("aria-selected", "false");
    this.#at = (at + items.length) % items.length;
    const item = items[this.#at];
    item.setAttribute("aria-selected", "true");
    item.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item.id);
    this.input.value = item.textContent;
  }

  #press(event) {
    const { key } = event;
    if (key === "Escape") this.close();
    else if (key === "ArrowDown") this.#choose(this.#at + 1);
    else if (key === "ArrowUp") this.#choose(this.#at < 0 ? -1 : this.#at - 1);
    else if (key === "Tab" && !event.shiftKey && this.#completes()) this.#complete();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // What all possible actions go on with.
  #common() {
    let common = this.actions?.[0] ?? "";
    for (const text of this.actions ?? []) {
      while (!text.startsWith(common)) common = common.slice(0, -1);
    }
    return common;
  }

  // Tab completes where there is something to add; else it goes on to the next control.
  #completes() {
    return this.#common().length > this.input.value.length;
  }

  #complete() {
    this.input.value = this.#common();
    this.#look();
  }

  #enter() {
    const text = this.input.value.trim();
    if (text !== "") this.#play(text);
  }

  #play(text) {
    this.input.value = "";
    this.does.apply(text);
    this.input.focus();
  }
}
