// Tessera for JavaScript: games on grids, their rules and searches. Everything is synchronous once
// the engine is open. A game is played by messages to lua/tessera/web; this file gives them names.

import { EngineEnded, openEngine } from "../../web/engine/engine.js";
import { libraryFiles } from "../../web/engine/library.js";

export { EngineEnded };

// What is wrong with a source, a level, or a call. `file`, `line` and `column` are set where they
// are known; `file` is "levels" for the text of the levels.
export class TesseraError extends Error {
  constructor({ message, file, line, column }) {
    super(message);
    this.name = "TesseraError";
    Object.assign(this, { file, line, column });
  }
}

// The bytes of the module, which lies beside this file.
async function readModule() {
  const url = new URL("./engine.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: status ${response.status}`);
  return response.arrayBuffer();
}

const asRequest = (what) => (typeof what === "string" ? { source: what } : what);

function check(fine, name, expected, value) {
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  if (!fine) throw new TypeError(`${name}: expected ${expected}, got ${shown}`);
}

// The options of a function.
function optionsOf(options, name) {
  check(typeof options === "object" && options !== null, name, "an object of options", options);
  const { onProgress } = options;
  check((onProgress ?? null) === null || typeof onProgress === "function", `${name}: onProgress`, "a function",
    onProgress);
  return options;
}

export class Tessera {
  #engine;
  #desks = 0;
  #progress = null; // hears how far the search is that goes on

  static async open(options = {}) {
    const { wasm, memory = 512 } = optionsOf(options, "open");
    check(typeof memory === "number" && memory > 0, "open: memory", "megabytes, a number above 0", memory);
    const tessera = new Tessera();
    const post = (text) => tessera.#progress?.(JSON.parse(text)) === true;
    tessera.#engine = await openEngine({ wasmBinary: wasm ?? await readModule(), memory, post,
      files: await libraryFiles() });
    return tessera;
  }

  // A call of lua/tessera/web/calls.lua.
  #call(request, onProgress = null) {
    const before = this.#progress; // of the call that goes on, if this one comes from its function
    this.#progress = onProgress;
    try {
      const { result, error } = this.#engine.call(request);
      if (error) throw new TesseraError(error);
      return result;
    } finally {
      this.#progress = before;
    }
  }

  // Calls `load` at a desk of its own, and what is to be made of it. After an error the desk is
  // closed.
  #load(what, make) {
    const desk = ++this.#desks;
    const call = (name, args = {}, onProgress) => this.#call({ ...args, call: name, desk }, onProgress);
    try {
      return make(call("load", asRequest(what)), call);
    } catch (error) {
      if (!(error instanceof EngineEnded)) call("close");
      throw error;
    }
  }

  get games() {
    return this.#call({ call: "about" }).games;
  }

  load(what) {
    return this.#load(what, (loaded, call) => {
      if (loaded.kind !== "game") {
        throw new TesseraError({ message: `the source returns no game (${loaded.kind})` });
      }
      if (loaded.problem) throw new TesseraError(loaded.problem);
      return new Game(call, loaded);
    });
  }

  test(what) {
    return this.#load(what, (found, call) => {
      if (found.kind !== "scenarios") {
        throw new TesseraError({ message: `the source returns no scenarios (${found.kind})` });
      }
      const { passed, scenarios, page = null } = found;
      call("close");
      return { passed, page, scenarios: scenarios.map(({ name, line, wrong }) => ({ name, line, failures: wrong })) };
    });
  }
}

class Game {
  #call;
  #loaded;
  #view;
  #steps = [];

  constructor(call, loaded) {
    this.#call = call;
    this.#loaded = loaded;
    this.#see(loaded);
  }

  #see({ view }) {
    this.#view = view;
    if (view.steps) this.#steps.splice(view.steps.from - 1, Infinity, ...view.steps.list);
    return view;
  }

  get name() { return this.#loaded.game; }
  get title() { return this.#loaded.title; }
  get players() { return this.#loaded.players; }
  get levels() { return this.#loaded.levels.map(({ name }) => name); }
  get level() { return this.#view.level; }
  get board() { return this.#view.text; }
  get rows() { return this.#view.rows; }
  get columns() { return this.#view.columns; }
  get outcome() { return this.#view.outcome ?? null; }
  get won() { return this.#view.won; }
  get turn() { return this.#view.turn ?? null; }
  get message() { return this.#view.message ?? null; }
  get status() { return Object.fromEntries(this.#view.status); }
  get moves() { return this.#steps.slice(0, this.#view.step).map(({ action }) => action); }

  actions() { return this.#call("actions").actions; }

  apply(action) {
    const before = this.#view.step;
    const { done, why = null, view } = this.#call("apply", { action });
    this.#see({ view });
    return { done, why, events: view.step > before ? this.#steps[view.step - 1].events : [] };
  }

  press(key) { this.#see(this.#call("key", { key })); return this; }
  click(row, column) { this.#see(this.#call("click", { row, column })); return this; }
  undo() { this.#see(this.#call("undo")); return this; }
  redo() { this.#see(this.#call("redo")); return this; }
  go(step) { this.#see(this.#call("go", { step })); return this; }
  begin(level) { this.#see(this.#call("begin", { level })); return this; }

  hint(options = {}) {
    const { onProgress } = optionsOf(options, "hint");
    const { action = null, message } = this.#call("hint", {}, onProgress);
    return { action, message };
  }

  solve(options = {}) {
    const { nodes, memory, onProgress } = optionsOf(options, "solve");
    const { actions = null, message = null, info = {} } = this.#call("solve", { nodes, memory }, onProgress);
    return { actions, message, ended: info.ended ?? null, nodes: info.nodes ?? 0 };
  }

  answer(options = {}) {
    const { method = "mcts", nodes, onProgress } = optionsOf(options, "answer");
    return this.#call("answer", { method, nodes }, onProgress).action ?? null;
  }

  examine(options = {}) {
    const { nodes, memory, onProgress } = optionsOf(options, "examine");
    const { facts, depths } = this.#call("examine", { nodes, memory }, onProgress);
    return { facts: Object.fromEntries(facts), depths };
  }

  save() { return this.#call("save").text; }
  record() { return this.#call("record").text; }
  svg() { return this.#call("svg").text; }
  page() { return this.#call("film").page; }
  close() { this.#call("close"); }
}
