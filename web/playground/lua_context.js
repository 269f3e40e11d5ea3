// Where in a Lua text the cursor is: tokens, the tables and calls around it. Nothing here knows the
// API; a text that is half written is the usual case.

const TOKEN = new RegExp([
  /(?<space>\s+)/,
  /(?<comment>--(?:\[(?<c>=*)\[[\s\S]*?(?:\]\k<c>\]|$)|[^\n]*))/,
  /(?<long>\[(?<s>=*)\[[\s\S]*?(?:\]\k<s>\]|$))/,
  /(?<string>"(?:\\[\s\S]|[^"\\\n])*(?:"|$|(?=\n))|'(?:\\[\s\S]|[^'\\\n])*(?:'|$|(?=\n)))/,
  /(?<name>[A-Za-z_]\w*)/,
  /(?<number>\d[\w.]*)/,
  /(?<op>::|\.{2,3}|[<>=~]=|\/\/|<<|>>|[\s\S])/
].map((part) => part.source).join("|"), "gy");

const OPENS = new Set(["function", "do", "if", "repeat"]);
const CLOSES = new Set(["end", "until"]);
const MATCHING = { "{": "}", "(": ")", "[": "]" };

/** Tokens without blanks: `{ kind, text, from, to }`. */
export function tokens(text) {
  const list = [];
  for (const { groups, 0: matched, index } of text.matchAll(TOKEN)) {
    if (groups.space !== undefined) continue;
    const kind = groups.comment !== undefined ? "comment" : groups.name !== undefined ? "name"
      : groups.number !== undefined ? "number" : groups.op !== undefined ? "op" : "string";
    list.push({ kind, text: matched, from: index, to: index + matched.length });
  }
  return list;
}

