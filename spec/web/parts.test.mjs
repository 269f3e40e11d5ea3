// The parts of the playground that need no browser: completion, texts of levels, places of errors,
// projects, links.

import assert from "node:assert/strict";
import { test } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Api, candidates, described } from "../../web/playground/completion.js";
import {
  freeName,
  levelLines,
  linesOf,
  readMap,
  resized,
  rewritten,
  withLevel
} from "../../web/playground/level_text.js";
import { puzzleCandidates } from "../../web/playground/puzzlescript.js";
import { placed, suggestion } from "../../web/playground/places.js";
import { clean, loadArguments, newProject, slug, small } from "../../web/playground/project.js";
import { spritesOf, strokeOf } from "../../web/playground/sprites.js";
import { scenarioText } from "../../web/playground/scenario_text.js";
import { decode, encode } from "../../web/playground/share.js";

const api = new Api(JSON.parse(readFileSync(join(process.env.WEB, "types.json"), "utf8")));

// What is offered at the "|" of a source.
function offered(source) {
  const place = source.indexOf("|@"),
    found = candidates(api, source.replace("|@", ""), place, { files: ["sokoban.lua"], games: ["tower"] });
  return found && found.options.filter((option) => !option.used).map((option) => option.label);
}

function assertOffers(source, wanted, unwanted = []) {
  const list = offered(source);
  for (const label of wanted) assert.ok(list.includes(label), `${label} in ${source}: ${list.slice(0, 20)}`);
  for (const label of unwanted) assert.ok(!list.includes(label), `${label} must not be offered in ${source}`);
}

// ---- completion ----

const crates = readFileSync("samples/puzzlescript/crates.txt", "utf8");

// What is offered in crates.txt, where `written` stands in place of `old`, at the "|@" in it.
function offeredInCrates(old, written) {
  assert.ok(crates.includes(old), old);
  const source = crates.replace(old, written), place = source.indexOf("|@");
  return puzzleCandidates(api, source.replace("|@", ""), place)?.options.map(({ label }) => label) ?? null;
}

test("PuzzleScript: words of the section, names of objects and of the legend", () => {
  const rules = offeredInCrates("RULES\n", "RULES\n\nlate [ |@\n");
  for (const word of ["crate", "hero", "wall", "late", "startloop", "again", "sfx10"]) {
    assert.ok(rules.includes(word), word);
  }
  for (const word of ["title", "black", "OBJECTS"]) assert.ok(!rules.includes(word), word);
  assert.deepEqual(offeredInCrates("zoomscreen 9x7", "zoomscreen 9x7\n|@").slice(0, 2), ["title", "author"]);
  assert.ok(offeredInCrates("color_palette arnecolors", "color_palette |@").includes("gameboycolour"));
  const colours = offeredInCrates("LightGray Gray", "LightGray |@");
  assert.ok(colours.includes("darkblue") && !colours.includes("crate"));
  assert.ok(offeredInCrates("WINCONDITIONS\n", "WINCONDITIONS\n\nall |@\n").includes("mark"));
  assert.equal(offeredInCrates("(Push every", "(Push ev|@ery"), null);
  assert.equal(offeredInCrates("message ", "message a|@ "), null);
});

const game = (rest) =>
  'local tessera = require "tessera"\n'
  + `return tessera.game { legend = { ["."] = "empty", o = "stone" }, ${rest}`;

test("keys of a definition are offered in it, and no others", () => {
  assertOffers(game("|@"), ["rules", "moves", "look"], ["legend", "expect", "print"]);
  assertOffers(game("}").replace("tessera.game {", "tessera.game({").replace("}}", "|@"), ["rules"]);
  assertOffers(
    game('rules = { { "<direction>", "[ stone ] -> [ ]", |@'),
    ["when", "count", "over"],
    ["rules"]
  );
  assertOffers(game("fields = { keys = { |@"), ["min", "max", "size"], ["rules"]);
  assertOffers(game("ends = { { \"Won\", \"no stone\", |@"), ["score"], ["rules"]);
  assertOffers(
    "return require('tessera').scenario { expect = { |@",
    ["outcome", "board", "optimal"],
    ["legend"]
  );
  assertOffers(
    'local search = require "tessera.search"\nsearch.shortest(state, nil, { |@',
    ["nodes", "heuristic"],
    ["legend"]
  );
});

