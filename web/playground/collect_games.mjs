// Collects the games of the gallery when the page is built: all that lie in samples/games and
// samples/puzzlescript, and those in C. No list names them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const optional = (path) => (existsSync(path) ? readFileSync(path, "utf8") : null);

// A file of its own beside a game: { path, text }, if there is one.
function beside(folder, path) {
  const text = optional(join(folder, path));
  return text === null ? [] : [{ path, text }];
}

// Other studies are no use to a page.
const isGenerator = ({ text }) => text.includes("tessera.generator {");

function sampleGame(root, name) {
  const folder = join(root, "samples/games"), levels = optional(join(folder, "levels", `${name}.txt`));
  const files = ["", "_scenarios"].flatMap((more) => beside(folder, `${name}${more}.lua`));
  files.push(...beside(folder, `${name}_study.lua`).filter(isGenerator));
  return { files, ...levels && { levels: { path: `levels/${name}.txt`, text: levels } } };
}

const puzzle = (root, name) => ({ files: beside(join(root, "samples/puzzlescript"), `${name}.txt`) });

/** The generators of new puzzles of games in C: lists of the game and the source. */
export function collectGenerators(root) {
  const folder = join(root, "samples/studies");
  return readdirSync(join(root, "src/games")).flatMap((name) =>
    beside(folder, `${name}_study.lua`).filter(isGenerator).map(({ text }) => [name, text]));
}

/**
 * The games, those that are easy first. `known` is what web/gallery.lua has written. A game has `name`, what
 * is known of it, `picture`, `project`, and `lines`, if it is not written in C.
 */
export function collectGames(root, known) {
  const collect = (folder, pattern, make) => readdirSync(join(root, folder)).filter((file) => pattern.test(file))
    .map((file) => file.replace(/\.\w+$/, "")).map((name) => {
      const about = known.games[name], project = { name: about.title, ...make(root, name) };
      return { name, ...about, picture: optional(join(root, "docs/pictures", `${name}.svg`)), project,
        lines: project.files?.[0].text.trimEnd().split("\n").length };
    });
  return [...collect("samples/games", /^[^_]+\.lua$/, sampleGame),
    ...collect("samples/puzzlescript", /\.txt$/, puzzle),
    ...collect("src/games", /./, (_, name) => ({ game: name }))].sort((a, b) => a.effort - b.effort);
}
