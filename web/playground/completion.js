// What can be written at a place of a Lua text, from the types that web/types.lua has collected.
// Means are simple: names of arguments that the annotations use, `local x = ...` of the same text.

import { contextAt, tokens, valueOf } from "./lua_context.js";

const LIBRARY = new Map(Object.entries({
  math: "abs ceil floor fmod huge max maxinteger min mininteger modf pi random sqrt tointeger type ult",
  string: "byte char find format gmatch gsub len lower match rep reverse sub upper",
  table: "concat insert move pack remove sort unpack",
  utf8: "char charpattern codepoint codes len offset",
}));
const GLOBALS = "assert error ipairs math next pairs pcall print require select string table tonumber " +
  "tostring type utf8";
const KEYWORDS = "and break do else elseif end false for function goto if in local nil not or repeat " +
  "return then true until while";
// Of an unknown value, methods of these come first.
const LIKELY = ["tessera.LuaState", "tessera.State", "tessera.Grid", "tessera.Piece", "tessera.Session"];

const words = (text) => text.split(" ");

export class Api {
  constructor(types) {
    Object.assign(this, types); // classes, variables, words, colours
    // Names come from somebody's text: "constructor" is none that is known.
    this.classes = Object.assign(Object.create(null), types.classes);
    this.variables = Object.assign(Object.create(null), types.variables);
    for (const name of Object.keys(this.classes)) {
      this.classes[name].members = this.classes[name].members.map(
        ([label, kind, signature, text, leads]) => ({
          label,
          kind,
          signature,
          text,
          is: leads.is,
          of: leads.of,
          takes: leads.takes
        })
      );
    }
  }

  members(name) {
    const found = new Map();
    for (let shape = this.classes[name]; shape; shape = this.classes[shape.parent]) {
      for (const member of shape.members) if (!found.has(member.label)) found.set(member.label, member);
    }
    return found;
  }

  member(name, label) {
    return this.members(name).get(label);
  }

  // ---- what names stand for ----

  /** The class of a chain, or of what it returns. `{ is }`, or `{ member }` for a function. */
  resolve(chain, text, depth = 0) {
    if (chain.length === 0 || depth > 5) return {};
    const [first, ...rest] = chain;
    let at = first.name === "require" && first.argument
      ? { is: this.classes[first.argument] && first.argument } : this.#variable(first, text, depth);
    for (const link of rest) at = at.is ? this.#link(at.is, link, text) : {};
    return at;
  }

  #variable(first, text, depth) {
    const list = text.list;
    for (let i = 0; i + 3 < list.length; i++) {
      if (list[i].text === "local" && list[i + 1].text === first.name && list[i + 2].text === "=") {
        const chain = expressionAt(list, i + 3);
        const found = this.resolve(chain, text, depth + 1);
        if (found.is) return first.called ? this.#called(found.is) : found;
      }
    }
    const name = this.variables[first.name];
    if (name === "tessera.State") return { is: "tessera.LuaState" };
    if (name) return first.called ? this.#called(name) : { is: name };
    return text.layers.includes(first.name) ? { is: "tessera.Grid" } : {};
  }

  #called(name) {
    return this.classes[name].call ? { takes: [this.classes[name].call] } : {};
  }

  #link(name, link, text) {
    const member = this.member(name, link.name);
    if (!member)
      return name === "tessera.LuaState" && text.layers.includes(link.name) ? { is: "tessera.Grid" } : {};
    if (member.kind === "field")
      return link.called && member.is ? this.#called(member.is) : { is: member.is };
    return link.called ? { is: member.is } : { member };
  }

  // The class of the table that is written as the argument of a call.
  #taken(chain, text) {
    const { is, member } = this.resolve(chain.map((link, i) => i === chain.length - 1
      ? { ...link, called: false } : link), text);
    return member?.takes?.at(-1) ?? (is && this.classes[is].call);
  }

  /** The classes of the innermost table and of its items, and those of the tables around it. */
  table(context, text) {
    let here = {};
    const around = [];
    for (const frame of context.frames) {
      if (frame.open === "{") {
        const outer = here;
        if (frame.chain) here = { is: frame.chain.length > 0 ? this.#taken(frame.chain, text) : undefined };
        else if (frame.listed) here = { is: outer.of ?? (outer.call ? outer.call : undefined) };
        else {
          const member = outer.is && this.member(outer.is, frame.key);
          here = member ? { is: member.is, of: member.of } : { is: outer.of };
        }
        here.key = frame.key;
        around.push(here);
      } else {
        here = frame.open === "(" ? { call: this.#argument(frame, text) } : {};
        if (frame.open !== "(" && frame.open !== "[") around.length = 0; // a function is no part of a table
      }
    }
    return { ...(context.frames.at(-1)?.open === "{" ? here : {}), around };
  }

  #argument(frame, text) {
    return frame.chain?.length > 0 ? this.#taken(frame.chain, text) : undefined;
  }
}

