// The line below the board: what was refused, asked or reached, with buttons for what may follow. A
// hidden live region speaks it.

import { make, put, textButton } from "./dom.js";

export class Notice {
  #key = "";
  #odd = false;

  // `lost()` is called when a button that had the focus is gone.
  constructor(lost) {
    this.lost = lost;
    this.text = make("p", { class: "notice-text" });
    this.buttons = make("div", { class: "notice-buttons" });
    this.element = make("div", { class: "notice" }, this.text, this.buttons);
    this.spoken = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
  }

  // `kind` is "", "ask", "busy", "good", "over" or "bad"; `buttons` are [text, function, label].
  show({ kind = "", text = "", buttons = [] }) {
    this.element.dataset.kind = kind;
    put(this.text, text);
    const key = JSON.stringify([kind, buttons.map(([label]) => label)]);
    this.actions = buttons.map(([, act]) => act);
    if (key === this.#key) return;
    this.#key = key;
    const hadFocus = this.buttons.contains(document.activeElement);
    this.buttons.replaceChildren(...buttons.map(([label, , spoken], i) => {
      return textButton(label, () => this.actions[i](), { "aria-label": spoken });
    }));
    if (hadFocus) this.lost();
  }

  // The same text twice is spoken twice.
  speak(text) {
    if (text === "") return;
    this.#odd = !this.#odd;
    put(this.spoken, text + (this.#odd ? "" : "\u00a0"));
  }
}
