// Files: what a file that is opened or dropped is, and saving.

import { clean, isPath, isPuzzle, plainLines, TEXT_MOST } from "./project.js";

// How files with levels end.
const LEVELS = ["txt", "level", "levels", "xsb", "sok", "slc", "csv", "tmx", "tmj", "json"];
const holdsLevels = new RegExp(`\\.(${LEVELS.join("|")})$`, "i");

/** Gives a file to the reader. */
export function save(name, content, type = "text/plain;charset=utf-8") {
  const blob = content instanceof Blob ? content : new Blob([content], { type });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Lets the reader choose files; resolves to them. */
export function choose() {
  return new Promise((resolve) => {
    const input = Object.assign(document.createElement("input"), { type: "file", multiple: true,
      accept: [".lua", ".play", ".lurd", ...LEVELS.map((ending) => `.${ending}`), "text/plain"].join() });
    input.addEventListener("change", () => resolve(Array.from(input.files)));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}

async function textOf(file) {
  if (file.size > TEXT_MOST) throw new Error(`${file.name} has more than ${TEXT_MOST >> 20} MB`);
  const bytes = await file.arrayBuffer();
  try {
    return plainLines(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(`${file.name} is no text`);
  }
}

// Whether a text is a game in PuzzleScript.
const holdsPuzzle = (text) => ["objects", "legend", "collisionlayers", "levels"].every((section) =>
  new RegExp(`^[ \\t]*${section}[ \\t]*$`, "im").test(text));

function pathOf(name) {
  const path = name.replace(/[^\w.-]/g, "_");
  return isPath(path) ? path : "game.lua";
}

/**
 * Reads files: `{ lua: [{ path, text }], levels: { path, text } | null, recording: text | null,
 * letters: text | null }`. A game in PuzzleScript is one of `lua`. Throws an Error in words for people.
 */
export async function read(files) {
  const found = { lua: [], levels: null, recording: null, letters: null };
  for (const file of files) {
    const text = await textOf(file);
    const isSource = /\.lua$/i.test(file.name) || /\.txt$/i.test(file.name) && holdsPuzzle(text);
    if (isSource) found.lua.push({ path: pathOf(file.name), text });
    else if (text.startsWith("tessera play 1")) found.recording = text;
    else if (/\.lurd$/i.test(file.name)) found.letters = text;
    else if (holdsLevels.test(file.name)) found.levels = { path: pathOf(file.name), text };
    else if (/\.play$/i.test(file.name)) throw new Error(`${file.name} is no recording: "tessera play 1" is not its first line`);
    else {
      throw new Error(`${file.name}: expected a game (.lua), levels (.txt, .xsb), a recording (.play) or letters `
        + "of moves (.lurd)");
    }
  }
  return found;
}

/** The project of files that have been read: games first, then scenarios. */
export function projectOf(found) {
  const isGame = (file) => /\btessera\.game\b/.test(file.text) || isPuzzle(file);
  const files = [...found.lua].sort((a, b) => isGame(b) - isGame(a));
  return clean({ name: files[0].path.replace(/\.(lua|txt)$/, ""), files, levels: found.levels });
}

/** Lets files be dropped on the page. */
export function acceptDrops(open) {
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  for (const name of ["dragover", "drop"]) {
    document.addEventListener(name, (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      document.body.classList.toggle("dropping", name === "dragover");
      if (name === "drop") open(Array.from(event.dataTransfer.files));
    }, true);
  }
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
}