// The chain that begins at a token: `tessera.grid.new("..")`.
function expressionAt(list, at) {
  const chain = [];
  for (let i = at, mark = null; list[i]?.kind === "name"; i++) {
    const link = { name: list[i].text, mark, called: false, argument: null };
    chain.push(link);
    const next = list[i + 1];
    if (next?.kind === "string")
      return [...chain.slice(0, -1), { ...link, called: true, argument: valueOf(next) }];
    if (next?.text === "(" || next?.text === "{") {
      link.called = true;
      if (list[i + 2]?.kind === "string" && list[i + 3]?.text === ")") link.argument = valueOf(list[i + 2]);
      return chain;
    }
    if (next?.text !== "." && next?.text !== ":") return chain;
    mark = next.text;
    i++;
  }
  return chain;
}

// ---- what a game's own text declares ----

// The tokens of the table that `name = {` begins, with their depth.
function tableOf(list, name) {
  const at = list.findIndex(
    (token, i) => token.text === name && list[i + 1]?.text === "=" && list[i + 2]?.text === "{"
  );
  const inside = [];
  for (let i = at + 2, depth = 0; at >= 0 && i < list.length; i++) {
    if (list[i].text === "{" && list[i].kind === "op") depth++;
    if (list[i].text === "}" && list[i].kind === "op" && --depth === 0) break;
    inside.push({ ...list[i], depth, before: list[i - 1].text, next: list[i + 1]?.text });
  }
  return inside;
}

const unique = (names) => [...new Set(names)].filter((name) => name !== "");

/**
 * The kinds, groups, layers, counters (with fields), verbs and outcomes of the games in a text, as they
 * are written there.
 */
export function declared(text) {
  const list = tokens(text);
  const values = (name) =>
    tableOf(list, name).filter((token) => token.kind === "string" && token.next !== "]");
  const keysIn = (name) => tableOf(list, name)
    .filter((token) => token.depth === 1 && token.kind === "name" && token.next === "=")
    .map((token) => token.text);
  const layers = values("layers").map(valueOf);
  const endings = values("ends").filter(({ depth, before }) => depth === 2 && before === "{");
  const over = list.filter(({ kind }, i) => kind === "string" && list[i - 2]?.text === "over");
  const verbs = values("moves").map((token) => valueOf(token).split(" ")[0]);
  return { list, kinds: unique(values("legend").map(valueOf)), groups: keysIn("groups"),
    layers: layers.length > 0 ? layers : ["board"], counters: [...keysIn("counters"), ...keysIn("fields")],
    verbs: unique(verbs).filter((verb) => !verb.startsWith("<")),
    outcomes: unique([...values("outcomes"), ...endings, ...over].map(valueOf)) };
}

// ---- candidates ----

function plain(label, type, detail) {
  return { label, type, signature: detail ?? "", text: "" };
}

function memberOption(member, apply) {
  const type = member.kind === "field" ? "property" : member.kind;
  return { label: member.label, type, signature: member.signature, text: member.text, apply };
}

