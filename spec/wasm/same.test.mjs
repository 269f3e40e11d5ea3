// Lua in WebAssembly against the machine's own: the project's specs, searches, and the samples.
// `make test-wasm` runs this; LUA is the machine's Lua, LUA_WASM the other one.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { describe, test } from "node:test";

const { LUA, LUA_WASM } = process.env;
const LEAST = 2260; // specs pass
const LEFT_OUT = [
  "spec/bench/twins_spec.lua", // is about programs in Lua alone
  "spec/levels/tiled_spec.lua", // maps of Tiled are not part of it
  "spec/search/disk_spec.lua", // there are no temporary files to map
];

function run(command, words, input = "/dev/null") {
  return new Promise((resolve, reject) => {
    const descriptor = openSync(input);
    const child = spawn(command, words, { stdio: [descriptor, "pipe", "inherit"] });
    closeSync(descriptor);
    const parts = [];
    child.stdout.on("data", (part) => parts.push(part));
    child.on("error", reject);
    child.on("close", (status) => resolve({ status, stdout: Buffer.concat(parts).toString() }));
  });
}

// V8 does not replace the code of a loop that already runs: here all is compiled well at once.
const wasm = (words, input) =>
  run(process.execPath, ["--no-liftoff", LUA_WASM, "spec/wasm/posix.lua", ...words], input);

const listed = (folder, kind) => readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
  const path = `${folder}/${entry.name}`;
  return entry.isDirectory() ? listed(path, kind) : path.endsWith(kind) ? [path] : [];
}).sort();

const files = listed("spec", "_spec.lua").filter((path) => !LEFT_OUT.includes(path));
const rooms = [...new Set(files.map((path) => path.split("/")[1]))].reverse(); // search, the longest, begins early
let passed = 0;

async function passSpecs(paths) {
  const { status, stdout } = await wasm(["spec/wasm/specs.lua", ...paths]);
  const told = stdout.trimEnd().split("\n");
  const isLeftOut = (line) => line.startsWith("left out: ");
  assert.equal(status, 0, told.filter((line) => !isLeftOut(line)).join("\n"));
  passed += Number(/^(\d+) passed, 0 failed/.exec(told.at(-1))?.[1]);
  console.log(leftOut(told.filter(isLeftOut)) + told.at(-1));
}

// How many specs of each file were left out, and why.
function leftOut(lines) {
  const counts = new Map();
  for (const line of lines) {
    const [, path, why] = /^left out: ([^:]*):.*: ([^:]*)$/.exec(line);
    const key = `left out of ${path}: ${why}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Array.from(counts, ([key, count]) => `${key} (${count})\n`).join("");
}

describe("in WebAssembly", { concurrency: availableParallelism() }, () => {
  for (const room of rooms) {
    test(`the specs of ${room} pass`, () => passSpecs(files.filter((path) => path.split("/")[1] === room)));
  }

  test("processes that start at once have files of their own", async () => {
    const starts = await Promise.all(Array.from({ length: 4 }, () => wasm(["spec/wasm/tmpname.lua"])));
    assert.deepEqual(starts.map(({ status }) => status), [0, 0, 0, 0]);
    assert.equal(new Set(starts.map(({ stdout }) => stdout)).size, 4);
    assert.match(starts[0].stdout, /^\/tmp\/.*\n$/);
  });

  test("searches find the same, in as many nodes", async () => {
    const script = "spec/wasm/searches.lua";
    const [here, there] = await Promise.all([run(LUA, [script]), wasm([script])]);
    assert.deepEqual([here.status, there.status], [0, 0]);
    const lines = here.stdout.split("\n");
    assert.ok(lines.length > 500);
    for (const [number, line] of there.stdout.split("\n").entries()) assert.equal(line, lines[number]);
  });

  test("the samples have the outputs that lie beside them", async () => {
    const inputs = listed("samples", ".in").filter((path) => path.split("/").length === 3); // not the skeleton's
    assert.ok(inputs.length > 10);
    for (const path of inputs) {
      const { status, stdout } = await wasm(["spec/wasm/command.lua", path.split("/")[1]], path);
      assert.equal(status, 0, path);
      assert.equal(stdout, readFileSync(path.replace(/in$/, "out"), "utf8"), path);
    }
  });
});

test("as many specs pass as before", () => assert.ok(passed >= LEAST, `${passed} of ${LEAST}`));