test("inside of a function in a definition, names of Lua are offered", () => {
  assertOffers(
    game("apply = function(state) local stones = 1 if x then y() end |@"),
    ["stones", "pairs", "local"],
    ["rules"]
  );
  assertOffers(game("apply = function(state) end, |@"), ["rules"]);
});

test("methods and fields are those of the receiver", () => {
  assertOffers(game("apply = function(state) state:|@"), ["over", "chance", "apply"], ["neighbours"]);
  assertOffers(game("apply = function(state) state.|@"), ["board"]);
  assertOffers(game("apply = function(state) state.board:|@"), ["neighbours", "count"], ["over"]);
  assertOffers(
    game("apply = function(state) local grid = state.board:piece(1, 2) grid:|@"),
    ["slide", "turn"],
    ["neighbours"]
  );
  assertOffers(game("layers = { 'ground', 'things' }, apply = function(state) state.things:|@"), [
    "neighbours"
  ]);
  assertOffers('local search = require "tessera.search"\nsearch.|@', ["shortest", "best"], ["print"]);
  assertOffers("unknown:|@", ["neighbours", "over", "undo"]);
  assertOffers("string.|@", ["format", "rep"]);
});

test("strings offer kinds, words of rules, colours, modules, games", () => {
  assertOffers(game('rules = { { "<direction>", "[ |@'), ["stone", "empty", "edge", "<direction>"]);
  assertOffers(game('look = { stone = { "o", "|@'), ["yellow", "dark_red"], ["empty"]);
  assertOffers(game('look = { stone = { "o", "red", back = "|@'), ["yellow"]);
  assertOffers(game("look = { |@"), ["stone", "empty"]);
  assertOffers('require "|@', ["sokoban", "tessera", "tessera.search"]);
  assertOffers('local tessera = require "tessera"\nreturn { tessera.scenario { game = "|@', ["tower"]);
});

test("counters, outcomes and words of the moves are offered where they are meant", () => {
  const rest = "counters = { points = 0 }, fields = { keys = { min = 0 } }, moves = { '<direction>', 'put <row>' }, "
    + "ends = { { 'All done', 'no stone' } }, ";
  for (const place of ['count = "|@', 'count = { "points", "|@', "count = |@", 'when = "|@', "add = { |@"]) {
    assertOffers(game(`${rest} rules = { { "<direction>", "[ stone ] -> [ ]", ${place}`), ["points", "keys"],
      ["local", "All done"]);
  }
  assertOffers(game(`${rest} labels = { |@`), ["players", "fields", "actions"]);
  assertOffers(game(`${rest} labels = { fields = { |@`), ["points", "keys"], ["put", "stone"]);
  assertOffers(game(`${rest} labels = { actions = { |@`), ["put"], ["points", "stone"]);
  for (const place of ['goal = "|@', 'goal = "All d|@', "goal = |@"]) {
    assertOffers(game(rest + place), ["All done"], ["stone", "local", "points"]);
  }
  assertOffers(game(`${rest} actions = function(state, add) add("|@`), ["put"], ["stone", "each"]);
  assertOffers(game(`${rest} apply = function(state) state:over "|@`), ["All done"], ["stone"]);
  assertOffers(game(`${rest} apply = function(state) state.board:count "|@`), ["stone"], ["each", "All done"]);
  assertOffers(game(`${rest} keys = { x = "|@`), ["put"], ["stone", "<direction>"]);
});

test("an entry of a legend with layers has names of layers, and kinds", () => {
  const layered = (rest) => `local tessera = require "tessera"\nreturn tessera.game { layers = { "ground", "things" },
    legend = { ["."] = { ground = "goal" }, ${rest}`;
  assertOffers(layered('["@"] = { |@'), ["ground", "things"], ["local", "rules"]);
  assertOffers(layered('["@"] = { things = "player", ground = "|@'), ["goal", "player"], ["each"]);
  assertOffers(layered('["@"] = { "|@'), ["goal"], ["each"]);
});

