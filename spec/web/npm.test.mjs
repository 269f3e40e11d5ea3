// The npm package, as somebody has it who installs it: `make test-npm`. PACKED has the tarball, below
// WEB_MODULES lies the compiler of TypeScript.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const { PACKED, WEB_MODULES } = process.env;
const root = fileURLToPath(new URL("../..", import.meta.url));
const sample = (path) => readFileSync(join(root, "samples/games", path), "utf8");

let folder, Tessera, TesseraError, EngineEnded;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "npm-"));
  const [tarball] = readdirSync(PACKED).filter((name) => name.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", join(PACKED, tarball)],
    { cwd: folder });
  const entry = createRequire(join(folder, "x.js")).resolve("tessera-engine");
  ({ Tessera, TesseraError, EngineEnded } = await import(pathToFileURL(entry)));
});

after(() => rmSync(folder, { recursive: true, force: true }));

const sokoban = () => ({ source: sample("sokoban.lua"), path: "sokoban.lua", levels: sample("levels/sokoban.txt") });

test("the package has its files, and the version", () => {
  const installed = join(folder, "node_modules/tessera-engine");
  assert.deepEqual(readdirSync(installed).sort(),
    ["LICENSE", "README.md", "engine.wasm", "index.d.ts", "index.js", "package.json"]);
  const { version } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  assert.ok(readFileSync(join(root, "lua/tessera/base/version.lua"), "utf8").includes(`return "${version}"`));
});

// The blocks of README run as they stand; what their comments promise is what they print.
test("the examples of its README run", () => {
  const text = readFileSync(join(folder, "node_modules/tessera-engine/README.md"), "utf8");
  const blocks = Array.from(text.matchAll(/```js\n(.*?)```/gs), ([, block]) => block);
  assert.equal(blocks.length, 3);
  for (const [number, block] of blocks.entries()) {
    const file = join(folder, `example${number}.js`);
    writeFileSync(file, block);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const promised = Array.from(block.matchAll(/(?:; | {2})\/\/ (.*)$/gm), ([, line]) => line);
    assert.ok(promised.length > 0);
    for (const line of promised) assert.ok(stdout.split("\n").includes(line), `${line}\nis not in\n${stdout}`);
  }
});

test("its types are those of its functions", () => {
  const methods = (text) => new Set(Array.from(text.matchAll(/^ {2}(?:static )?(?:async )?(?:get )?(\w+)\(.*[{}]$/gm), ([, name]) => name));
  const declared = readFileSync(join(root, "packaging/npm/index.d.ts"), "utf8");
  for (const name of methods(readFileSync(join(root, "packaging/npm/index.js"), "utf8"))) {
    if (name !== "constructor") assert.match(declared, new RegExp(`\\b${name}[(:]`), name);
  }
  writeFileSync(join(folder, "use.ts"), `import { Tessera, TesseraError, EngineEnded, type Game } from "tessera-engine";
    const tessera: Tessera = await Tessera.open({ memory: 64 });
    const game: Game = tessera.load({ game: "tower", level: 2 });
    const why: string | null = game.press("left").undo().apply("PUSH LEFT").why;
    const nodes: number = game.solve({ nodes: 10, onProgress: ({ depth }) => depth > 3 }).nodes;
    const names: string[] = tessera.games.map(({ title }) => title);
    if (why === null && nodes > names.length) throw new EngineEnded();
    console.log(new TesseraError().line, tessera.test("return {}").scenarios[0].failures);
    // @ts-expect-error
    game.outcome = "Cleared";`);
  const compiler = join(WEB_MODULES, "node_modules/.bin/tsc");
  assert.ok(existsSync(compiler));
  const { status, stdout } = spawnSync(compiler, ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext",
    "--lib", "es2022,dom", "use.ts"], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stdout);
});

