// The engine: starts the WebAssembly module and gives it requests, which are answered by
// lua/tessera/web/host.lua. Runs in pages, workers and node. It fetches nothing.
//
//   const engine = await openEngine(...);  engine.call({ call: "load", game: "tower" })  ->  an answer
//
// - Searches visit the same nodes as on the machine, because the engine computes in integers; Lua's
//   `math` is that of JavaScript.
// - Lua and searches share one limit of memory, in the allocator. Deep recursion and a lack of memory
//   are errors of the script; os.exit and a crash end the engine. An error of `post` waits until the
//   call has ended, and stops a search; `post` cannot call the engine.
// - The library's Lua and the files beside it are texts (library.js), which are put into the module's file
//   system, where `require` finds them. Not all have to be there at once: `lacked` tells of a module that was
//   not, and `add` brings more. What a script cannot use here (studies, the terminal) is not in the build:
//   requiring it is an error that says so.

import createModule from "../../build/web/glue.mjs";

const MEGABYTE = 1024 * 1024;
const KEPT_BYTES = 64 * 1024; // of what is written to stdout and stderr

// The Lua has ended its process, or the module has crashed: the engine is of no use any more.
// `kind` is "refused" (os.exit: the sandbox refused something), "memory" or "crash"; the message is
// what was written to stderr.
export class EngineEnded extends Error {
  constructor(kind, message) {
    super(message);
    this.name = "EngineEnded";
    this.kind = kind;
  }
}

// Collects the bytes of a stream, the last ones if there are many.
class Output {
  bytes = [];

  put = (byte) => {
    if (byte !== null) this.bytes.push(byte & 255);
    if (this.bytes.length > 2 * KEPT_BYTES) this.bytes.splice(0, KEPT_BYTES);
  };

  text() {
    return new TextDecoder().decode(Uint8Array.from(this.bytes.slice(-KEPT_BYTES)));
  }
}

class Engine {
  #module;
  #errors;
  #listener;
  #ended = null;
  #busy = false;

  constructor(module, errors, listener) {
    this.#module = module;
    this.#errors = errors;
    this.#listener = listener;
  }

  // Answers a request: an object in, an object out. What `post` has thrown meanwhile is thrown then.
  call(request) {
    if (this.#busy) throw new Error("the engine is busy: a function that it calls cannot call it");
    this.#busy = true;
    try {
      return this.#answer(request);
    } finally {
      this.#busy = false;
      this.#listener.raise();
    }
  }

  #answer(request) {
    const bytes = new TextEncoder().encode(JSON.stringify(request) + "\0");
    const text = this.run(() => {
      const { _malloc, _free, _engine_call } = this.#module;
      const at = _malloc(bytes.length);
      if (at === 0) throw this.#end("memory", "not enough memory");
      this.#module.HEAPU8.set(bytes, at);
      const answer = _engine_call(at);
      _free(at);
      return answer && this.#text(answer);
    });
    return JSON.parse(text);
  }

  // Puts more texts of the library where `require` finds them.
  add(files) {
    const { FS } = this.#module;
    for (const [path, text] of Object.entries(files)) {
      FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      FS.writeFile(path, text);
    }
  }

  // Runs a function that calls the module and returns something true.
  run(work) {
    if (this.#ended) throw this.#ended;
    let result;
    try {
      result = work();
    } catch (error) {
      throw this.#ended ?? this.#reason(error);
    }
    return result || fail(this.#reason(null));
  }

  #text(at) {
    const heap = this.#module.HEAPU8;
    return new TextDecoder().decode(heap.subarray(at, heap.indexOf(0, at)));
  }

  // Why the module has ended, from what it has thrown.
  #reason(error) {
    const said = this.#errors.text().trim();
    if (error?.name === "ExitStatus") {
      return this.#end("refused", said || `ended with status ${error.status}`);
    }
    if (said.endsWith("not enough memory")) return this.#end("memory", "not enough memory");
    return this.#end("crash", [said, error && String(error.message ?? error)].filter(Boolean).join("\n"));
  }

  #end(kind, message) {
    this.#ended = new EngineEnded(kind, message);
    this.#module = null;
    return this.#ended;
  }
}

// Gives messages to `post`. An error of it must not go through the module: it waits here, and the
// call is to stop.
class Listener {
  #post;
  #thrown = null;

  constructor(post) {
    this.#post = post;
  }

  hear = (text) => {
    try {
      return this.#thrown !== null || this.#post(text) === true;
    } catch (error) {
      this.#thrown = { error };
      return true;
    }
  };

  raise() {
    const thrown = this.#thrown;
    this.#thrown = null;
    if (thrown) throw thrown.error;
  }
}

function fail(error) {
  throw error;
}

// Starts an engine. `wasmBinary`: the bytes of engine.wasm, or a WebAssembly.Module of them. `files`: texts of
// the library by their paths, at least those that lua/tessera/web/host.lua requires.
// `post(text)`: gets messages while a call still runs; if it returns true, or throws, the call shall
// stop.
// `memory`: megabytes that the game and its searches may take.
export async function openEngine({ wasmBinary, files, post = () => false, memory = 512 }) {
  const compiled = wasmBinary instanceof WebAssembly.Module ? wasmBinary
    : await WebAssembly.compile(wasmBinary);
  const errors = new Output(), listener = new Listener(post);
  let lacked = false;
  const module = await new Promise((resolve, reject) => {
    createModule({
      post: listener.hear,
      lack: () => { lacked = true; },
      stdin: () => null,
      stdout: () => {},
      stderr: errors.put,
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled), reject);
        return {};
      },
    }).then(resolve, reject);
  });
  const engine = new Engine(module, errors, listener);
  engine.add(files);
  engine.run(() => {
    module._engine_limit(memory * MEGABYTE);
    return module._engine_open() === 0;
  });
  return {
    call: (request) => {
      lacked = false;
      return engine.call(request);
    },
    // Whether the last call has asked for a module of the library that is not there.
    get lacked() {
      return lacked;
    },
    add: (files) => engine.add(files)
  };
}