test("a key is completed without a second sign", () => {
  const source = game("lo = { stone = { 'o' } } }"), place = source.indexOf("lo = ") + 2;
  const { options } = candidates(api, source, place);
  assert.equal(options.find(({ label }) => label === "look").apply, "look");
  const bare = candidates(api, game("lo"), game("lo").length);
  assert.equal(bare.options.find(({ label }) => label === "look").apply, "look = ");
});

test("names that every object has are no names of the API", () => {
  for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
    for (const text of [`${name}.`, `${name}:`, `local x = require "${name}"\nx.`, `math.${name}.`, `${name} { `]) {
      const found = candidates(api, text, text.length);
      assert.ok(!found?.options.some(({ label }) => label === "call"), text);
    }
  }
});

test("the word that is being written is not offered, unless it stands elsewhere, too", () => {
  assertOffers("local known = 1\nlocal abc = def|@", ["known", "abc"], ["def"]);
  assertOffers("local def = 1\nlocal abc = def|@", ["def"]);
});

test("nothing is offered in a comment", () => {
  assert.equal(offered("-- sta|@"), null);
  assert.equal(offered("--[[ sta|@ ]]"), null);
  assert.ok(offered("-- done\nsta|@"));
});

test("a half written text of any kind is no trouble", () => {
  const source = readFileSync("samples/games/sokoban.lua", "utf8");
  for (let place = 0; place <= source.length; place += 7) candidates(api, source.slice(0, place), place);
  for (const text of [
    "}}}))",
    "tessera.game {{{",
    'x = "\\',
    "[[",
    "]]=]",
    "a.b.c:",
    "local x = x\nx:",
    ":",
    "{,=,"
  ]) {
    candidates(api, text, text.length);
  }
});

test("a word is described by its signature and its first sentence", () => {
  const source = game("apply = function(state) state.board:count 'stone' end }");
  const { option } = described(api, source, source.indexOf("count") + 2);
  assert.match(option.signature, /^Grid:count\(kinds: string\|string\[\]\) -> integer$/);
  assert.equal(option.text, "How many cells are of these kinds");
  assert.equal(described(api, source, source.indexOf("function") + 2)?.option.signature, undefined);
});

// ---- levels as text ----

const legend = [[" ", 1], ["-", 1], ["#", 2], ["@", 3]].map(([char, tile]) => ({ char, tile, label: char }));
const text =
  "; all of them\n; name: A\n#####\n# @ #\n#####\n\nright\n\n; by hand\n; name: B\n  ###\n###@#\n\nleft\n";
const lines = text.split("\n"), levels = [{ name: "A", rows: [3, 4, 5] }, { name: "B", rows: [11, 12] }];

test("the cells of a map are its characters; indentation is none", () => {
  const slanted = ["  . . x", "   . . ."], hexagons = readMap(slanted, [1, 2], legend, true);
  assert.deepEqual(hexagons.cells.map((row) => row.join("")), ["..x", "..."]);
  hexagons.cells[1][0] = "x";
  assert.deepEqual(rewritten(hexagons, hexagons.cells, legend), { from: 1, to: 3, lines: ["  . . x", "   x . ."] });
  const plain = readMap(["..x", "..."], [1, 2], legend, true);
  assert.deepEqual(rewritten(plain, plain.cells, legend).lines, ["..x", "..."]);
  assert.deepEqual(readMap(lines, [11, 12], legend).cells.map((row) => row.join("")), ["  ###", "###@#"]);
  const indented = readMap(["    ..", "    .o."], [1, 2], [{ char: ".", tile: 1 }]);
  assert.deepEqual(indented.cells.map((row) => row.join("")), [".. ", ".o."]);
  assert.deepEqual(rewritten(indented, indented.cells, []).lines, ["    ..", "    .o."]);
});

test("rows and columns grow by what the edge has most, and shrink", () => {
  const cells = ["###", "#@#", "###"].map((row) => [...row]);
  const joined = (side, grow) => resized(cells, side, grow).map((row) => row.join(""));
  assert.deepEqual(joined("top", true), ["###", "###", "#@#", "###"]);
  assert.deepEqual(joined("left", true), ["####", "##@#", "####"]);
  assert.deepEqual(joined("right", false), ["##", "#@", "##"]);
  assert.deepEqual(joined("bottom", false), ["###", "#@#"]);
});

