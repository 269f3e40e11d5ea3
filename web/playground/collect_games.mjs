// Collects the games of the gallery when the page is built: all that lie in samples/games, and those
// in C. No list names them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const summaryOf = (text, path) => {
  const found = /^\s*summary = "([^"\n]+)"/m.exec(text) ?? /\bsummary = "([^"\n]+)"/.exec(text);
  if (!found) throw new Error(`${path}: no summary`);
  return found[1];
};

const optional = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

function entry(root, name, path) {
  const text = readFileSync(path, "utf8"), summary = summaryOf(text, path);
  const [, title, rest] = /^([^:]+): *(.*)$/.exec(summary) ?? [null, summary, ""];
  return { name, title, text: rest.replace(/^./, (letter) => letter.toUpperCase()), source: text,
    picture: optional(join(root, "docs/pictures", `${name}.svg`)) };
}

function sampleGame(root, file) {
  const folder = join(root, "samples/games"), name = file.replace(/\.lua$/, "");
  const made = entry(root, name, join(folder, file));
  const levels = optional(join(folder, "levels", `${name}.txt`));
  const scenarios = optional(join(folder, `${name}_scenarios.lua`));
  const files = [{ path: file, text: made.source }];
  if (scenarios) files.push({ path: `${name}_scenarios.lua`, text: scenarios });
  const project = { name: made.title, files };
  if (levels) project.levels = { path: `levels/${name}.txt`, text: levels };
  return { name, title: made.title, text: made.text, picture: made.picture, project,
    lines: made.source.trimEnd().split("\n").length };
}

function gameInC(root, name) {
  const { title, text, picture } = entry(root, name, join(root, "scripts", `${name}.lua`));
  return { name, title, text, picture, project: { name: title, game: name } };
}

/** The games, those with a source first, short ones before long ones. */
export function collectGames(root) {
  const samples = readdirSync(join(root, "samples/games")).filter((file) => /^[^_]+\.lua$/.test(file));
  const games = samples.map((file) => sampleGame(root, file)).sort((a, b) => a.lines - b.lines);
  const inC = readdirSync(join(root, "src/games")).sort().map((name) => gameInC(root, name));
  return [...games, ...inC];
}
