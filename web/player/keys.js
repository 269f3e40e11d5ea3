// Keys: from events of the keyboard to the names that the terminal program has for keys ("a", "up",
// "space", "shift-left"), and which of them are the game's and not the browser's.

const named = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", " ": "space",
  Enter: "enter", Escape: "esc", Backspace: "backspace", Home: "home", End: "end", PageUp: "pageup",
  PageDown: "pagedown", Insert: "insert", Delete: "delete" };

const arrows = ["up", "down", "left", "right"];
const corners = ["home", "end", "pageup", "pagedown"];

// Keys that the browser needs, whatever the game says.
const browsers = new Set(["f3", "f5", "f6", "f7", "f10", "f11", "f12", "tab", "alt-left", "alt-right",
  "alt-home", "alt-up", "ctrl-pageup", "ctrl-pagedown", "ctrl-enter", "alt-enter", "alt-f4", "alt-space"]);

// The names in the first column of a list of keys: "arrows, w a s d" are eight.
export function keysOf(text) {
  const names = [];
  for (const part of text.split(", ")) {
    if (part === "arrows") names.push(...arrows);
    else if (part === "w a s d") names.push("w", "s", "a", "d");
    else if (part === "7 9 1 3") names.push("7", "9", "1", "3", ...corners);
    else if (part === "Enter") names.push("enter");
    else if (part !== "click" && part !== "") names.push(part);
  }
  return names;
}

const symbols = { up: "↑", down: "↓", left: "←", right: "→", space: "Space", enter: "Enter",
  esc: "Esc", backspace: "Backspace", home: "Home", end: "End", pageup: "Page Up", pagedown: "Page Down",
  insert: "Insert", delete: "Delete" };

// A key as people call it.
export function keyText(name) {
  const [, before, key] = /^((?:(?:ctrl|alt|shift)-)*)(.+)$/s.exec(name);
  const shown = symbols[key] ?? (/^f\d+$/.test(key) ? key.toUpperCase() : key);
  return before.replace("ctrl-", "Ctrl+").replace("alt-", "Alt+").replace("shift-", "Shift+") + shown;
}

// Whether the browser lets a page have the key.
const isFree = (name) => !browsers.has(name) && !/^(ctrl|alt)-.$/su.test(name);

// The list of keys that `load` returns as { names, what }; what stands first in it has a key.
export function entriesOf(list) {
  const taken = new Set();
  return list.map(([keys, what]) => {
    const names = keysOf(keys).filter((name) => isFree(name) && !taken.has(name));
    names.forEach((name) => taken.add(name));
    return { names, what };
  }).filter(({ names }) => names.length > 0);
}

// All keys of a game, from the list that `load` returns.
export function knownKeys(list) {
  return new Set(list.flatMap(([keys]) => keysOf(keys)));
}

const isLetter = (text) => /^\p{L}$/u.test(text);

// The character of a key. Where another alphabet is set, the place of the key on the keyboard
// counts: "ц" lies where "w" is. On keyboards where digits need Shift, they need none here.
function character(event, known) {
  const { key, code } = event;
  const text = [...key].length === 1 ? key : "";
  if (known.has(text) || /^[a-z]$/i.test(text)) return text;
  const letter = /^Key([A-Z])$/.exec(code), digit = /^Digit(\d)$/.exec(code);
  if (letter && (text === "" || isLetter(text))) return event.shiftKey ? letter[1] : letter[1].toLowerCase();
  if (digit && !event.shiftKey && !/^\d$/.test(text)) return digit[1];
  return text;
}

function withoutCapsLock(event, text, known) {
  const locked = event.getModifierState?.("CapsLock") && !event.shiftKey;
  return locked && !known.has(text) ? text.toLowerCase() : text;
}

function modified(event, name) {
  const { ctrlKey, altKey, shiftKey } = event;
  return (ctrlKey ? "ctrl-" : "") + (altKey ? "alt-" : "") + (shiftKey ? "shift-" : "") + name;
}

const isWord = (key) => ["Dead", "Process", "Unidentified"].includes(key) || [...key].length === 1;

// The name of the key of a keydown event, or null if the key is the browser's. `known` has the keys
// that the game names; characters and Esc are always its own.
export function keyName(event, known) {
  const { key } = event;
  if (event.metaKey || event.isComposing && !event.code || typeof key !== "string") return null;
  const name = named[key] ?? (/^F\d\d?$/.test(key) ? key.toLowerCase() : null);
  if (name) {
    const full = modified(event, name);
    const plain = full === name && ["space", "enter", "esc", "backspace"].includes(name);
    return (plain || known.has(full)) && isFree(full) ? full : null;
  }
  const composed = event.getModifierState?.("AltGraph");
  if (!isWord(key) || !composed && (event.ctrlKey || event.altKey)) return null;
  const text = character(event, known);
  return text === "" ? null : withoutCapsLock(event, text, known);
}

// Which of "undo" and "redo" is meant by a key that editors have for it, or null.
export function undoOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }) {
  if (altKey || ctrlKey === metaKey) return null;
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code?.replace("Key", "").toLowerCase();
  if (letter === "z") return shiftKey ? "redo" : "undo";
  return letter === "y" && !shiftKey ? "redo" : null;
}

// Whether an element has a use for a key of its own, so that the game must not take it.
export function isOwn(target, event) {
  if (!target?.closest) return false;
  if (target.closest("input, select, textarea, dialog, [contenteditable]:not([contenteditable=false])")) {
    return true;
  }
  const presses = event.key === " " || event.key === "Enter";
  return presses && target.closest("button, summary, a[href], label") !== null;
}
