// The palette: the different things of a legend, of which one paints. What several characters mean stands in
// it once; things that look the same have their character on the picture.

import { make, makeSvg } from "../player/dom.js";
import { PICTURE } from "../player/tiles.js";
import { nextRadio } from "./widgets.js";

const shown = (char) => (char === " " ? "␣" : char);
const spoken = (char) => (char === " " ? "blank" : char);

/**
 * The things of a legend, a list of { char, tile, label, kinds }: { chars, tile, label, kinds, twin }, where
 * `twin` says that another thing has the same picture. `drawings` are the pictures by number. Where labels are
 * the same, what else is there tells them apart: "you (exit)".
 */
export function thingsOf(legend, drawings) {
  const things = new Map();
  for (const { char, tile, label, kinds } of legend) {
    const key = kinds ? [...kinds].sort().join(" ") : `tile ${tile}`;
    if (!things.has(key)) things.set(key, { chars: [], tile, label, kinds });
    things.get(key).chars.push(char);
  }
  const all = [...things.values()];
  const others = (thing, same) => all.filter((other) => other !== thing && same(other));
  return all.map((thing) => {
    const namesakes = others(thing, ({ label }) => label === thing.label);
    const own = (thing.kinds ?? []).filter((kind) => kind !== thing.label && kind !== "nothing"
      && !namesakes.every(({ kinds }) => kinds?.includes(kind)));
    const more = namesakes.length > 0 && own.length > 0 ? ` (${own.join(", ").replaceAll("_", " ")})` : "";
    return { ...thing, label: thing.label + more,
      twin: others(thing, ({ tile }) => drawings.get(tile) === drawings.get(thing.tile)).length > 0 };
  });
}

// A character on a picture.
const badge = (char) => makeSvg("g", {},
  makeSvg("rect", { x: 7, y: 7, width: 9, height: 9, rx: 2, fill: "#fff" }),
  makeSvg("text", { x: 11.5, y: 14.3, "font-size": 8.5, fill: "#14171c" }, shown(char)));

export class Palette {
  #things = [];
  #chosen = 0;

  // `tiles` are those of the board that is painted; `changed()` is called when another thing paints.
  constructor(tiles, changed) {
    Object.assign(this, { tiles, changed });
    this.element = make("div", { class: "palette", role: "radiogroup", "aria-label": "Tile that paints" });
    this.element.addEventListener("keydown", (event) => this.#walk(event));
  }

  /** What paints, or null: { chars, tile, label, kinds }. */
  get brush() {
    return this.#things[this.#chosen] ?? null;
  }

  /** Shows another legend, whose tiles have these drawings. What has painted paints again, if it is there. */
  show(legend, drawings) {
    const before = this.brush?.chars[0];
    this.#things = thingsOf(legend, drawings);
    this.#chosen = before === undefined ? firstPiece(this.#things)
      : Math.max(0, this.#things.findIndex(({ chars }) => chars.includes(before)));
    this.element.replaceChildren(...this.#things.map((thing, i) => this.#button(thing, i)));
  }

  /** The thing that a character means, or undefined. */
  thingOf(char) {
    return this.#things.find(({ chars }) => chars.includes(char));
  }

  // Also a thing of the legend before, if it is there.
  take(thing) {
    this.#chosen = Math.max(0, this.#things.findIndex(({ chars }) => chars.includes(thing.chars[0])));
    for (const [i, radio] of [...this.element.children].entries()) {
      radio.setAttribute("aria-checked", String(i === this.#chosen));
      radio.tabIndex = i === this.#chosen ? 0 : -1;
    }
    this.changed();
  }

  #button(thing, i) {
    const { chars, tile, label, twin } = thing, names = chars.map(spoken).join(", ");
    const picture = makeSvg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", ...PICTURE },
      makeSvg("use", { href: `#${this.tiles.id(tile)}`, width: 16, height: 16 }), ...(twin ? [badge(chars[0])] : []));
    return make("button", { type: "button", role: "radio", class: "tile", "aria-checked": String(i === this.#chosen),
      tabindex: i === this.#chosen ? "0" : "-1", title: `${label} (${names})`, "aria-label": `${label}, ${names}`,
      onclick: () => this.take(thing) },
    picture, make("span", { "aria-hidden": "true" }, chars.map(shown).join(" ")));
  }

  #walk(event) {
    const next = nextRadio(this.element, event);
    if (!next) return;
    this.take(this.#things[[...this.element.children].indexOf(next)]);
    next.focus();
  }
}

// Something to begin with that can be seen: not the first thing, which is often the empty cell.
const firstPiece = (things) => Math.max(0, things.findIndex(({ label }) => !/^(empty|floor|nothing)$/.test(label)));
