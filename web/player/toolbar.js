// Buttons for all that keys do: the toolbar, and a pad with arrows and the game's other keys.

import { changeIcon, icon, iconButton, make, relabel, show, textButton } from "./dom.js";
import { keysOf } from "./keys.js";
import { keep, recall } from "./store.js";

const coarse = matchMedia("(pointer: coarse)");
const arrows = { up: "up", down: "down", left: "left", right: "right" };
const corners = { home: "up-left", pageup: "up-right", end: "down-left", pagedown: "down-right" };

// The entries of the list of keys that are the game's own, and no commands. What stands first in the
// list has the key.
function ownKeys({ keys, shown }) {
  const taken = new Set(Object.values(shown)), own = [];
  for (const [text, what] of keys) {
    const all = keysOf(text), names = all.filter((name) => !taken.has(name));
    if (names.length > 0 && !all.some((name) => Object.values(shown).includes(name))) own.push({ names, what });
    names.forEach((name) => taken.add(name));
  }
  return own;
}

// "flag" of "flag <row> <column>".
const short = (what) => what.replace(/ *<.*| *\.\.\.$/, "") || what;

export class Toolbar {
  // `does` has command(name), key(name), `menu` with entries [text, function], and an AbortSignal.
  constructor(does) {
    this.does = does;
    const button = (name, label, options) => iconButton(name, label, () => does.command(name), options);
    this.buttons = { undo: button("undo", "Undo"), redo: button("redo", "Redo"),
      restart: button("restart", "Restart the level"),
      pause: iconButton("play", "Start", () => does.command("pause")),
      hint: button("hint", "Hint", { text: true }), solve: button("solve", "Solve", { text: true }) };
    this.menu = makeMenu(does.menu, does.signal);
    this.element = make("div", { class: "toolbar", role: "group", "aria-label": "Play" },
      ...Object.values(this.buttons), this.menu);
    this.pad = make("div", { class: "pad", role: "group", "aria-label": "Keys of the game", hidden: true });
    this.wish = recall("pad", null);
  }

  // A game begins.
  begin(loaded) {
    const { undo, redo, restart, pause, hint, solve } = this.buttons;
    const named = { undo, redo, restart, hint, solve, pause };
    for (const [name, button] of Object.entries(named)) {
      const key = loaded.shown[name], label = button.getAttribute("aria-label");
      if (label) button.title = key ? `${label} (${key})` : label;
      else button.title = key ?? "";
    }
    show(pause, loaded.tick !== undefined && loaded.tick !== null);
    show(hint, true);
    show(solve, (loaded.players ?? 1) === 1);
    this.#fillPad(loaded);
  }

  #fillPad(loaded) {
    const own = ownKeys(loaded), names = new Set(own.flatMap((entry) => entry.names));
    this.directions = names.has("left") && names.has("right");
    this.diagonals = this.directions && names.has("home");
    this.moves = this.directions && !loaded.cursor;
    const named = new Map(own.flatMap((entry) => entry.names.map((name) => [name, entry.what])));
    const key = (name, direction) => {
      const what = named.get(name), label = direction.replace("-", " and ");
      const full = what && !/^move/.test(what) ? `${short(what)} (${label})` : label;
      return iconButton(direction, full, () => this.does.key(name), { "data-at": direction });
    };
    const cross = make("div", { class: "cross" });
    if (this.directions) {
      const wanted = { ...arrows, ...(this.diagonals ? corners : {}) };
      cross.append(...Object.entries(wanted).map(([name, direction]) => key(name, direction)));
    }
    const others = own.filter(({ names }) => !names.some((name) => name in arrows || name in corners));
    this.pad.replaceChildren(cross, make("div", { class: "others" },
      ...others.map(({ names: [name], what }) => textButton(short(what), () => this.does.key(name)))));
    this.hasPad = this.directions || others.length > 0;
    this.useful = this.moves || others.some(({ names }) => !names.includes("enter"));
    show(this.pad, this.padShown);
  }

  // On screens for fingers the pad is there if cells that are tapped are not enough.
  get padShown() {
    return this.hasPad && (this.wish ?? (this.useful && coarse.matches));
  }

  togglePad() {
    this.wish = !this.padShown;
    keep("pad", this.wish);
    show(this.pad, this.padShown);
  }

  // Brings the buttons up to date.
  update({ undo, redo, restart, paused, over, playable }) {
    const { buttons } = this;
    buttons.undo.disabled = !undo;
    buttons.redo.disabled = !redo;
    buttons.restart.disabled = !restart;
    buttons.hint.disabled = buttons.solve.disabled = !playable;
    buttons.pause.disabled = over;
    changeIcon(buttons.pause, paused ? "play" : "pause");
    const label = paused ? "Go on" : "Pause";
    if (buttons.pause.getAttribute("aria-label") !== label) relabel(buttons.pause, label);
  }
}

// A list of further commands that opens and closes.
function makeMenu(entries, signal) {
  const list = make("div", { class: "menu-list" });
  const menu = make("details", { class: "menu" }, make("summary", { class: "button", title: "More" }), list);
  menu.firstChild.setAttribute("aria-label", "More");
  const close = () => {
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.firstChild.focus();
  };
  list.append(...entries.map(([text, act]) => textButton(text, () => {
    close();
    act();
  })));
  menu.firstChild.append(icon("more"));
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  }, { signal });
  return menu;
}
