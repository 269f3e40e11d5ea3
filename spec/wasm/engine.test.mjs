// Specifies engine.js: what an engine answers, how it ends, and what it costs. ENGINE is the path of
// engine.wasm.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";
import { brotliCompressSync } from "node:zlib";
import { EngineEnded, openEngine as open } from "../../web/engine/engine.js";
import { libraryFiles } from "../../web/engine/library.js";

const wasmBinary = readFileSync(process.env.ENGINE), all = await libraryFiles();

const openEngine = (options) => open({ files: all, ...options });

const load = (source, more = {}) => ({ call: "load", source, ...more });

// A game with a goal that cannot be reached, and with no end of positions.
const endless = load(`return require("tessera").game { name = "endless", map = "@",
  legend = { ["@"] = "you" }, fields = { n = 0 }, moves = { "one", "two" }, goal = "done",
  outcomes = { "done" }, apply = function(state, what)
    state.n = state.n * 2 % (1 << 40) + (what == "one" and 1 or 0)
  end, outcome = function(state) return state.n < 0 and "done" or nil end }`);

// The error of a source, or of a rule, in an engine that lives on.
function faultOf(engine, source) {
  const { error } = engine.call(load(source));
  assert.equal(engine.call({ call: "about" }).result.games.length, 5);
  return error;
}

test("an engine answers, each on its own, from bytes or from a module", async () => {
  const module = await WebAssembly.compile(wasmBinary);
  const [one, two] = await Promise.all([openEngine({ wasmBinary }), openEngine({ wasmBinary: module })]);
  assert.equal(one.call({ call: "load", game: "tower" }).result.game, "tower");
  assert.equal(two.call({ call: "undo" }).error.message, "no game is loaded");
});

test("what a page gets first plays a game in Lua; more of the library is asked for and can be added", async () => {
  const { first } = JSON.parse(readFileSync(new URL("../../build/wasm/library.json", import.meta.url)));
  const files = Object.fromEntries(Object.entries(all).filter(([path]) => first.includes(path)));
  assert.ok(Object.keys(files).length < Object.keys(all).length);
  const engine = await open({ wasmBinary, files });
  for (const request of [load(endless.source), { call: "apply", action: "one" }, { call: "undo" }]) {
    assert.equal(engine.call(request).error, undefined);
    assert.equal(engine.lacked, false);
  }
  const check = load('return require("tessera.check") and nil');
  assert.equal(engine.call(check).result.kind, "study"); // so far it is not there
  assert.equal(engine.lacked, true);
  engine.add(all);
  assert.equal(engine.call(check).result.kind, "none");
  assert.equal(engine.lacked, false);
});

test("it fetches nothing", async (t) => {
  t.mock.method(globalThis, "fetch", () => assert.fail("fetched"));
  await openEngine({ wasmBinary });
});

test("texts are UTF-8 on both ways, also long ones", async () => {
  const engine = await openEngine({ wasmBinary });
  const text = "ä€😀\\0\"\\" + "x".repeat(990);
  assert.deepEqual(engine.call(load("print(...)", { path: "ö.lua" })).result.printed, [""]);
  const { printed } = engine.call(load(`print([[${text}]])`)).result;
  assert.deepEqual(printed.map((line) => line.slice(0, 12)), [text.slice(0, 12)]);
  const long = engine.call(load(`-- ${"ü".repeat(1e6)}\nerror "here"`)).error;
  assert.deepEqual([long.line, long.message], [2, "game.lua:2: here"]);
});

test("messages leave while a call goes on, and may stop a search", async () => {
  const texts = [];
  const engine = await openEngine({ wasmBinary, post: (text) => texts.push(text) >= 2 });
  engine.call(endless);
  const { info } = engine.call({ call: "solve" }).result;
  assert.equal(info.ended, "stopped");
  assert.equal(texts.length, 2);
  assert.ok(JSON.parse(texts[1]).nodes > JSON.parse(texts[0]).nodes);
});

test("deep recursion of every kind is an error of the script", async () => {
  const engine = await openEngine({ wasmBinary });
  for (const [source, message] of [
    ["local function f() return 1 + f() end f()", /^game.lua:1: stack overflow$/],
    ["local function f() return (('a'):gsub('a', f)) end f()", /C stack overflow\)?$/],
    ["local function f() table.sort({ 1, 2 }, f) end f()", /C stack overflow\)?$/],
    ["local function f() return coroutine.wrap(f)() end f()", /C stack overflow\)?$/],
    ["local t = setmetatable({}, { __index = function(t, k) return t[k + 1] end }) t.x = t[1]",
      /C stack overflow\)?$/],
    ["local t t = setmetatable({}, { __tostring = function() return tostring(t) end }) tostring(t)",
      /C stack overflow\)?$/],
    [`load(${"(".repeat(1000)}1${")".repeat(1000)})`, /C stack overflow|too many C levels/],
    ["return ('a'):rep(1e5):find(('a?'):rep(1e5) .. 'b')", /pattern too complex$/],
  ]) assert.match(faultOf(engine, source).message, message, source);
});

