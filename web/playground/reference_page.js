// The reference beside the game: what the editor knows of the API, as a page that can be searched.

import { make } from "../player/dom.js";

// What whoever writes a game looks up first; the others follow by name.
const FIRST = ["tessera.Definition", "tessera.Rule", "tessera.End", "tessera.Look", "tessera.LuaState",
  "tessera.Grid", "tessera.Piece", "tessera.State", "tessera.ScenarioDefinition", "tessera.Expectation"];

// Text with `code` in it.
function prose(text) {
  return text.split(/`([^`]+)`/).map((part, i) => (i % 2 === 1 ? make("code", {}, part) : part));
}

function entry(name, text) {
  const element = make("div", { class: "entry" }, make("dt", {}, make("code", {}, name)),
    make("dd", {}, ...prose(text)));
  return { element, key: `${name} ${text}`.toLowerCase() };
}

function group(title, text, entries) {
  const element = make("details", {}, make("summary", {}, make("code", {}, title),
    text ? make("span", { class: "note" }, ...prose(text)) : null),
  make("dl", {}, ...entries.map((made) => made.element)));
  return { element, entries, key: `${title} ${text}`.toLowerCase() };
}

function groupsOf({ classes, words, colours }) {
  const names = Object.keys(classes).filter((name) => classes[name].members.length > 0);
  const rank = (name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, "en"));
  const made = names.map((name) => group(name, classes[name].text ?? "",
    classes[name].members.map(({ signature, text }) => entry(signature, text))));
  const listed = (list) => list.map(([name, text]) => entry(name, text));
  made.splice(1, 0, group("words of rules", "What stands in the cells of a picture", listed(words)),
    group("colours", "Names for `look`", listed(colours)));
  return made;
}

// Shows what has all words that are looked for. A group that matches by its name is shown whole.
function filter(groups, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const has = (key) => words.every((word) => key.includes(word));
  let count = 0;
  for (const { element, entries, key } of groups) {
    const whole = has(key);
    const shown = entries.filter((made) => {
      made.element.hidden = !whole && !has(made.key);
      return !made.element.hidden;
    });
    element.hidden = shown.length === 0;
    element.open = words.length > 0 && shown.length > 0 && !(whole && shown.length > 30);
    count += shown.length;
  }
  return words.length === 0 ? "" : `${count} ${count === 1 ? "entry" : "entries"}`;
}

/** The page, from what web/types.lua has collected. */
export function referencePage(api) {
  const groups = groupsOf(api), found = make("p", { class: "note", role: "status" });
  const field = make("input", { type: "search", class: "look-up", placeholder: "count, look, each …",
    "aria-label": "Search the reference", autocomplete: "off", spellcheck: "false",
    oninput: () => (found.textContent = filter(groups, field.value)) });
  return make("article", { class: "prose reference", "data-name": "reference" }, make("h2", {}, "Reference"),
    field, found, ...groups.map(({ element }) => element));
}
