// Settings of the page. Those of the game (keys, limits) are the player's.

import { make } from "../player/dom.js";
import { openDialog } from "./widgets.js";

const themes = [["", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const sizes = [["12px", "Small"], ["13px", "Medium"], ["15px", "Large"], ["18px", "Very large"]];

/** Applies what is set to the page. */
export function applySettings({ theme, size }) {
  const root = document.documentElement;
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  else delete root.dataset.theme;
  root.style.setProperty("--code-size", sizes.some(([value]) => value === size) ? size : "13px");
}

function choice(label, options, value, change) {
  const select = make("select", { onchange: () => change(select.value) },
    ...options.map(([option, text]) => make("option", { value: option }, text)));
  select.value = value;
  return make("label", { class: "field" }, make("span", {}, label), select);
}

export function openSettings(app) {
  const { body } = openDialog("Settings", { className: "narrow" });
  const set = (values) => {
    app.set(values);
    applySettings(app.settings);
  };
  const typing = make("input", { type: "checkbox", checked: app.settings.typing !== false,
    onchange: () => set({ typing: typing.checked }) });
  body.append(
    choice("Colours", themes, app.settings.theme ?? "", (theme) => set({ theme })),
    choice("Size of the source", sizes, app.settings.size ?? "13px", (size) => set({ size })),
    make(
      "label",
      { class: "check" },
      typing,
      make("span", {}, "Run while I type (Ctrl+Enter runs at any time)")
    ),
    make("h3", {}, "Keys"),
    make(
      "dl",
      { class: "facts keys" },
      ...[
        ["Ctrl+Enter", "run the source"],
        ["F6", "to the next part of the page"],
        ["Esc, then Tab", "leave the editor"],
        ["Ctrl+Space", "what can be written here"],
        ["Ctrl+.", "write the word that was meant"],
        ["Alt+Enter", "paint the sprite at the cursor"],
        ["Ctrl+Z", "undo, also what was painted"],
        ["Ctrl+F", "find in the source"]
      ].map(([key, what]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)))
    ),
    make(
      "p",
      { class: "note" },
      "Below the board the menu ⋯ has the keys of the game, and Limits …: how much time and memory it may take."
    )
  );
}