function allMethods(api) {
  const found = new Map(), rest = Object.keys(api.classes).filter((name) => !LIKELY.includes(name));
  for (const name of [...LIKELY, ...rest]) {
    for (const member of api.classes[name].members) {
      if (member.kind === "method" && !found.has(member.label)) {
        found.set(member.label, { ...memberOption(member), boost: LIKELY.includes(name) ? 0 : -10 });
      }
    }
  }
  return [...found.values()];
}

function memberOptions(api, context, text) {
  const library = context.chain.length === 1 && LIBRARY.get(context.chain[0].name);
  if (library && context.mark === ".")
    return words(library).map((name) => plain(name, "function", `${context.chain[0].name}.${name}`));
  const { is } = api.resolve(context.chain, text);
  if (!is) return context.mark === ":" ? allMethods(api) : [];
  const options = [];
  for (const member of api.members(is).values()) {
    if ((member.kind === "method") !== (context.mark === ":")) continue;
    const module = member.kind === "field" && api.classes[member.is]?.module && api.classes[member.is];
    options.push(
      module
        ? { ...memberOption(member), type: "namespace", signature: member.is, text: module.text }
        : memberOption(member)
    );
  }
  if (is === "tessera.LuaState" && context.mark === ".") {
    options.push(...text.layers.map((name) => plain(name, "property", `${name}: Grid`)));
  }
  return options;
}

function kindOptions(text) {
  return [...text.kinds.map((name) => plain(name, "enum", "a kind of the legend")),
    ...text.groups.map((name) => plain(name, "enum", "a group")),
    ...(text.layers.length > 1 ? text.layers.map((name) => plain(name, "enum", "a layer")) : [])];
}

function colourOptions(api) {
  return api.colours.map(([name, hex]) => ({ ...plain(name, "constant", hex), colour: hex }));
}

function modulePaths(api, files) {
  const modules = Object.keys(api.classes).filter((name) => api.classes[name].module);
  return [...files.map((path) => plain(path.replace(/\.lua$/, "").replaceAll("/", "."), "namespace", path)),
    ...modules.map((name) => ({ ...plain(name, "namespace"), text: api.classes[name].text }))];
}

const counters = (text) => text.counters.map((name) => plain(name, "enum", "a counter or a field"));
const outcomes = (text) => text.outcomes.map((name) => plain(name, "enum", "an outcome"));
const verbs = (text) => text.verbs.map((name) => plain(name, "enum", "a word of the moves"));

// What a text names as the value of a key, and as the argument of a method.
const NAMED = new Map([["count", counters], ["score", counters], ["goal", outcomes], ["over", outcomes],
  ["outcome", outcomes], ["keys", verbs]]);
const TAKEN = new Map([["over", outcomes], ["add", verbs]]);
const ONLY_KINDS = new Set(["legend", "groups"]);

// The names that fit the value that is written, or null. `keys = { x = "|`, `count = "|`, `count = { "|`.
function namesFor({ entry }, table, text) {
  if (!entry) return null;
  const named = table.key === "keys" ? verbs : NAMED.get(entry.key ?? table.key);
  return named?.(text) ?? null;
}

function stringOptions(api, context, text, extra) {
  const { chain, entry } = context, table = api.table(context, text);
  const taken = chain.length > 0 ? TAKEN.get(chain.at(-1).name)?.(text) : namesFor(context, table, text);
  if (taken) return { whole: taken };
  if (table.around.slice(-2).some(({ key }) => ONLY_KINDS.has(key))) return { options: kindOptions(text) };
  if (chain.length === 1 && chain[0].name === "require") return { whole: modulePaths(api, extra.files) };
  const inLook =
    table.is === "tessera.Look" && (entry?.key === "back" || (entry?.key === null && entry.number === 2));
  if (inLook || table.key === "palette") return { whole: colourOptions(api) };
  if (table.is === "tessera.ScenarioDefinition" && entry?.key === "game") {
    return { whole: extra.games.map((name) => plain(name, "enum", "a game in C")) };
  }
  const inRules =
    table.around.some((outer) => outer.is === "tessera.Definition") && table.is !== "tessera.Look";
  const rules = inRules
    ? [...counters(text), ...api.words.map(([label, said]) => ({ ...plain(label, "keyword"), text: said, boost: -5 }))]
    : [];
  return { options: [...kindOptions(text), ...rules] };
}