test("memory that is used up is an error, and the next call has all of it again", async () => {
  const engine = await openEngine({ wasmBinary, memory: 48 });
  for (const source of ["local t = {} while true do t[#t + 1] = ('x'):rep(1e6) .. #t end",
    "local t while true do t = { t } end", "return ('x'):rep(1 << 30)"]) {
    assert.deepEqual(faultOf(engine, source), { message: "not enough memory", memory: true });
  }
  const { printed } = engine.call(load("print(pcall(string.rep, 'x', 20000000) and 1)")).result;
  assert.deepEqual(printed, ["1"]);
});

test("a search stops at the memory that is left", async () => {
  const engine = await openEngine({ wasmBinary, memory: 48 });
  engine.call(endless);
  const { info } = engine.call({ call: "solve", nodes: 1e8 }).result;
  assert.equal(info.ended, "memory");
});

test("too little memory to begin with is told", async () => {
  await assert.rejects(openEngine({ wasmBinary, memory: 0.2 }), (error) => error instanceof EngineEnded
    && error.kind === "memory" && error.message === "not enough memory");
});

test("a script that is refused something ends the engine, which says so from then on", async () => {
  const engine = await openEngine({ wasmBinary });
  const ended = { name: "EngineEnded", kind: "refused",
    message: "run.lua: game.lua:1: os.exit is refused to a script (--trust allows it)" };
  assert.throws(() => engine.call(load("pcall(os.exit)")), ended);
  assert.throws(() => engine.call({ call: "about" }), ended);
});

test("a crash ends the engine", async (t) => {
  const engine = await openEngine({ wasmBinary });
  t.mock.method(performance, "now", () => { throw new Error("no clock today"); });
  const ended = { name: "EngineEnded", kind: "crash", message: "no clock today" };
  assert.throws(() => engine.call(load("os.clock()")), ended);
  assert.throws(() => engine.call({ call: "about" }), ended);
});

test("a listener that throws stops the search, and its error goes to the caller", async () => {
  let posts = 0;
  const engine = await openEngine({ wasmBinary, post: () => { posts++; throw new Error("no post today"); } });
  engine.call(endless);
  assert.throws(() => engine.call({ call: "solve" }), { name: "Error", message: "no post today" });
  assert.equal(posts, 1);
  assert.equal(engine.call({ call: "apply", action: "one" }).result.view.step, 1);
});

test("a listener cannot call the engine, which goes on", async () => {
  const engine = await openEngine({ wasmBinary, post: () => {
    assert.throws(() => engine.call({ call: "about" }), /^Error: the engine is busy/);
    return true;
  } });
  engine.call(endless);
  assert.equal(engine.call({ call: "solve" }).result.info.ended, "stopped");
  assert.equal(engine.call({ call: "about" }).result.games.length, 5);
});

test("memory that is used up while a request is read is told as such", async () => {
  const engine = await openEngine({ wasmBinary, memory: 16 });
  for (let megabytes = 1; megabytes < 16; megabytes++) {
    let error;
    try {
      ({ error } = engine.call(load("return 1 --" + "\n".repeat(megabytes * 1e6))));
    } catch (ended) {
      assert.equal(ended.kind, "memory");
      break;
    }
    if (error.memory) assert.equal(error.message, "not enough memory");
    else assert.match(error.message, /which is no game/);
  }
});

// In a thread with a small stack V8's own limit comes first.
test("a stack that is too small ends the engine", async () => {
  const source = `import { parentPort, workerData } from "node:worker_threads";
    const { openEngine } = await import(workerData.engine);
    const engine = await openEngine(workerData);
    try {
      for (let i = 0; i < 3; i++) parentPort.postMessage(engine.call(workerData.request).error.message);
    } catch (error) {
      parentPort.postMessage(error.kind);
    }`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    resourceLimits: { stackSizeMb: 0.3 }, workerData: { wasmBinary, files: all,
      engine: new URL("../../web/engine/engine.js", import.meta.url).href,
      request: load("local function f() return (('a'):gsub('a', f)) end f()") } });
  const told = [];
  worker.on("message", (message) => told.push(message));
  await new Promise((resolve, reject) => worker.on("exit", resolve).on("error", reject));
  const overflows = told.filter((message) => message.endsWith("C stack overflow"));
  assert.ok(told.at(-1) === "crash" || overflows.length === 3, told.join());
});

test("the clock goes on for longer than 32 bits of microseconds", async (t) => {
  const now = performance.now.bind(performance);
  t.mock.method(performance, "now", () => now() + 3 * 3600 * 1000);
  const engine = await openEngine({ wasmBinary });
  const clock = () => Number(engine.call(load("print(os.clock())")).result.printed[0]);
  const first = clock();
  assert.ok(first > 3 * 3600 && first < 3 * 3600 + 600, String(first));
  assert.ok(clock() > first);
});

test("it has 325 kB with brotli at most", () => {
  const { length } = brotliCompressSync(wasmBinary);
  assert.ok(length <= 325000, `${length} bytes`);
});
