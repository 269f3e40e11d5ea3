// Collects the games of the gallery when the page is built: all that lie in samples/games and
// samples/puzzlescript, and those in C. No list names them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const summaryOf = (text, path) => {
  const found = /^\s*summary = "([^"\n]+)"/m.exec(text) ?? /\bsummary = "([^"\n]+)"/.exec(text);
  if (!found) throw new Error(`${path}: no summary`);
  return found[1];
};

// The title of a game in PuzzleScript, and the sentence with which its first comment begins.
function puzzleAbout(text, path) {
  const title = /^\s*title[ \t]+(.+)$/im.exec(text)?.[1].trim(), about = /^\(([^.()]+\.)/m.exec(text)?.[1];
  if (!title || !about) throw new Error(`${path}: no ${title ? "comment" : "title"}`);
  return { title, text: about.replace(/\s+/g, " ") };
}

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

function puzzle(root, file) {
  const path = join(root, "samples/puzzlescript", file), name = file.replace(/\.txt$/, "");
  const source = readFileSync(path, "utf8"), { title, text } = puzzleAbout(source, path);
  return { name, title, text, picture: optional(join(root, "docs/pictures", `${name}.svg`)),
    lines: source.trimEnd().split("\n").length, project: { name: title, files: [{ path: file, text: source }] } };
}

function gameInC(root, name) {
  const { title, text, picture } = entry(root, name, join(root, "scripts", `${name}.lua`));
  return { name, title, text, picture, project: { name: title, game: name } };
}

/** The games: in Lua, in PuzzleScript, each short ones before long ones; then those in C. */
export function collectGames(root) {
  const collect = (folder, pattern, one) => readdirSync(join(root, folder))
    .filter((file) => pattern.test(file)).map((file) => one(root, file)).sort((a, b) => a.lines - b.lines);
  return [...collect("samples/games", /^[^_]+\.lua$/, sampleGame),
    ...collect("samples/puzzlescript", /\.txt$/, puzzle),
    ...readdirSync(join(root, "src/games")).sort().map((name) => gameInC(root, name))];
}
