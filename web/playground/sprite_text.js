// Sprites in a source in Lua: where the pixels of each stand, and what a stroke of paint changes in the
// text. Only what is written out in the source can be painted: `look = { wall = { sprite = "..." } }`.
//
// A sprite is { name, size, pixels, colours, from, to }: rows of { char, at }, `at` its place in the text;
// the colours of its palette, { char, name, hex }; and the part of the text it stands in. One that is not
// written yet has pixels without a place, and `isNew`.

import { frames, tokens, valueOf } from "./lua_context.js";

const OPENS = new Set(["{", "(", "[", "function", "do", "if", "repeat"]);
const CLOSES = new Set(["}", ")", "]", "end", "until"]);
export const NEW_SIZE = 5, LARGEST_SPRITE = 32;

// ---- tables ----

function entryOf(code, from, to) {
  const [first, second, third, fourth] = code.slice(from, from + 4);
  if (first.kind === "name" && second?.text === "=" && second.kind === "op")
    return { key: first.text, from, value: from + 2, to };
  if (first.text === "[" && second?.kind === "string" && third?.text === "]" && fourth?.text === "=")
    return { key: valueOf(second), from, value: from + 4, to };
  return { key: null, from, value: from, to };
}

// The table that opens at a token: { at, end, entries }, or null if it is not closed.
function tableAt(code, at) {
  const entries = [];
  let depth = 0, from = at + 1;
  for (let i = from; i < code.length; i++) {
    const { kind, text } = code[i], isWord = kind === "op" || kind === "name";
    if (depth === 0 && kind === "op" && (text === "}" || text === "," || text === ";")) {
      if (i > from) entries.push(entryOf(code, from, i));
      from = i + 1;
      if (text === "}") return { at, end: i, entries };
    } else if (isWord && OPENS.has(text)) {
      depth++;
    } else if (isWord && CLOSES.has(text)) {
      depth--;
    }
  }
  return null;
}

const named = (table, key) => table?.entries.find((entry) => entry.key === key);

function tableIn(code, entry) {
  const isTable = entry && code[entry.value]?.text === "{" && code[entry.value].kind === "op";
  return isTable ? tableAt(code, entry.value) : null;
}

// The table of the game, its look, and whether the look is written there alone.
function outlined(source) {
  const code = tokens(source).filter(({ kind }) => kind !== "comment");
  const found = { code, game: null, look: null, isPlain: true };
  for (let i = 0; i < code.length; i++) {
    if (code[i].kind !== "name") continue;
    const next = code[i + 1]?.kind === "op" ? code[i + 1].text : "";
    if (code[i].text === "legend" && next === "=" && !found.game) {
      const frame = frames(code.slice(0, i)).at(-1);
      if (frame?.open === "{") found.game = tableAt(code, frame.at);
    } else if (code[i].text === "look" && next === "=" && code[i + 2]?.text === "{" && !found.look) {
      found.look = tableAt(code, i + 2);
    } else if (code[i].text === "look" && (next === "[" || next === ".")) {
      found.isPlain = false; // somewhere else it is given more
    }
  }
  return found;
}

// ---- reading ----

