// The sprites of a file, in Lua or in PuzzleScript: one way to read, draw and change them.

import { makeSvg } from "../player/dom.js";
import { isPuzzle } from "./project.js";
import { puzzleSprites, puzzleStroke } from "./puzzle_sprite.js";
import { outlined, paletteOf } from "./puzzlescript.js";
import { luaSprites, luaStroke } from "./sprite_text.js";

/** The sprites of a file, and those that `kinds` of its game may get; sprite_text.js says what one is. */
export function spritesOf(api, file, kinds = []) {
  return isPuzzle(file) ? puzzleSprites(api, file.text) : luaSprites(api, file.text, kinds);
}

/** What a stroke of { row, column, colour } changes in the file's text. */
export function strokeOf(file, sprite, stroke) {
  return (isPuzzle(file) ? puzzleStroke : luaStroke)(file.text, sprite, stroke);
}

/** All colours that have names: a list of { name, hex }, each hue once. */
export function coloursFor(api, file) {
  const named = isPuzzle(file) ? [...paletteOf(api, outlined(file.text))] : api.colours;
  const seen = new Set(), list = named.map(([name, hex]) => ({ name, hex }));
  return list.filter(({ hex }) => hex && !seen.has(hex) && seen.add(hex));
}

/** The value of a pixel's colour, or null for what lies below. */
export function hexOf(sprite, { char }) {
  return sprite.colours.find((colour) => colour.char === char)?.hex ?? null;
}

/** A small picture of a sprite. */
export function pictureOf(sprite) {
  const { size } = sprite;
  const drawn = sprite.pixels.flatMap((row, y) => row.map((pixel, x) => [x, y, hexOf(sprite, pixel)]));
  return makeSvg("svg", { viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges", "aria-hidden": "true" },
    ...drawn.filter(([, , fill]) => fill).map(([x, y, fill]) => makeSvg("rect", { x, y, width: 1, height: 1, fill })));
}
