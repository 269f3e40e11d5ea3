// Buttons for all that keys do: the toolbar, and a pad with arrows and the game's other keys.

import { changeIcon, icon, iconButton, make, relabel, show, textButton } from "./dom.js";
import { entriesOf } from "./keys.js";
import { Presses } from "./press.js";
import { short } from "./speech.js";
import { keep, recall } from "./store.js";

const coarse = matchMedia("(pointer: coarse)");
const arrows = { up: "up", down: "down", left: "left", right: "right" };
const corners = { home: "up-left", pageup: "up-right", end: "down-left", pagedown: "down-right" };

// The entries of the list of keys that are the game's own, and no commands.
function ownKeys({ keys, shown }) {
  const commands = new Set(Object.values(shown));
  return entriesOf(keys).filter(({ names }) => !names.some((name) => commands.has(name)));
}

export class Toolbar {
  // `does` has command(name, repeated), key(name, repeated), `menu` with entries [text, function], where an
  // element may stand for the text, `sound`, a button, and an AbortSignal.
  constructor(does) {
    this.does = does;
    const button = (name, label, options) => iconButton(name, label, () => does.command(name), options);
    this.buttons = { undo: iconButton("undo", "Undo", null), redo: iconButton("redo", "Redo", null),
      restart: button("restart", "Restart the level"),
      pause: iconButton("play", "Start", () => does.command("pause"), { class: "button pause" }),
      hint: button("hint", "Hint", { text: true }), solve: button("solve", "Solve", { text: true }) };
    this.menu = makeMenu(does.menu, does.signal);
    this.element = make("div", { class: "toolbar", role: "group", "aria-label": "Play" },
      ...Object.values(this.buttons), does.sound, this.menu);
    new Presses(this.element, new Map(["undo", "redo"].map((name) =>
      [this.buttons[name], (repeated) => does.command(name, repeated)])));
    this.pad = make("div", { class: "pad", role: "group", "aria-label": "Keys of the game", hidden: true });
    this.acts = new Map(); // what the buttons of the pad do
    new Presses(this.pad, this.acts);
    this.wish = recall("pad", null, (value) => typeof value === "boolean");
  }

  // A game begins.
  begin(loaded) {
    for (const [name, button] of Object.entries(this.buttons)) {
      const key = loaded.shown[name], label = button.getAttribute("aria-label") ?? "";
      button.title = key ? `${label} (${key})`.trim() : label;
    }
    show(this.buttons.pause, loaded.tick !== undefined);
    show(this.buttons.hint, !loaded.bare);
    show(this.buttons.solve, loaded.solvable && !loaded.bare);
    this.#fillPad(loaded);
  }

  #does(key, button) {
    this.acts.set(button, (repeated) => this.does.key(key, repeated));
    return button;
  }

  #fillPad(loaded) {
    this.acts.clear();
    const own = ownKeys(loaded), names = new Set(own.flatMap((entry) => entry.names));
    this.directions = names.has("left") && names.has("right");
    this.diagonals = this.directions && names.has("home");
    this.moves = this.directions && !loaded.cursor;
    const named = new Map(own.flatMap((entry) => entry.names.map((name) => [name, entry.what])));
    const key = (name, direction) => {
      const what = named.get(name), label = direction.replace("-", " and ");
      const full = what && !/^move/.test(what) ? `${short(what)} (${label})` : label;
      return this.#does(name, iconButton(direction, full, null, { "data-at": direction }));
    };
    const cross = make("div", { class: "cross" });
    if (this.directions) {
      const { left, right } = arrows;
      const wanted = { ...(loaded.hexagons ? { left, right } : arrows), ...(this.diagonals ? corners : {}) };
      cross.append(...Object.entries(wanted).filter(([name]) => names.has(name)).map((entry) => key(...entry)));
    }
    const whole = ({ what }) => short(what) === what;
    // "push ..." asks for what "push left" and "push right" say at once.
    const said = ({ what }) => own.filter((other) =>
      whole(other) && other.what.startsWith(`${short(what)} `)).length > 1;
    const others = own.filter((entry) => !said(entry)
      && !entry.names.some((name) => name in arrows || name in corners));
    this.pad.replaceChildren(cross, make("div", { class: "others" }, ...others.map((entry) => {
      return this.#does(entry.names[0], textButton(short(entry.what), null,
        { "data-whole": whole(entry) && !entry.names.includes("enter") }));
    })));
    this.action = others.find(whole)?.names[0]; // that a gamepad plays
    this.hasPad = this.directions || others.length > 0;
    this.useful = this.moves || this.pad.querySelector("[data-whole]") !== null;
    this.#showPad();
  }

  // On screens for fingers the pad is there if cells that are tapped are not enough, and has then
  // only what cannot be done by taps.
  get padShown() {
    return this.hasPad && (this.wish ?? (this.useful && coarse.matches));
  }

  togglePad() {
    this.wish = !this.padShown;
    keep("pad", this.wish);
    this.#showPad();
  }

  #showPad() {
    this.pad.classList.toggle("lean", !this.wish && !this.moves);
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
