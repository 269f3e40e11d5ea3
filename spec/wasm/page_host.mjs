// The engine in WebAssembly in the place of spec/support/page_host.lua: reads requests from the
// standard input, a line each, and writes the answers. ENGINE is the path of engine.wasm.

import { readFileSync } from "node:fs";
import { EngineEnded, openEngine } from "../../web/engine/engine.js";
import { libraryFiles } from "../../web/engine/library.js";

function post(text) {
  console.log(`{"post":${text}}`);
  return JSON.parse(text).nodes >= Number(process.env.TESSERA_PAGE_STOP || Infinity);
}

const engine = await openEngine({ wasmBinary: readFileSync(process.env.ENGINE), files: await libraryFiles(), post });
try {
  for (const line of readFileSync(0, "utf8").split("\n")) {
    if (line) console.log(JSON.stringify(engine.call(JSON.parse(line))));
  }
} catch (error) {
  if (!(error instanceof EngineEnded && error.kind === "refused")) throw error;
  console.error(error.message);
  process.exit(4);
}
