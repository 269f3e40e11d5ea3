// The line below the board: what was refused, asked or reached, with buttons for what may follow. A
// hidden live region speaks it. Its room has always the same height: a longer text grows upward, over the
// board, so that no message moves what a finger is about to press. What stays until something else is done, a
// hint, the end, what the game is about, or a question for a cell of the board, has the room that it needs: the
// board grows smaller, and what is pressed keeps its place.

import { make, put, textButton } from "./dom.js";

const LASTING = ["aim", "hint", "good", "over"];

export class Notice {
  #key = "";
  #odd = false;

  // `lost()` is called when a button that had the focus is gone.
  constructor(lost) {
    this.lost = lost;
    this.text = make("p", { class: "notice-text" });
    this.buttons = make("div", { class: "notice-buttons" });
    this.box = make("div", { class: "notice" }, this.text, this.buttons);
    this.element = make("div", { class: "notice-room" }, this.box);
    this.spoken = make("p", { class: "hidden", role: "status", "aria-live": "polite" });
    new ResizeObserver(() => this.#measure()).observe(this.box);
  }

  // `kind` is "", "aim" (which is seen where it has no room above the board), "ask", "say", "busy", "hint",
  // "good", "over" or "bad"; `lasts` says that the text is not to lie over the board; `buttons` are
  // [text, function, label].
  show({ kind = "", text = "", buttons = [], lasts = LASTING.includes(kind) }) {
    this.lasts = lasts;
    this.box.dataset.kind = kind;
    put(this.text, text);
    const key = JSON.stringify([kind, buttons.map(([label]) => label)]);
    this.actions = buttons.map(([, act]) => act);
    if (key !== this.#key) this.#change(key, buttons);
    this.#measure();
  }

  #change(key, buttons) {
    this.#key = key;
    const hadFocus = this.buttons.contains(document.activeElement);
    this.buttons.replaceChildren(...buttons.map(([label, , spoken], i) => {
      return textButton(label, () => this.actions[i](), { "aria-label": spoken });
    }));
    if (hadFocus) this.lost();
  }

  // A text that is too long for its place scrolls; taps go through any other to the board.
  #measure() {
    this.text.classList.remove("long");
    const long = this.text.classList.toggle("long", this.text.scrollHeight > this.text.clientHeight + 1);
    this.text.tabIndex = long ? 0 : -1; // keys scroll it
    const more = this.box.offsetHeight - parseFloat(getComputedStyle(this.box).minHeight);
    const grown = this.lasts ? Math.max(0, more) : 0;
    this.element.parentElement?.style.setProperty("--grown", `${grown}px`);
  }

  // The same text twice is spoken twice.
  speak(text) {
    if (text === "") return;
    this.#odd = !this.#odd;
    put(this.spoken, text + (this.#odd ? "" : "\u00a0"));
  }
}