test("games are played, each on its own", async () => {
  const tessera = await Tessera.open();
  assert.deepEqual(tessera.games.map(({ name }) => name), readdirSync(join(root, "src/games")).sort());
  const levels = `#####\n#@$.#\n#####\n\n${sample("levels/sokoban.txt")}`;
  const tower = tessera.load({ game: "tower" }), boxes = tessera.load({ ...sokoban(), levels });
  assert.equal(boxes.board, "#####\n#@$.#\n#####\n");
  assert.deepEqual([boxes.name, boxes.title, boxes.players, boxes.level, boxes.rows, boxes.columns],
    ["sokoban", "Sokoban", 1, 1, 3, 5]);
  assert.deepEqual(boxes.apply("left"), { done: false, why: "left: a wall is in the way", events: [] });
  assert.equal(boxes.message, "left: a wall is in the way");
  const { done, events } = boxes.apply("right");
  // what moved, was pushed, and what is heard of it
  assert.deepEqual([done, events.length], [true, 5]);
  assert.deepEqual([boxes.outcome, boxes.won, boxes.status.moves], ["Solved", true, 1]);
  assert.deepEqual(boxes.undo().moves, []);
  assert.deepEqual(boxes.redo().moves, ["right"]);
  assert.equal(boxes.begin(2).level, 2);
  assert.deepEqual(tower.press("right").moves, ["CLIMB RIGHT"]);
  assert.equal(tower.go(0).board, ".......\nS#.#..G\n#######\n");
  tower.close();
  assert.throws(() => tower.undo(), /no game is loaded/);
});

test("searches find what native ones find, and can be stopped", async () => {
  const tessera = await Tessera.open();
  const boxes = tessera.load({ ...sokoban(), level: 2 });
  const env = { ...process.env, BOARD: boxes.board };
  const solved = boxes.solve(), native = execFileSync("lua5.4", ["-e", `
    package.path, package.cpath = "lua/?.lua;" .. package.path, "build/?.so;" .. package.cpath
    local sokoban, search = dofile "samples/games/sokoban.lua", require "tessera.search"
    local actions, info = search.shortest(sokoban.new(os.getenv "BOARD"))
    print(table.concat(actions, " "), info.nodes)`], { cwd: root, encoding: "utf8", env });
  assert.equal(`${solved.actions.join(" ")}\t${solved.nodes}\n`, native);
  assert.equal(solved.ended, "done");
  const found = [];
  const large = tessera.load({ game: "samegame", level: 4 });
  const stopped = large.solve({ onProgress: (progress) => found.push(progress) > 2 });
  assert.deepEqual([stopped.actions, stopped.ended, found.length], [null, "stopped", 3]);
  assert.equal(boxes.hint().action, solved.actions[0]);
  assert.equal(boxes.examine().facts["can be solved"], "yes");
  const four = tessera.load({ source: sample("connect4.lua"), levels: sample("levels/connect4.txt") });
  assert.match(four.answer({ method: "alpha-beta", nodes: 1000 }), /^drop \d$/);
});

test("plays and pictures leave it as texts", async () => {
  const tessera = await Tessera.open();
  const game = tessera.load({ game: "tower" });
  game.apply("MOVETO 6");
  assert.equal(tessera.load({ game: "tower", saved: game.save() }).board, game.board);
  const file = join(folder, "tower.play");
  writeFileSync(file, game.record());
  assert.match(execFileSync("lua5.4", ["run.lua", "replay", file, "--svg", "-"], { cwd: root, encoding: "utf8" }), /^<svg /);
  assert.match(game.svg(), /^<svg /);
  assert.match(game.page(), /<title>The Tower</);
});

test("scenarios are tested", async () => {
  const tessera = await Tessera.open();
  const files = { "sokoban.lua": sample("sokoban.lua"), "levels/sokoban.txt": sample("levels/sokoban.txt") };
  const found = tessera.test({ source: sample("sokoban_scenarios.lua"), path: "sokoban_scenarios.lua", files });
  assert.ok(found.passed && found.scenarios.length > 2);
  assert.throws(() => tessera.test("return 1"), TesseraError);
});

