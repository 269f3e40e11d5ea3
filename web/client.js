// The page's end of a worker with the engine: sends requests one at a time, ends the worker when a
// request takes too long, and starts another for the next request. It remembers nothing of the game.

const START_SECONDS = 60; // the engine is compiled in this time, or there is something wrong
const SILENCE = 5; // times the limit of a request: so long a search may be silent about its progress
const GRACE = 100; // milliseconds in which an answer that has arrived is still read

// Why a worker ended: "time", "memory", "refused", "crash" or "stopped".
function endedError(ended, message, details = {}) {
  return Object.assign(new Error(message), details, { ended });
}

function errorOf({ message, ended, line, column, file }) {
  if (ended) return endedError(ended === true ? "crash" : ended, message);
  return Object.assign(new Error(message), { line, column, file });
}

export class Client {
  #worker = null;
  #waiting = []; // requests that have not been sent
  #current = null; // the request that the worker carries out
  #timer = null;
  #count = 0;

  // `startWorker(megabytes)` returns a Worker that opens the engine, says { ready: true }, and may
  // take megabytes of memory.
  constructor({ startWorker, seconds = 2, megabytes = 512 }) {
    this.startWorker = startWorker;
    this.seconds = seconds;
    this.megabytes = megabytes;
  }

  // Whether a request is under way.
  get busy() {
    return this.#current !== null || this.#waiting.length > 0;
  }

  // Resolves to the result; rejects with an Error that has `line` and `column` if a script is wrong,
  // or `ended` if the worker has ended. A request with `onProgress` takes as long as it wants, but when
  // it tells no progress for a while, it ends, too.
  request(call, args = {}, { seconds = this.seconds, onProgress = null } = {}) {
    return new Promise((resolve, reject) => {
      this.#count++;
      this.#waiting.push({ id: this.#count, call, args, seconds, onProgress, resolve, reject });
      this.#next();
    });
  }

  // Ends the worker, and with it all requests.
  stop() {
    if (this.#worker || this.busy) this.#end(endedError("stopped", "stopped"));
  }

  #start() {
    let worker;
    try {
      worker = this.startWorker(this.megabytes);
    } catch (error) {
      this.#end(endedError("crash", `the worker could not be started: ${error.message}`));
      return;
    }
    this.#worker = { worker, ready: false };
    worker.onmessage = ({ data }) => {
      if (this.#worker?.worker === worker) this.#read(data);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      const what = event.message || "the worker could not be started";
      if (this.#worker?.worker === worker) this.#end(endedError("crash", what));
    };
    this.#allow(START_SECONDS, "the engine did not start");
  }

  #next() {
    if (!this.#worker && this.#waiting.length > 0) this.#start();
    if (!this.#worker?.ready || this.#current || this.#waiting.length === 0) return;
    this.#current = this.#waiting.shift();
    const { id, call, args } = this.#current;
    this.#worker.worker.postMessage({ ...args, id, call });
    this.#watch(false);
  }

  // Progress is told every few positions: silence is a rule that does not return.
  #listen() {
    const seconds = Math.ceil(this.seconds * SILENCE);
    this.#allow(seconds, `a rule did not return within ${seconds} s, so the search was ended`);
  }

  // The worker waits for more of the library; or it has it, and begins anew.
  #watch(lacks) {
    const { seconds, onProgress } = this.#current;
    if (lacks) this.#allow(START_SECONDS, "a part of the engine did not come");
    else if (onProgress) this.#listen();
    else this.#allow(seconds, `no answer within ${seconds} s`);
  }

  // Ends the worker after so many seconds. An answer may have arrived while the page was busy, so
  // messages that wait are read first.
  #allow(seconds, message) {
    clearTimeout(this.#timer);
    if (!Number.isFinite(seconds)) return;
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(() => this.#end(endedError("time", message, { seconds })), GRACE);
    }, seconds * 1000);
  }

  #read(data) {
    if (data.ready) {
      clearTimeout(this.#timer);
      this.#worker.ready = true;
    } else if (data.failed !== undefined) {
      this.#end(endedError("crash", data.failed));
    } else if (data.id === this.#current?.id) {
      if (data.lacks !== undefined) {
        this.#watch(data.lacks);
        return;
      }
      if (data.progress !== undefined) {
        if (this.#current.onProgress) this.#listen();
        this.#current.onProgress?.(data.progress);
        return;
      }
      this.#settle(data);
    }
    this.#next();
  }

  #settle(data) {
    const { resolve, reject } = this.#current;
    clearTimeout(this.#timer);
    if (data.error?.ended) {
      this.#end(errorOf(data.error));
    } else {
      this.#current = null;
      if (data.error) reject(errorOf(data.error));
      else resolve(data.result);
    }
  }

  // Ends the worker. Those who wait learn of it, too: what they asked for was meant for a game that
  // this worker knew.
  #end(error) {
    clearTimeout(this.#timer);
    const requests = [...(this.#current ? [this.#current] : []), ...this.#waiting];
    this.#worker?.worker.terminate();
    this.#worker = this.#current = null;
    this.#waiting = [];
    for (const request of requests) request.reject(error);
  }
}

// Unpacks what a page carries, in a worker, because it takes a while: { module, files }.
function unpack(address, packed) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(address);
    const end = (settle, value) => {
      worker.terminate();
      settle(value);
    };
    worker.onmessage = ({ data }) => {
      if (data.unpacked) end(resolve, data.unpacked);
      else end(reject, new Error(data.failed));
    };
    worker.onerror = ({ message }) => end(reject, new Error(message || "the worker could not be started"));
    worker.postMessage({ packed });
  });
}

// Returns a `startWorker` for clients. `source` is the text of the worker; `engine` and `library` are packed,
// and unpacked once for all workers. Where `library` is not all of it, `more()` resolves to the rest: it is
// asked for when a request needs it, or by `startWorker.complete()`.
export function workerStarter({ source, engine, library, more = null }) {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const parts = unpack(address, { engine, library });
  let rest = null; // a promise, once it was asked for
  const waiting = new Map(); // workers that have not the rest, and whether they asked for it
  const complete = () => {
    rest ??= more().then((library) => unpack(address, { library }));
    rest.then(({ files }) => {
      for (const worker of waiting.keys()) worker.postMessage({ more: files });
      waiting.clear();
    }, (error) => {
      rest = null; // it may be there next time
      for (const [worker, asked] of waiting) if (asked) worker.onerror?.({ message: error.message });
    });
  };
  const startWorker = (megabytes) => {
    const worker = new Worker(address);
    parts.then(({ module, files }) => {
      worker.postMessage({ engine: module, files, whole: !more, megabytes });
      if (!more) return;
      waiting.set(worker, false);
      worker.addEventListener("message", ({ data }) => {
        if (!data.lacks) return;
        waiting.set(worker, true);
        complete();
      });
      if (rest) complete();
    }, (error) => worker.onerror?.({ message: `the engine cannot be read: ${error.message}` }));
    return worker;
  };
  if (more) startWorker.complete = complete;
  return startWorker;
}