function nameOptions(api, context, text) {
  const { entry } = context, table = api.table(context, text), options = [];
  const atKey = entry && !entry.value;
  const named = entry?.value ? namesFor(context, table, text) : null;
  if (named?.length > 0) return named.map((one) => ({ ...one, apply: `"${one.label}"` }));
  const keysOf = (names, what) => names.map((name) => ({ ...plain(name, "property", what), boost: 20,
    apply: `${name} = `, used: entry.used.includes(name) }));
  const inLabels = atKey && table.around.at(-2)?.key === "labels";
  if (atKey && table.key === "add" || inLabels && table.key === "fields")
    return keysOf(text.counters, "a counter or a field");
  if (inLabels && table.key === "actions") return keysOf(text.verbs, "a word of the moves");
  if (atKey && table.around.at(-2)?.key === "legend") return keysOf(text.layers, "a layer");
  if (atKey && table.is) {
    for (const member of api.members(table.is).values()) {
      if (member.kind === "field") {
        options.push({
          ...memberOption(member, `${member.label} = `),
          boost: 20,
          used: entry.used.includes(member.label)
        });
      }
    }
  } else if (atKey && table.of === "tessera.Look") {
    options.push(
      ...text.kinds.map((name) => ({
        ...plain(name, "property", "a kind of the legend"),
        boost: 20,
        apply: /^[A-Za-z_]\w*$/.test(name) ? `${name} = ` : `["${name}"] = `,
        used: entry.used.includes(name)
      }))
    );
  }
  if (atKey && options.length > 0) return options;
  const local = new Set(
    text.list
      .filter(({ kind, text: name, from }) => kind === "name" && name.length > 2 && from !== context.from)
      .map((token) => token.text)
  );
  for (const name of words(KEYWORDS)) local.delete(name);
  for (const name of words(GLOBALS)) local.delete(name);
  return [
    ...words(KEYWORDS).map((name) => plain(name, "keyword")),
    ...words(GLOBALS).map((name) => plain(name, "function")),
    ...[...local].map((name) => ({ ...plain(name, "variable"), boost: 5 }))
  ];
}

/**
 * What can be written at a place: `{ from, kind, options }`, or null. An option has `label`, `type`,
 * `signature`, `text` and perhaps `apply`, `boost`, `colour`, `used`. `extra` has the `files` and
 * `games` that can be named.
 */
export function candidates(api, source, place, extra = { files: [], games: [] }) {
  const context = contextAt(source, place);
  if (!context) return null;
  const text = declared(source);
  if (context.kind === "member") {
    return { from: context.from, kind: "member", options: memberOptions(api, context, text) };
  }
  if (context.kind === "string") {
    const { whole, options } = stringOptions(api, context, text, extra);
    return {
      from: whole ? place - context.value.length : context.from,
      kind: "string",
      options: whole ?? options
    };
  }
  const options = nameOptions(api, context, text);
  if (/^\w*\s*=(?!=)/.test(source.slice(place))) { // the sign is there already
    for (const option of options) option.apply = option.apply?.replace(/ = $/, "");
  }
  return { from: context.from, kind: "name", options };
}

/** What is known of the word around a place: `{ from, to, option }`, or null. */
export function described(api, source, place, extra) {
  let from = place, to = place;
  while (from > 0 && /[\w]/.test(source[from - 1])) from--;
  while (to < source.length && /[\w]/.test(source[to])) to++;
  if (from === to) return null;
  const found = candidates(api, source, to, extra), word = source.slice(from, to);
  const option = found?.options.find((one) => one.label === word && (one.signature || one.text));
  return option ? { from, to, option } : null;
}
