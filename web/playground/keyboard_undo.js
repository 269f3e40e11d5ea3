// Ctrl+Z outside of text fields. The browser would undo in the text that was edited last, wherever the
// focus is; the player has taken the key before if it is the board's.

import { undoOf } from "../player/keys.js";

const TEXTS = "textarea, [contenteditable=true], " +
  "input:not([type=checkbox], [type=radio], [type=range], [type=button])";

/** Keeps the keys of undo from the source; `paint(what)` gets those that are pressed beside `painter`. */
export function keepUndo(painter, paint) {
  window.addEventListener("keydown", (event) => {
    const what = undoOf(event), { target } = event;
    if (!what || event.defaultPrevented || target.closest?.(TEXTS)) return;
    event.preventDefault();
    if (painter.contains(target)) paint(what);
  });
}
