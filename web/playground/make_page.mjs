// Puts the page of the playground together when it is built: the page with the board, and the parts that come
// later (part.js).

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { scriptJson } from "../player/compose.js";
import { hash, policy } from "../policy.mjs";
import { collectGames, collectGenerators } from "./collect_games.mjs";
import { collectStarters } from "./collect_starters.mjs";
import { makeGuide } from "./make_guide.mjs";

const FIRST = "cave"; // the game that a newcomer sees

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

// A part: its value is JSON, which is read faster in a text than as a program.
const part = (name, value) => `tesseraPart("${name}",JSON.parse(${JSON.stringify(JSON.stringify(value))}))\n`;

const data = (id, value) => `<script type="application/json" id="${id}">${scriptJson(value)}</script>`;
const plain = (id, text) => `<script type="text/plain" id="${id}">${text}</script>`;

/**
 * The page and its parts: `{ page, parts: { name: text } }`. What it is made of: `script` and `style` of the
 * board; `editor` and `panels`, script and style of the editor; `sounds`, the synthesizer; `more`,
 * the rest of the library; `types`, what web/types.lua has written; `gallery`, what
 * web/gallery.lua has written; `game`, the parts of an exported game; `Marked`, the class of the npm package.
 */
export function makePage(root, { script, style, editor, sounds, panels, library, more, types, gallery, game, Marked }) {
  const guides = makeGuide(root, Marked), { engine, worker, player } = game;
  const pages = film(root), collected = collectGames(root, gallery), starters = collectStarters(root);
  const starter = starters.find(({ name }) => name === FIRST).project;
  guides[0].examples[`${FIRST}.lua`] = starter;
  const parts = { editor, sounds, library: part("library", more), starter: part("starter", starter),
    documents: part("documents", { guides, games: collected, genres: gallery.genres, starters, types: JSON.parse(types),
      film: pages.frame, panels, exported: { player, style: game.style, policy: game.policy } }) };
  for (const { name, project } of collected) parts[`games/${name}`] = part(`games/${name}`, project);
  const generators = collectGenerators(root);
  for (const [name, source] of generators) parts[`generators/${name}`] = part(`generators/${name}`, source);
  const version = createHash("sha256").update(Object.values(parts).join("")).digest("hex").slice(0, 12);
  const pieces = {
    POLICY: policy(script, pages.script).replace("script-src ", "script-src 'self' "), // parts
    STYLE: style,
    SCRIPT: script,
    VERSION: version,
    DATA: [
      data("names", { names: collected.map(({ name }) => name), generators: generators.map(([name]) => name) }),
      plain("engine", engine),
      plain("library", library),
      plain("worker", worker)
    ].join("\n")
  };
  const page = readFileSync(join(root, "web/playground/page.html"), "utf8");
  return { page: page.replace(/%([A-Z]+)%/g, (_, name) => pieces[name]), parts };
}