test("blanks at the border of a map stay cells", () => {
  assert.deepEqual(linesOf([[..."   "], [..." @ "], [..."   "]], legend), ["---", " @", "---"]);
  assert.deepEqual(linesOf([[..." #"], [..." @"]], legend), ["-#", " @"]);
});

test("a level has its title and its actions; comments at the top are about all", () => {
  assert.deepEqual(levelLines(lines, levels, 0), { from: 2, to: 10 });
  assert.deepEqual(levelLines(lines, levels, 1), { from: 10, to: 16 });
  assert.equal(freeName("A", levels), "A 2");
  const added = withLevel(text, "C", ["##", "@@"]);
  assert.deepEqual(added.text.split("\n").slice(added.row - 2, added.row + 1), ["; name: C", "##", "@@"]);
});

// ---- sprites ----

// The source after a stroke of pixels [row, column, colour] in a sprite.
function stroked(path, text, name, ...pixels) {
  const file = { path, text }, sprite = spritesOf(api, file, ["wall", "you"]).find((one) => one.name === name);
  const stroke = pixels.map(([row, column, colour]) => ({ row, column, colour }));
  return strokeOf(file, sprite, stroke).sort((a, b) => b.from - a.from)
    .reduce((made, { from, to, insert }) => made.slice(0, from) + insert + made.slice(to), text);
}

const look = (text) => `return tessera.game {\n  legend = {},\n  look = ${text},\n}\n`;

test("a pixel is a character of the source, however the sprite is written", () => {
  for (const [written, painted] of [['"ab/ba"', '"ab/.a"'], ['"ab\\nba"', '"ab\\n.a"'],
    ["[[\nab\nba]]", "[[\nab\n.a]]"], ["[==[ab/ba\n]==]", "[==[ab/.a\n]==]"],
    ['"ab/" ..\n  "ba"', '"ab/" ..\n  ".a"'], ["'ab/ba/'", "'ab/.a/'"]]) {
    const text = (sprite) => look(`{ palette = { a = "red", b = "blue" }, wall = { "#", sprite = ${sprite} } }`);
    assert.equal(stroked("g.lua", text(written), "wall", [1, 0, null]), text(painted));
  }
});

test("a colour that the palette has not gets a letter, and a kind without a sprite gets one", () => {
  const given = look('{ palette = { r = "red" }, wall = { "#" } }');
  assert.equal(stroked("g.lua", given, "wall", [0, 0, "red"], [0, 1, "#8080ff"]), look(
    '{ palette = { r = "red", f = "#8080ff" }, wall = { "#", sprite = "rf.../...../...../...../....." } }'));
  assert.equal(stroked("g.lua", look("{\n    wall = {} -- bare\n  }"), "you", [4, 4, "red"]), look(
    '{\n    wall = {}, -- bare\n    palette = { r = "red" },\n' +
    '    you = { sprite = "...../...../...../...../....r" },\n  }'));
  assert.equal(stroked("g.lua", "return tessera.game { legend = {} }", "you", [0, 0, "red"]),
    'return tessera.game { legend = {}, look = {\n  palette = { r = "red" },\n  ' +
    'you = { sprite = "r..../...../...../...../....." },\n} }');
});

test("a colour that is not written out keeps its letter, and a palette that is not written out its colours", () => {
  const mixed = (more, sprite) =>
    look(`{ palette = { r = tint(1), e = "b" .. "lue"${more} }, wall = { sprite = "${sprite}" } }`);
  assert.equal(stroked("g.lua", mixed("", "re/er"), "wall", [0, 0, "red"]), mixed(', d = "red"', "de/er"));
  const made = look('{ palette = colours, wall = { sprite = "ab/ba" } }');
  assert.equal(stroked("g.lua", made, "wall", [0, 0, "red"]), made);
  assert.equal(stroked("g.lua", made, "you", [0, 0, "red"]), made);
});

