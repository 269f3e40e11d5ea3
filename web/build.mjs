// Bundles the pages: node web/build.mjs FOLDER MODULES. FOLDER has engine.wasm and gets the pages;
// below MODULES lie the npm packages.

import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { composeGame } from "./player/compose.js";
import { policy } from "./policy.mjs";
import { makePage } from "./playground/make_page.mjs";

const [folder, modules] = process.argv.slice(2).map((path) => resolve(path));
const requireModule = createRequire(join(modules, "x.js"));
const esbuild = requireModule("esbuild");
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

// Refuses what would end a script or a style element, wherever it stands in it.
function checked(text, path, end = /<\/script|<!--/i) {
  if (!end.test(text)) return text;
  throw new Error(`${path}: its text would end the element that it stands in`);
}

async function bundle(path) {
  const { outputFiles } = await esbuild.build({ entryPoints: [here(path)], bundle: true, minify: true,
    write: false, format: "iife", target: "es2022", legalComments: "none", charset: "utf8",
    nodePaths: [join(modules, "node_modules")], logLevel: "warning" });
  return checked(outputFiles[0].text.trim(), path);
}

async function style(...paths) {
  const texts = paths.map((path) => readFileSync(here(path), "utf8"));
  const { code } = await esbuild.transform(texts.join("\n"), { loader: "css", minify: true });
  return checked(code.trim(), paths.join(", "), /<\/style/i);
}

// Bytes packed for web/engine/lzma.js. The parameters are those that suit programs of bytes and their texts.
function packed(bytes) {
  const args = ["--format=lzma", "--lzma1=preset=9e,lc=4,pb=0", "--stdout"];
  return execFileSync("xz", args, { input: bytes, maxBuffer: 1 << 27 }).toString("base64");
}

// The library in two parts: what a page needs first, and the rest.
function library() {
  const { files, first } = JSON.parse(readFileSync(join(folder, "../wasm/library.json"), "utf8"));
  const pick = (isFirst) => JSON.stringify(Object.fromEntries(Object.entries(files)
    .filter(([path]) => first.includes(path) === isFirst)));
  return { library: packed(pick(true)), more: packed(pick(false)) };
}

// The parts of an exported game.
async function parts({ library, more }) {
  const player = await bundle("player/exported.js");
  return { engine: packed(readFileSync(join(folder, "engine.wasm"))), library: `${library}\n${more}`,
    worker: await bundle("worker.js"), player, policy: policy(player),
    style: await style("player/player.css", "player/exported.css") };
}

// A page to try the player with.
function sample() {
  const read = (path) => readFileSync(here(`../samples/games/${path}`), "utf8");
  return { title: "Sokoban", path: "sokoban.lua", source: read("sokoban.lua"),
    levels: read("levels/sokoban.txt") };
}

async function playground(game, texts) {
  const { Marked } = await import(pathToFileURL(requireModule.resolve("marked")));
  return makePage(here(".."), { game, ...texts, Marked, script: await bundle("playground/main.js"),
    editor: await bundle("playground/editor_part.js"), sounds: await bundle("playground/sounds_part.js"),
    style: await style("player/player.css", "playground/style.css"), panels: await style("playground/panels.css"),
    types: readFileSync(join(folder, "types.json"), "utf8"),
    gallery: JSON.parse(readFileSync(join(folder, "gallery.json"), "utf8")) });
}

const texts = library(), built = await parts(texts), { page, parts: later } = await playground(built, texts);
writeFileSync(join(folder, "player.html"), composeGame({ ...built, game: sample() }));
rmSync(join(folder, "parts"), { recursive: true, force: true });
for (const kind of ["games", "generators"]) mkdirSync(join(folder, "parts", kind), { recursive: true });
for (const [name, text] of Object.entries(later)) writeFileSync(join(folder, "parts", `${name}.js`), text);
writeFileSync(join(folder, "index.html"), page);