/** What a string token stands for; escapes stay as they are. */
export function valueOf(token) {
  const long = /^\[(=*)\[\n?([\s\S]*?)(\]\1\])?$/.exec(token.text);
  return long ? long[2] : token.text.replace(/^["']|["']$/g, "");
}

function isClosed(token) {
  const { text } = token;
  const long = /^(?:--)?\[(=*)\[/.exec(text);
  if (long) return text.endsWith(`]${long[1]}]`);
  if (token.kind === "comment") return false;
  return text.length > 1 && text.at(-1) === text[0] && !/[^\\](\\\\)*\\.$/.test(text);
}

// The place of the bracket that belongs to the closing one at `at`.
function opening(list, at) {
  let depth = 0;
  for (let i = at; i >= 0; i--) {
    if (list[i].kind !== "op") continue;
    if (")]}".includes(list[i].text)) depth++;
    if ("([{".includes(list[i].text) && --depth === 0) return i;
  }
  return -1;
}

/**
 * The chain of names that ends before token `at`, such as `state.board:piece(1, 2)`: a list of
 * `{ name, mark, called, argument }`, or an empty one. `argument` is the text of a string that is
 * the call's only argument.
 */
export function chainBefore(list, at) {
  const chain = [];
  let i = at - 1;
  for (;;) {
    let called = false, argument = null;
    while (i >= 0 && (list[i].kind === "string" || list[i].text === ")" || list[i].text === "}")) {
      called = true;
      if (list[i].kind === "string") {
        argument = valueOf(list[i]);
        i--;
      } else {
        const open = opening(list, i);
        if (open < 0) return [];
        if (i - open === 2 && list[open + 1].kind === "string") argument = valueOf(list[open + 1]);
        i = open - 1;
      }
    }
    if (i < 0 || list[i].kind !== "name") return [];
    const mark = i > 0 && (list[i - 1].text === "." || list[i - 1].text === ":") ? list[i - 1].text : null;
    chain.unshift({ name: list[i].text, mark, called, argument });
    if (!mark) return chain;
    i -= 2;
  }
}

// How the value that begins at token `at` is reached: by a key, by a call, or in a list.
function roleOf(list, at) {
  const before = list[at - 1];
  if (!before) return {};
  if (before.text === "=") {
    const key = list[at - 2];
    return { key: key?.kind === "name" ? key.text : key?.text === "]" && list[at - 3]?.kind === "string"
      ? valueOf(list[at - 3]) : null };
  }
  if ("({,;".includes(before.text)) return { listed: true };
  return { chain: chainBefore(list, at) };
}

/** The brackets and blocks that are open behind the last token, the outermost first. */
export function frames(list) {
  const open = [];
  list.forEach((token, i) => {
    if (token.kind === "op" && MATCHING[token.text]) {
      open.push({ open: token.text, at: i, ...roleOf(list, i) });
    } else if (token.kind === "op" && ")]}".includes(token.text)) {
      // What a half written text has left open inside is closed as well.
      const match = open.findLastIndex((frame) => MATCHING[frame.open] === token.text);
      if (match >= 0) open.length = match;
    } else if (token.kind === "name" && OPENS.has(token.text)) {
      open.push({ open: token.text, at: i });
    } else if (token.kind === "name" && CLOSES.has(token.text)) {
      const match = open.findLastIndex((frame) => OPENS.has(frame.open));
      if (match >= 0) open.length = match;
    }
  });
  return open;
}

// What stands in the innermost table before the cursor: its keys, and the entry that is being
// written: its key, or its number.
function entryIn(list, frame) {
  const used = [];
  let depth = 0, number = 1, key = null, value = false;
  for (let i = frame.at + 1; i < list.length; i++) {
    const { text, kind } = list[i];
    if (kind === "op" && "([{".includes(text) || kind === "name" && OPENS.has(text)) depth++;
    else if (kind === "op" && ")]}".includes(text) || kind === "name" && CLOSES.has(text)) depth--;
    else if (depth === 0 && (text === "," || text === ";")) {
      number += key === null ? 1 : 0;
      key = null;
      value = false;
    } else if (depth === 0 && text === "=" && kind === "op") {
      const before = list[i - 1];
      key = before.kind === "name" ? before.text : "";
      used.push(key);
      value = true;
    }
  }
  return { used, key, number, value };
}

/**
 * The context at a place of a text, or null inside of a comment:
 *
 * - `kind`: "member" (behind `chain` and `mark`), "string" (`value` is its text so far), "name"
 * - `from`: where the word that is being written begins
 * - `frames`, and `entry`: `{ used, key, number, value }` if a table is the innermost frame
 */
export function contextAt(text, place) {
  const list = tokens(text.slice(0, place));
  const last = list.at(-1);
  if (last?.kind === "comment" && last.to === place && !isClosed(last)) return null;
  if (last?.kind === "string" && last.to === place && !isClosed(last)) {
    const before = list.slice(0, -1), open = frames(before);
    const value = valueOf(last), word = /[\w<>-]*$/.exec(value)[0];
    return { kind: "string", value, from: place - word.length, list: before, frames: open,
      entry: entryOf(before, open), chain: chainOfCall(before, open) };
  }
  const word = last?.kind === "name" && last.to === place ? last : null;
  const before = word ? list.slice(0, -1) : list;
  const from = word ? word.from : place, open = frames(before), mark = before.at(-1)?.text;
  if ((mark === "." || mark === ":") && before.at(-1).kind === "op") {
    return { kind: "member", mark, chain: chainBefore(before, before.length - 1), from, list: before,
      frames: open };
  }
  return { kind: "name", from, list: before, frames: open, entry: entryOf(before, open) };
}

function entryOf(list, open) {
  const frame = open.at(-1);
  return frame?.open === "{" ? entryIn(list, frame) : null;
}

// The function that gets the string at the end as an argument: `require "`, `board:count("`.
function chainOfCall(list, open) {
  const direct = chainBefore(list, list.length);
  if (direct.length > 0 && list.at(-1)?.kind === "name") return direct;
  const frame = open.at(-1);
  return frame?.open === "(" ? chainBefore(list, frame.at) : [];
}