test("what is not written out is not painted", () => {
  const names = (text) => spritesOf(api, { path: "g.lua", text }, ["wall"]).map(({ name }) => name);
  assert.deepEqual(names(look('{ wall = { sprite = "ab/ab" } }')), ["wall"]);
  for (const text of [look("made()"), look('{ wall = made("x") }'), look('{ wall = { sprite = ("a"):rep(4) } }'),
    look('{ wall = { sprite = "abc/ab" } }'), look('{ wall = { sprite = "a\\x62/ab" } }'),
    `${look("{}")}look.wall = {}`,
    "return 1", "return tessera.game { legend = {", look("{ wall = {")]) assert.deepEqual(names(text), [], text);
});

test("an object of PuzzleScript without a sprite is full of its first colour; it has at most ten colours", () => {
  const text = (colours, rows = "") => `OBJECTS\nWall\n${colours} (hard)${rows}\n\nYou\nRed\n.0\n0.\n\nLEGEND\n`;
  assert.equal(stroked("g.txt", text("Brown"), "wall", [0, 0, "blue"], [1, 1, null]),
    text("Brown blue", "\n10000\n0.000\n00000\n00000\n00000"));
  assert.equal(stroked("g.txt", text("Brown"), "you", [0, 0, "red"]), text("Brown").replace(".0\n", "00\n"));
  const ten = "Red Green Blue Pink White Black Gray Brown Orange Yellow";
  assert.equal(stroked("g.txt", text(ten), "wall", [0, 0, "purple"]), text(ten, "\n00000".repeat(5)));
});

// ---- errors, projects, links ----

test("an error in a rule is placed in the rule", () => {
  const source = 'return tessera.game {\n  rules = {\n    { "<direction>", "[ a | bx ] -> [ | a ]" },\n';
  const message =
    "x.lua:1: game 'x': rule 1, column 7: there is no kind 'bx'\n  [ a | bx ] -> [ | a ]\n        ^";
  assert.deepEqual(placed({ message, line: 1 }, source),
    { message: message.replace("x.lua:1", "x.lua:3"), file: undefined, line: 3, column: 29 });
  assert.deepEqual(placed({ message: "other", line: 1 }, source), { message: "other", line: 1 });
  assert.equal(placed({ message, line: 1 }, "nothing of it").line, 1);
});

test("an error that quotes a word is placed at the word", () => {
  const source = "local t\nreturn tessera.game {\n  rules = { { '<direction>', over = 'y' },\n" +
    "    { '<directoin>', ovr = 'y' } },\n  endz = {},\n}";
  const at = (text) => {
    const { line, column } = placed({ message: `g.lua:2: game 'x': ${text}`, line: 2 }, source);
    return [line, column];
  };
  assert.deepEqual(at("rule 2: unknown slot '<directoin>' (did you mean '<direction>'?)"), [4, 8]);
  assert.deepEqual(at("rule 2: unknown key 'ovr' (did you mean 'over'?)"), [4, 22]);
  assert.deepEqual(at("unknown key 'endz' (did you mean 'ends'?)"), [5, 3]);
  assert.deepEqual(at("rules is missing"), [2, undefined]);
  assert.deepEqual(at("there is no kind 'elsewhere'"), [2, undefined]);
  const known = { message: "g.lua:4:8: game 'x': rules: no 'endz'", line: 4, column: 8 };
  assert.equal(placed(known, source), known, "the engine knows the place");
});

test("what was meant is read from the message, with the word's place in the source", () => {
  const source = "return tessera.game {\n  -- evr\n  rules = { { '<direction>', evr = 1, rl = 'rde' } },\n}";
  const meant = (text, line, column) => suggestion({ message: text, line, column }, source);
  assert.deepEqual(meant("g.lua:3: game 'x': rule 1: unknown key 'evr' (did you mean 'every'?)", 3, 30),
    { line: 3, column: 30, word: "evr", meant: "every" });
  assert.deepEqual(meant("no kind 'rde' (did you mean 'red'?) (and 2 more)", 3),
    { line: 3, column: 45, word: "rde", meant: "red" });
  assert.equal(meant("no kind 'rde' (expected one of red blue)", 3), null, "no suggestion");
  assert.equal(meant("no kind 'rde' (did you mean 'red'?)", 4), null, "no such word from there on");
  assert.equal(meant("no kind 'rde' (did you mean 'red'?)"), null, "no place");
  assert.equal(meant("no kind 'rde' (did you mean 'red'?)", 3, 44), null, "another word");
  assert.equal(meant("game 'x': begin with each: where? (did you mean 'each'?)", 1), null, "another quote");
  assert.equal(meant("'x\n (did you mean 'y'?)", 1), null);
  assert.equal(meant("no kind 'r' (did you mean 'red'?)", 3), null, "a part of a word");
});

