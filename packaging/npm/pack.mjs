// Puts the npm package together: node packaging/npm/pack.mjs FOLDER WEB MODULES. FOLDER gets the package,
// WEB has engine.wasm; below MODULES lies esbuild. Says the version.

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [folder, web, modules] = process.argv.slice(2).map((path) => resolve(path));
const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const root = here("../..");
const { build } = createRequire(join(modules, "x.js"))("esbuild");
const [, version] = /^return "([^"]+)"/m.exec(readFileSync(join(root, "lua/tessera/base/version.lua"), "utf8"));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await build({ entryPoints: [here("index.js")], outfile: join(folder, "index.js"), bundle: true,
  format: "esm", target: "es2022", external: ["node:*"], logLevel: "warning", legalComments: "none" });
copyFileSync(join(web, "engine.wasm"), join(folder, "engine.wasm"));
for (const name of ["index.d.ts", "README.md"]) copyFileSync(here(name), join(folder, name));
copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: "tessera-engine", version,
  description: "A Lua-scriptable simulation engine for grid games, as WebAssembly", license: "MIT", type: "module",
  keywords: ["grid", "game", "puzzle", "solver", "lua", "wasm"], engines: { node: ">=18" },
  exports: { ".": { types: "./index.d.ts", default: "./index.js" }, "./engine.wasm": "./engine.wasm" },
  types: "./index.d.ts", files: ["index.js", "index.d.ts", "engine.wasm"] }, null, 2)}\n`);
console.log(version);
