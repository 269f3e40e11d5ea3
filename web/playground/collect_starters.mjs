// Collects what a new game may begin with when the page is built: all that lies in web/playground/starter. A
// file's first comment says what may become of it.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { optional } from "./collect_games.mjs";

// Where a game has its title, and its first comment up to a full stop.
const SOURCES = {
  lua: { title: /^\s*summary = "([^":\n]+)/m, text: /^-- ([^.\n]+\.)/ },
  txt: { title: /^title +(.+)$/m, text: /^\(([^.()]+\.)/m }
};

function starter(folder, file) {
  const path = join(folder, file), source = readFileSync(path, "utf8"), [name, kind] = file.split(".");
  const [title, text] = ["title", "text"].map((what) => SOURCES[kind][what].exec(source)?.[1]);
  if (!title || !text) throw new Error(`${path}: no ${title ? "comment" : "title"}`);
  const levels = optional(join(folder, "levels", `${name}.txt`));
  return { name, title, text, lines: source.trimEnd().split("\n").length,
    project: { name: title, files: [{ path: file, text: source }],
      ...(levels ? { levels: { path: `levels/${name}.txt`, text: levels } } : {}) } };
}

/** `{ name, title, text, lines, project }` of each: in Lua, in PuzzleScript, short ones before long ones. */
export function collectStarters(root) {
  const folder = join(root, "web/playground/starter"), files = readdirSync(folder);
  return [/\.lua$/, /\.txt$/].flatMap((pattern) => files.filter((file) => pattern.test(file))
    .map((file) => starter(folder, file)).sort((a, b) => a.lines - b.lines));
}
