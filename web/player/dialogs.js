// Dialogs: the keys, which can be bound to others, and the limits of a game.

import { iconButton, make, textButton } from "./dom.js";
import { HowTo } from "./howto.js";
import { entriesOf, keyName, keyText } from "./keys.js";
import { short } from "./speech.js";

// A modal dialog with a title; it gives the focus back.
export function makeDialog(title, ...content) {
  const heading = make("h2", {}, title);
  const dialog = make("dialog", { class: "dialog", "aria-label": title },
    make("header", {}, heading, iconButton("close", "Close", () => dialog.close())), ...content);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  return dialog;
}

// ---- keys ----

export class KeysDialog {
  #waits = null; // the function that gets the next key

  // `does` has bound(map), where `map` says for which key of the game a key stands. `beside` is the card
  // beside the board.
  constructor(does) {
    this.does = does;
    this.beside = new HowTo();
    this.rows = make("tbody");
    this.say = make("p", { class: "soft", role: "status" });
    this.element = makeDialog("Keys", make("p", { class: "soft" },
      "Tap or click on the board to choose a cell; a long tap or the right button is the second action. "
      + "A swipe is an arrow key where the game has directions, and a tap beside or far from the piece that moves "
      + "sends it there. Pieces that have moves of their own are dragged. The wheel of a mouse goes back and forth."),
    make("table", { class: "keys" }, make("thead", {}, make("tr", {}, make("th", {}, "What it does"),
      make("th", {}, "Keys"), make("th", {}, make("span", { class: "hidden" }, "Change")))), this.rows),
    this.say, textButton("Forget my keys", () => this.#change({})));
    this.element.addEventListener("keydown", (event) => this.#press(event), true);
    this.element.addEventListener("close", () => this.#expect(null));
  }

  open(list, map) {
    this.list = list;
    this.map = map;
    this.say.textContent = "";
    this.#fill();
    this.element.showModal();
  }

  #fill() {
    this.rows.replaceChildren(...entriesOf(this.list).flatMap((entry) => this.#entries(entry)));
  }

  // Arrows are four entries, so that each may be bound to another key.
  #entries({ names, what }) {
    const letters = { up: "w", down: "s", left: "a", right: "d" };
    const arrows = names.filter((name) => name in letters);
    if (arrows.length < 2) return [this.#entry(short(what), names)];
    return arrows.map((name) => {
      return this.#entry(`${what}: ${name}`, [name, letters[name]].filter((key) => names.includes(key)));
    });
  }

  #entry(what, names) {
    const own = Object.keys(this.map).filter((key) => names.includes(this.map[key]));
    const free = names.filter((name) => !(name in this.map));
    const shown = free.map((name) => make("kbd", {}, keyText(name)));
    const mine = own.map((key) => make("button", { type: "button", class: "kbd mine",
      "aria-label": `Forget ${keyText(key)} for ${what}`, title: "Forget this key",
      onclick: () => this.#forget(key) }, `${keyText(key)} ×`));
    const add = textButton("Add", () => this.#ask(add, what, names[0]), { class: "button small",
      "aria-label": `Add a key for ${what}` });
    return make("tr", {}, make("th", { scope: "row" }, what), make("td", {}, ...shown, ...mine),
      make("td", {}, add));
  }

  #ask(button, what, name) {
    button.textContent = "Press a key";
    this.say.textContent = `Press the key for ${what}. Esc: none.`;
    this.#expect((key) => {
      if (!key) this.#fill();
      else this.#change({ ...this.map, [key]: name });
      this.say.textContent = key ? `${keyText(key)}: ${what}.` : "";
      this.rows.querySelector(`[aria-label="${CSS.escape(`Add a key for ${what}`)}"]`)?.focus();
    });
  }

  #expect(give) {
    this.#waits = give;
  }

  #press(event) {
    if (!this.#waits) return;
    const give = this.#waits, all = { has: () => true };
    const name = event.key === "Escape" ? null : keyName(event, all);
    if (name === null && event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    this.#expect(null);
    give(name);
  }

  #forget(key) {
    const map = { ...this.map };
    delete map[key];
    this.#change(map);
  }

  #change(map) {
    this.map = map;
    this.does.bound(map);
    this.#fill();
  }
}

// ---- settings ----

const limits = { seconds: [0.5, 60, 0.5], megabytes: [64, 2048, 64] };

export function areLimits(value) {
  return Object.entries(limits).every(([name, [min, max]]) => {
    return typeof value[name] === "number" && value[name] >= min && value[name] <= max;
  });
}

function numberField(name, label, value, change) {
  const [min, max, step] = limits[name];
  const input = make("input", { type: "number", min, max, step, value, inputmode: "decimal" });
  input.addEventListener("change", () => {
    const number = Math.min(max, Math.max(min, Number(input.value) || min));
    input.value = number;
    change(number);
  });
  return make("label", { class: "field" }, make("span", {}, label), input);
}

export class LimitsDialog {
  // `does` has limited({ seconds, megabytes }).
  constructor({ seconds, megabytes }, does) {
    const limit = { seconds, megabytes };
    const change = (name) => (number) => does.limited({ ...Object.assign(limit, { [name]: number }) });
    this.element = makeDialog("Limits", make("p", { class: "soft" },
      "A game that takes more than this is ended, and brought back as it was before."),
    numberField("seconds", "Seconds for a move", seconds, change("seconds")),
    numberField("megabytes", "Megabytes of memory", megabytes, change("megabytes")));
  }

  open() {
    this.element.showModal();
  }
}
