// Tiles: what the cells of a board look like, as symbols of SVG. The drawings come from the engine
// that plays somebody's game, so only shapes, texts and colours are taken over.

import { makeSvg } from "./dom.js";

// Of every picture that has tiles.
export const PICTURE = { "shape-rendering": "crispEdges", "font-weight": "700", "text-anchor": "middle",
  "font-family": "ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" };

const elements = new Set(["svg", "g", "rect", "path", "text"]);
const attributes = new Set(["d", "x", "y", "width", "height", "viewBox", "font-size", "font-family",
  "font-weight", "text-anchor", "fill-opacity", "textLength", "lengthAdjust"]);
const colour = /^#[0-9a-f]{3,8}$/i;

// The colour, if it is one.
export function colourOf(text, other = "#000000") {
  return colour.test(text) ? text : other;
}

function copy(from) {
  const to = makeSvg(from.localName);
  for (const { name, value } of from.attributes) {
    if (attributes.has(name) || name === "fill" && colour.test(value)) to.setAttribute(name, value);
  }
  for (const child of from.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) to.append(child.data);
    else if (elements.has(child.localName)) to.append(copy(child));
  }
  return to;
}

// The symbols of a page of films, as markup.
export function symbolsOf(page) {
  const kept = makeSvg("svg");
  for (const symbol of page.querySelectorAll("defs > symbol")) {
    if (/^t\d+$/.test(symbol.id)) {
      const made = makeSvg("symbol", { id: symbol.id, viewBox: "0 0 16 16" });
      made.append(...copy(symbol).childNodes);
      kept.append(made);
    }
  }
  return kept.innerHTML;
}

function symbol(id, drawing) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${drawing}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const made = makeSvg("symbol", { id, viewBox: "0 0 16 16" });
  if (parsed.localName === "svg") made.append(...copy(parsed).childNodes);
  return made;
}

export class Tiles {
  // `name` tells apart the symbols of several boards of a page.
  constructor(name) {
    this.name = name;
    this.element = makeSvg("defs");
    this.labels = new Map();
  }

  clear() {
    this.element.replaceChildren();
    this.labels.clear();
  }

  add(list) {
    for (const { number, label, svg } of list) {
      if (this.labels.has(number)) continue;
      this.labels.set(number, label || "nothing");
      this.element.append(symbol(this.id(number), svg));
    }
  }

  id(number) {
    return `${this.name}-tile-${number}`;
  }

  label(number) {
    return this.labels.get(number) ?? "nothing";
  }
}
