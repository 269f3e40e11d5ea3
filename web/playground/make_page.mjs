// Puts the page of the playground together when it is built: one file that needs nothing else.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptJson } from "../player/compose.js";
import { collectGames } from "./collect_games.mjs";
import { makeGuide } from "./make_guide.mjs";

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Only the scripts of this file may run, and those of the pages that show failed scenarios, which
// stand in a sandbox of their own. Nothing may be fetched from anywhere.
function policy(scripts) {
  return (
    `default-src 'none'; script-src ${scripts.map(hash).join(" ")} 'wasm-unsafe-eval'; worker-src blob:; `
    + "style-src 'unsafe-inline'; img-src data: blob:; form-action 'none'; base-uri 'none'"
  );
}

// The script of a page that lua/tessera/draw/page.lua writes.
function scriptOfPages(root) {
  const read = (name) => readFileSync(join(root, "lua/tessera/draw", name), "utf8");
  const [, before, after] = /<script>([^%<]*)%SCRIPT%([^<]*)<\/script>/.exec(read("page.html"));
  return before + read("page.js") + after;
}

// The game that a newcomer sees, and that a new one begins with.
function starter(root) {
  const read = (name) => readFileSync(join(root, "web/playground/starter", name), "utf8");
  const project = (name, file, levels) => ({
    name,
    files: [{ path: file, text: read(file) }],
    levels: { path: levels, text: read(levels) }
  });
  return {
    starter: project("Cave", "cave.lua", "cave.txt"),
    template: project("untitled", "game.lua", "levels.txt")
  };
}

const data = (id, value) => `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;
const plain = (id, text) => `<script type="text/plain" id="${id}">${text}</script>`;

/**
 * The page. `parts`: `script` and `style` of the playground; `types`, what web/types.lua has written;
 * `game`, the parts of an exported game; `Marked`, the class of the npm package.
 */
export function makePage(root, { script, style, types, game, Marked }) {
  const guides = makeGuide(root, Marked), games = starter(root), { engine, worker, player } = game;
  guides[0].examples["cave.lua"] = games.starter;
  const pieces = {
    POLICY: policy([script, scriptOfPages(root)]),
    STYLE: style,
    SCRIPT: script,
    DATA: [
      ...guides.map(({ name, html }) => `<template id="document-${name}">${html}</template>`),
      data(
        "guides",
        guides.map(({ name, title, examples }) => ({ name, title, examples }))
      ),
      data("games", collectGames(root)),
      data("types", JSON.parse(types)),
      data("starter", games),
      plain("engine", engine),
      plain("worker", worker),
      plain("exported", player),
      plain("exported-style", game.style)
    ].join("\n")
  };
  const page = readFileSync(join(root, "web/playground/page.html"), "utf8");
  return page.replace(/%([A-Z]+)%/g, (_, name) => pieces[name]);
}