test("a name in PuzzleScript keeps its capitals", () => {
  const meant = (source) => {
    const message = "'crat' is not defined (did you mean 'crate'?)";
    const found = suggestion({ message, line: 1, column: 3 }, source);
    return found && [found.word, found.meant];
  };
  assert.deepEqual(meant("[ Crat ]"), ["Crat", "Crate"]);
  assert.deepEqual(meant("[ CRAT ]"), ["CRAT", "CRATE"]);
  assert.deepEqual(meant("[ crat ]"), ["crat", "crate"]);
});

const project = {
  name: "Dots",
  files: [
    { path: "dots.lua", text: "return 1" },
    { path: "more.lua", text: "" }
  ],
  active: 0,
  game: null,
  levels: { path: "levels/dots.txt", text: "..\n" },
  options: { seed: "3" },
  play: { level: 2, actions: ["put 1"] },
  puzzle: null
};

test("a project is what it was after a link", async () => {
  assert.deepEqual((await decode(await encode(project))).project, project);
  assert.equal(await decode("#somewhere"), null);
  assert.equal(await decode(""), null);
  assert.deepEqual(await decode("#game=2048"), { example: ["game", "2048"] });
});

test("lines end as the engine counts them", () => {
  const file = { path: "levels.txt", text: "; a\rb\r\n@..\r...\n" };
  assert.equal(clean({ ...project, levels: file }).levels.text, "; a\nb\n@..\n...\n");
});

test("the arguments of load have all texts of the project", () => {
  assert.deepEqual(loadArguments(project), {
    source: "return 1",
    path: "dots.lua",
    levels: "..\n",
    options: { seed: "3" },
    level: 2,
    play: project.play,
    files: { "more.lua": "", "levels/dots.txt": "..\n" }
  });
  assert.deepEqual(loadArguments(newProject({ game: "tower" })), { game: "tower", options: {} });
});

test("what is no project is refused", () => {
  for (const wrong of [
    null,
    3,
    "x",
    [],
    {},
    { files: [{ path: "a.lua", text: 3 }] },
    { files: [{ path: "/a.lua", text: "" }] },
    { files: [{ path: "a/../b.lua", text: "" }] },
    { game: "Tower" },
    { game: "tower", files: project.files },
    { ...project, active: 7 },
    { ...project, options: [] },
    { ...project, options: { a: 3 } },
    { ...project, play: {} },
    { ...project, play: { level: 1, actions: [3] } },
    { ...project, files: [project.files[0], project.files[0]] },
    { ...project, name: 3 },
    { ...project, levels: { path: "x" } }
  ]) {
    assert.throws(() => clean(wrong), /no project/, JSON.stringify(wrong));
  }
  assert.deepEqual(clean(JSON.parse(JSON.stringify(small(project)))), project);
  assert.equal(slug("Ice & Fire: II"), "ice-fire-ii");
  assert.equal(slug("…"), "game");
});

test("scenarios have the play, its end and the options; brackets in a map close nothing", () => {
  const text = scenarioText("a/b.lua", { rows: ["a]]", "b"], actions: ['say "x"'], outcome: "Won",
    options: [{ name: "size", kind: "integer", value: "3" }] });
  for (const part of ['local game = require "a.b"', "map = [=[\n      a]]\n      b\n    ]=]",
    'play = { "say \\"x\\"" }', "options = { size = 3 }", 'expect = { moves = 1, outcome = "Won" }']) {
    assert.ok(text.includes(part), `${part} in ${text}`);
  }
});
