// A board as a small picture.

import { makeSvg } from "./dom.js";
import { HEXAGONS, SQUARES, UNIT } from "./hexagons.js";
import { PICTURE, colourOf } from "./tiles.js";

/**
 * Puts the picture of a view into an element, as large as fits. It is drawn with tiles that the document has,
 * or with `more`, elements that it brings. Cells and
 * half of them measure whole pixels, so that no gaps are seen between them.
 */
export function showSmall(room, { rows, columns, back, all }, tiles, { hexagons = false, more = [] } = {}) {
  const { across, down, slant } = hexagons ? HEXAGONS : SQUARES, margin = UNIT / 2;
  const wide = columns * across + (rows - 1) * slant + 2 * margin, high = (rows - 1) * down + UNIT + 2 * margin;
  const fitting = Math.min(room.clientWidth / wide, room.clientHeight / high) * UNIT;
  const size = (fitting < 2 ? fitting : Math.floor(fitting / 2) * 2) / UNIT;
  const picture = makeSvg("svg", { viewBox: `${-margin} ${-margin} ${wide} ${high}`, "aria-hidden": "true",
    width: size * wide, height: size * high, ...PICTURE }, ...more,
  makeSvg("rect", { x: -margin, y: -margin, width: wide, height: high, rx: 6, fill: colourOf(back) }));
  picture.append(...all.map((tile, i) => {
    const row = Math.floor(i / columns), column = i % columns;
    return makeSvg("use", { x: column * across + row * slant - (UNIT - across) / 2, y: row * down, width: UNIT,
      height: UNIT, href: `#${tiles.id(tile)}` });
  }));
  room.replaceChildren(picture);
}
