// Sprites of objects in PuzzleScript, in the form of those in Lua (sprite_text.js). Their colours are numbered.

import { outlined, paletteOf, valueOf } from "./puzzlescript.js";
import { blank, LARGEST_SPRITE, lettered, NEW_SIZE, pixelChanges, rowsWith } from "./sprite_text.js";

const COLOURS_MOST = 10;
const nextDigit = (name, used) => (used.size < COLOURS_MOST ? String(used.size) : null);

// The lines of a text, with the places where they begin.
function linesOf(source) {
  let at = 0;
  return source.split("\n").map((text) => {
    const line = { text, at };
    at += text.length + 1;
    return line;
  });
}

function pixelsOf(lines, first) {
  const rows = [];
  for (let i = first; i < lines.length && /^\s*[.\d][.\d\s]*$/.test(lines[i].text); i++) {
    rows.push(Array.from(lines[i].text.matchAll(/[.\d]/g), ({ 0: char, index }) => ({ char, at: lines[i].at + index })));
  }
  return rows;
}

/** The sprites of a source in PuzzleScript: an object without one is full of its first colour. */
export function puzzleSprites(api, source) {
  const outline = outlined(source), palette = paletteOf(api, outline), lines = linesOf(source), found = [];
  for (const { name, colours, from } of outline.objects) {
    const known = colours.map((word, i) => ({ char: String(i), name: word, hex: valueOf(word, palette) }));
    const pixels = pixelsOf(lines, from), size = pixels.length;
    const common = { name, colours: known, from: lines[Math.max(0, from - 2)].at };
    if (colours.length === 0 || from > lines.length) continue;
    if (size === 0) {
      found.push({ ...common, size: NEW_SIZE, pixels: blank("0"), isNew: true, line: from - 1,
        to: lines[from - 1].at + lines[from - 1].text.length });
    } else if (size <= LARGEST_SPRITE && pixels.every((row) => row.length === size)) {
      const last = lines[from + size - 1];
      found.push({ ...common, size, pixels, line: from - 1, to: last.at + last.text.length });
    }
  }
  return found;
}

/** What a stroke changes in the source, as `luaStroke` tells it. */
export function puzzleStroke(source, sprite, stroke) {
  const { cells, added } = lettered(sprite, stroke, nextDigit);
  const { text, at } = linesOf(source)[sprite.line], changes = [];
  const end = at + text.replace(/\s*(\(.*)?$/, "").length; // of the colours
  if (added.size > 0) changes.push({ from: end, to: end, insert: ` ${[...added.keys()].join(" ")}` });
  if (!sprite.isNew) return [...changes, ...pixelChanges(sprite, cells)];
  const below = at + text.length;
  return [...changes, { from: below, to: below, insert: `\n${rowsWith(sprite, cells).join("\n")}` }];
}
