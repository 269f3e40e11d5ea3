// Puts the page of the playground together when it is built: one file that needs nothing else.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptJson } from "../player/compose.js";
import { hash, policy } from "../policy.mjs";
import { collectGames } from "./collect_games.mjs";
import { makeGuide } from "./make_guide.mjs";

// The frame of the pages that lua/tessera/draw/page.lua writes, with its style and its script. Its
// policy names the script by its hash.
function film(root) {
  const read = (name) => readFileSync(join(root, "lua/tessera/draw", name), "utf8");
  const frame = read("page.html").replace("%STYLE%", () => read("page.css"))
    .replace("%SCRIPT%", () => read("page.js"));
  const [, script] = /<script>([^<]*(?:<(?!\/script)[^<]*)*)<\/script>/.exec(frame);
  if (!frame.includes(`script-src ${hash(script)};`)) {
    throw new Error(`page.html: its policy must have ${hash(script)}, the hash of page.js`);
  }
  return { frame, script };
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
  const pages = film(root);
  guides[0].examples["cave.lua"] = games.starter;
  const pieces = {
    POLICY: policy(script, pages.script),
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
      plain("exported-style", game.style),
      plain("exported-policy", game.policy),
      data("film", pages.frame)
    ].join("\n")
  };
  const page = readFileSync(join(root, "web/playground/page.html"), "utf8");
  return page.replace(/%([A-Z]+)%/g, (_, name) => pieces[name]);
}
