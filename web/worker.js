// The worker: opens the engine with the module of the first message, then answers one request after
// the other. An engine that has ended answers no more.

import { openEngine } from "./engine/engine.js";

let engine;
let current; // the number of the request that is carried out

// Memory that is used up is not given back, so this engine has ended.
const problem = ({ memory, ...error }) => (memory ? { ...error, ended: "memory" } : error);

function answer({ id, ...request }) {
  current = id;
  try {
    const { result, error } = engine.call(request);
    postMessage(error ? { id, error: problem(error) } : { id, result });
  } catch (error) {
    postMessage({ id, error: { message: error.message, ended: error.kind ?? "crash" } });
  }
}

async function open({ engine: wasmBinary, megabytes }) {
  try {
    engine = await openEngine({ wasmBinary, memory: megabytes, post: (text) => {
      postMessage({ id: current, progress: JSON.parse(text) });
      return false;
    } });
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ failed: `the engine could not be started: ${error.message}` });
  }
}

onmessage = ({ data }) => (data.engine ? open(data) : answer(data));