test("what is wrong is thrown with its place", async () => {
  const tessera = await Tessera.open();
  assert.throws(() => tessera.load("\nlocal x = = 1"), { name: "TesseraError", file: "game.lua", line: 2 });
  assert.throws(() => tessera.load({ ...sokoban(), levels: "####\n#@x#\n####" }),
    { name: "TesseraError", file: "levels", line: 2, column: 3 });
  assert.throws(() => tessera.load("return 1"), /which is no game/);
  assert.throws(() => tessera.load({}), /source: expected a text/);
  assert.throws(() => tessera.load({ game: "towr" }), /did you mean 'tower'/);
});

test("an error while a view is made loses no move", async () => {
  const tessera = await Tessera.open();
  const game = tessera.load(`return require("tessera").game { name = "counts", map = "@..", moves = { "go" },
    legend = { ["@"] = "you", ["."] = "floor" }, fields = { n = 0 },
    apply = function(state) state.n = state.n + 1 end,
    score = function(state) if state.n == 2 then error "no score" end return state.n end }`);
  game.apply("go");
  assert.throws(() => game.apply("go"), { name: "TesseraError", message: /no score/ });
  assert.deepEqual(game.moves, ["go"]);
  assert.equal(game.apply("go").done, true);
  assert.deepEqual(game.moves, ["go", "go", "go"]);
});

test("a function that hears of progress may fail, and cannot call the engine", async () => {
  const tessera = await Tessera.open();
  const game = tessera.load({ game: "samegame", level: 4 });
  assert.throws(() => game.solve({ onProgress: () => { throw new RangeError("mine"); } }),
    { name: "RangeError", message: "mine" });
  for (const call of [() => tessera.games, () => game.undo(), () => tessera.load({ game: "tower" }),
    () => tessera.test("")]) {
    assert.throws(() => game.solve({ onProgress: call }), /^Error: the engine is busy/);
  }
  let heard = 0;
  const found = game.solve({ onProgress() {
    assert.throws(() => game.actions(), /the engine is busy/);
    return ++heard === 3;
  } });
  assert.deepEqual([found.ended, heard], ["stopped", 3]);
  assert.ok(game.actions().length > 0);
});

test("options of a wrong kind are told", async () => {
  for (const memory of [null, NaN, "x", 0]) {
    await assert.rejects(Tessera.open({ memory }), { name: "TypeError", message: /^open: memory: expected megabytes/ });
  }
  await assert.rejects(Tessera.open(null),
    { name: "TypeError", message: "open: expected an object of options, got null" });
  const game = (await Tessera.open()).load({ game: "tower" });
  for (const name of ["hint", "solve", "answer", "examine"]) {
    assert.throws(() => game[name](null),
      { name: "TypeError", message: `${name}: expected an object of options, got null` });
    assert.throws(() => game[name]({ onProgress: 5 }),
      { name: "TypeError", message: `${name}: onProgress: expected a function, got 5` });
  }
});

test("loads that fail keep no memory", async () => {
  const tessera = await Tessera.open({ memory: 24 });
  const files = { "a.lua": "x".repeat(1e6) };
  for (let i = 0; i < 30; i++) {
    assert.throws(() => tessera.load({ source: "error 'mine'", files }), { message: "game.lua:1: mine" });
    assert.throws(() => tessera.test({ source: "error 'mine'", files }), { message: "game.lua:1: mine" });
  }
});

test("a script that is refused something, or takes all memory, ends its engine alone", async () => {
  const other = await Tessera.open(), game = other.load({ game: "tower" });
  const tessera = await Tessera.open();
  assert.throws(() => tessera.load("os.execute 'true'"), (error) => error instanceof EngineEnded
    && error.kind === "refused" && error.message.includes("os.execute is refused"));
  assert.throws(() => tessera.games, EngineEnded);
  const small = await Tessera.open({ memory: 32 });
  assert.throws(() => small.load("local t = {} for i = 1, math.huge do t[i] = {} end"), /not enough memory/);
  assert.equal(game.apply("MOVETO 6").done, true);
});
