// How to play, beside the board: what the game is about, its own keys, and where all others are.

import { make, put, show, textButton } from "./dom.js";
import { entriesOf, keyText } from "./keys.js";
import { short } from "./speech.js";

const coarse = matchMedia("(pointer: coarse)");
const MOST = 6; // entries, and five more where directions are six of them; the dialog has all of them
const ARROWS = ["left", "up", "down", "right"];

// "Cave: take all gems" begins with the title, which stands above the board.
export function aim({ summary = "", title = "", together }) {
  const text = summary.startsWith(`${title}:`) ? summary.slice(title.length + 1).trim() : summary;
  return text === title ? "" : text.replace(/^./u, (letter) => letter.toUpperCase()).replace(/[^.!?]$/, "$&.")
    + (together ? " All act together." : "");
}

// The keys that are shown for an entry: arrows once, else the first.
function shortest(names) {
  const arrows = ARROWS.filter((name) => names.includes(name));
  return arrows.length > 1 ? arrows : names.slice(0, 1);
}

function ownEntries({ keys, shown }) {
  const commands = new Set(Object.values(shown));
  return entriesOf(keys).filter(({ names }) => !names.some((name) => commands.has(name)));
}

// Where a cell has two actions, the second one is that of a finger that stays.
function byHolding(entries) {
  const [tap, hold, more] = entries.filter(({ what }) => /^[^<]+<row>[^<]+<column>$/.test(what));
  return hold && !more ? `Tap a cell to ${short(tap.what)}, hold it to ${short(hold.what)}.` : "";
}

// What fingers do, where the keys say the same.
function byTouch({ cursor }, entries) {
  if (cursor) return byHolding(entries) || "Tap a cell to choose it.";
  return entries.some(({ names }) => names.includes("left") && names.includes("right"))
    ? "Swipe over the board to move." : "";
}

export class HowTo {
  constructor() {
    this.text = make("p", { class: "about" });
    this.touch = make("p", { class: "soft" });
    this.list = make("dl", {});
    this.element = make("section", { class: "card howto", "aria-label": "How to play" },
      make("h3", {}, "How to play", textButton("All keys", () => this.open(), { class: "button small" })),
      this.text, this.touch, this.list);
  }

  // A game begins. `open()` shows all keys.
  begin(loaded, open) {
    this.open = open;
    const entries = ownEntries(loaded), touch = coarse.matches ? byTouch(loaded, entries) : "";
    this.holds = coarse.matches && loaded.cursor ? byHolding(entries) : "";
    put(this.text, aim(loaded));
    put(this.touch, touch);
    show(this.text, this.text.textContent !== "");
    show(this.touch, touch !== "");
    show(this.list, !coarse.matches);
    const undo = loaded.shown.undo ? [{ names: [loaded.shown.undo], what: "undo" }] : [];
    const most = loaded.hexagons ? MOST + 5 : MOST;
    this.list.replaceChildren(...[...entries.slice(0, most), ...undo].map(({ names, what }) =>
      make("div", {}, make("dt", {}, ...shortest(names).map((name) => make("kbd", {}, keyText(name)))),
        make("dd", {}, short(what)))));
  }
}
