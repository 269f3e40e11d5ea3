// The board as text and in words, for those who want to read it.

import { make, put } from "./dom.js";

export class Words {
  constructor(board) {
    this.board = board;
    this.list = make("ol", { class: "words" });
    this.text = make("pre", {});
    this.scroll = make("div", { class: "scroll", tabindex: 0, role: "region",
      "aria-label": "Board as text" }, this.text);
    this.element = make("details", { class: "reading" }, make("summary", {}, "Board in words"),
      this.list, this.scroll);
    this.element.addEventListener("toggle", () => this.show(this.view));
  }

  show(view) {
    this.view = view;
    if (!view || !this.element.open) return;
    put(this.text, view.text);
    const rows = Array.from({ length: view.rows }, (_, i) => i + 1);
    while (this.list.children.length > rows.length) this.list.lastChild.remove();
    while (this.list.children.length < rows.length) this.list.append(make("li"));
    rows.forEach((row) => put(this.list.children[row - 1], this.board.words.rowInWords(row)));
    if (this.board.upward) this.list.reversed = true;
    else this.list.removeAttribute("reversed");
  }
}
