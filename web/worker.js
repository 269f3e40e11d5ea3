// The worker: opens the engine with the module of the first message, then answers one request after
// the other. An engine that has ended answers no more.
//
// A page brings the library in two parts. A request for which the first one does not suffice waits for the
// other one, and is carried out again; { lacks: true } asks for it. An action that a rule has played all the same
// is not played twice. Another kind of worker, whose first message has `packed`, only unpacks the engine and the
// library for the page.

import { openEngine } from "./engine/engine.js";
import { decodeLzma } from "./engine/lzma.js";

let engine;
let current; // the number of the request that is carried out
let opened; // resolves when the engine is there, or not
let complete; // whether there is all of the library
let completed = () => {};

// Memory that is used up is not given back, so this engine has ended.
const problem = ({ memory, ...error }) => (memory ? { ...error, ended: "memory" } : error);

async function carriedOut(id, request) {
  const answer = engine.call(request);
  if (complete || !engine.lacked) return answer;
  postMessage({ id, lacks: true });
  if (!answer.error && request.call !== "load") return answer;
  await new Promise((resolve) => { completed = resolve; });
  postMessage({ id, lacks: false });
  return engine.call(request);
}

async function answer({ id, ...request }) {
  current = id;
  try {
    const { result, error } = await carriedOut(id, request);
    postMessage(error ? { id, error: problem(error) } : { id, result });
  } catch (error) {
    postMessage({ id, error: { message: error.message, ended: error.kind ?? "crash" } });
  }
}

async function open({ engine: wasmBinary, files, whole, megabytes }) {
  complete = whole;
  try {
    engine = await openEngine({ wasmBinary, files, memory: megabytes, post: (text) => {
      postMessage({ id: current, progress: JSON.parse(text) });
      return false;
    } });
    postMessage({ ready: true });
  } catch (error) {
    postMessage({ failed: `the engine could not be started: ${error.message}` });
  }
}

// What the page carries in base64.
const unpacked = (base64) => decodeLzma(Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0)));

// The texts of the library, by their paths: in one line or in several.
function filesOf(library) {
  const decoder = new TextDecoder();
  return Object.assign({}, ...library.trim().split("\n").map((line) => JSON.parse(decoder.decode(unpacked(line)))));
}

async function unpack({ engine, library }) {
  try {
    const module = engine && await WebAssembly.compile(unpacked(engine));
    postMessage({ unpacked: { module, files: filesOf(library) } });
  } catch (error) {
    postMessage({ failed: error.message });
  }
}

async function add(files) {
  await opened;
  engine?.add(files);
  complete = true;
  completed();
}

onmessage = ({ data }) => {
  if (data.packed) unpack(data.packed);
  else if (data.engine) opened = open(data);
  else if (data.more) add(data.more);
  else answer(data);
};