// The pixels of strings that are joined by "..": rows of { char, at }; null if they have other signs.
function pixelsOf(code, { value, to }) {
  const rows = [[]];
  for (let i = value; i < to; i++) {
    const { kind, text, from } = code[i], isString = (i - value) % 2 === 0;
    if (isString ? kind !== "string" : text !== "..") return null;
    if (!isString) continue;
    const opened = /^\[(=*)\[\n?|^["']/.exec(text), last = text.length - (text[0] === "[" ? opened[1].length + 2 : 1);
    for (let k = opened[0].length; k < last; k++) {
      const char = text[k];
      if (char === "/" || char === "\n") rows.push([]);
      else if (char === "\\" && text[k + 1] === "n" && text[0] !== "[") rows.push([]), k++;
      else if (/[\w.]/.test(char)) rows.at(-1).push({ char, at: from + k });
      else return null;
    }
  }
  const full = rows.filter((row) => row.length > 0);
  return full.every((row) => row.length === full.length) && full.length <= LARGEST_SPRITE ? full : null;
}

// The colours of the palette. One that is not written out has a letter, which no other colour may get, but no hex.
function coloursOf(api, code, look) {
  const known = new Map(api.colours);
  const entries = tableIn(code, named(look, "palette"))?.entries ?? [];
  return entries.filter(({ key }) => key?.length === 1).map(({ key, value, to }) => {
    const name = code[value].kind === "string" && to === value + 1 ? valueOf(code[value]) : null;
    return { char: key, name, hex: known.get(name) ?? (/^#[\da-f]{6}$/i.test(name) ? name : null) };
  });
}

/** The pixels of a sprite that is not written yet: of one character. */
export const blank = (char) =>
  Array.from({ length: NEW_SIZE }, () => Array.from({ length: NEW_SIZE }, () => ({ char })));

/** The sprites of a source in Lua; `kinds` are those of the game: they may get one. */
export function luaSprites(api, source, kinds = []) {
  const { code, game, look, isPlain } = outlined(source), found = [];
  const colours = coloursOf(api, code, look);
  for (const entry of look?.entries ?? []) {
    const table = entry.key === null || entry.key === "palette" ? null : tableIn(code, entry);
    const sprite = named(table, "sprite"), pixels = sprite && pixelsOf(code, sprite);
    if (pixels?.length > 0) found.push({ name: entry.key, size: pixels.length, pixels, colours,
      from: code[entry.from].from, to: code[entry.to - 1].to });
  }
  const canBegin = isPlain && game && (look || !named(game, "look"));
  for (const name of canBegin ? kinds : []) {
    const entry = named(look, name), table = tableIn(code, entry);
    if (/^[A-Za-z_]\w*$/.test(name) && (!entry || table && !named(table, "sprite")))
      found.push({ name, size: NEW_SIZE, pixels: blank("."), colours, isNew: true });
  }
  return found;
}

// ---- writing ----

// What writes further entries into a table: on lines of their own if its end stands on one.
function appended(source, code, table, texts) {
  const last = code[table.end - 1], end = code[table.end].from, isFull = /^[,;{]$/.test(last.text);
  const line = source.lastIndexOf("\n", end - 1) + 1, indent = source.slice(line, end);
  if (/\S/.test(indent) || line === 0) {
    const text = texts.join(", "), isEmpty = last.text === "{";
    return [{ from: last.to, to: last.to, insert: isEmpty ? ` ${text}${source[last.to] === " " ? "" : " "}`
      : `${isFull ? "" : ","} ${text}` }];
  }
  const made = texts.map((text) => `${indent}  ${text.replaceAll("\n", `\n${indent}  `)},\n`).join("");
  return [...isFull ? [] : [{ from: last.to, to: last.to, insert: "," }], { from: line, to: line, insert: made }];
}

// A letter for a colour that no other one has.
function letterFor(name, used) {
  const own = name.replace(/[^a-z]/gi, "");
  const all = `${own}${own.toUpperCase()}abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789`;
  return [...all].find((char) => !used.has(char)) ?? null;
}

/**
 * The cells of a stroke with their characters, `{ row, column, char }`, and the letters that the palette of the
 * sprite gets for colours that it has not: a map by name. A colour for which no letter is left is not painted.
 */
export function lettered(sprite, stroke, choose = letterFor) {
  const letters = new Map(sprite.colours.map(({ name, char }) => [name, char]));
  const used = new Set(sprite.colours.map(({ char }) => char)), added = new Map(), cells = [];
  for (const { row, column, colour } of stroke) {
    if (colour !== null && !letters.has(colour)) {
      const char = choose(colour, used);
      if (char === null) continue;
      letters.set(colour, char);
      added.set(colour, char);
      used.add(char);
    }
    cells.push({ row, column, char: colour === null ? "." : letters.get(colour) });
  }
  return { cells, added };
}

/** The changes that write these cells where the source has the sprite. */
export const pixelChanges = ({ pixels }, cells) => cells.map(({ row, column, char }) => {
  const { at } = pixels[row][column];
  return { from: at, to: at + 1, insert: char };
});

/** The pixels of a sprite in rows of characters, with those of `cells` { row, column, char } in their places. */
export function rowsWith(sprite, cells) {
  const rows = sprite.pixels.map((row) => row.map(({ char }) => char));
  for (const { row, column, char } of cells) rows[row][column] = char;
  return rows.map((row) => row.join(""));
}

/**
 * What a stroke changes in the source: a list of { from, to, insert }. `stroke` is a list of { row, column,
 * colour }, from 0; the colour is a name, or null for what lies below.
 */
export function luaStroke(source, sprite, stroke) {
  const { code, game, look } = outlined(source);
  const written = named(look, "palette"), palette = tableIn(code, written);
  const { cells, added } = lettered(sprite, stroke, written && !palette ? () => null : letterFor);
  if (cells.length === 0) return [];
  const entries = [...added].map(([name, char]) => `${/\d/.test(char) ? `["${char}"]` : char} = "${name}"`);
  const inLook = [], changes = [];
  if (palette && entries.length > 0) changes.push(...appended(source, code, palette, entries));
  else if (entries.length > 0) inLook.push(`palette = { ${entries.join(", ")} }`);
  if (!sprite.isNew) {
    changes.push(...pixelChanges(sprite, cells));
  } else {
    const text = `sprite = "${rowsWith(sprite, cells).join("/")}"`, entry = tableIn(code, named(look, sprite.name));
    if (entry) changes.push(...appended(source, code, entry, [text]));
    else inLook.push(`${sprite.name} = { ${text} }`);
  }
  if (inLook.length > 0) {
    changes.push(...look ? appended(source, code, look, inLook)
      : appended(source, code, game, [`look = {\n${inLook.map((text) => `  ${text},\n`).join("")}}`]));
  }
  return changes;
}
