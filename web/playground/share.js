// Links: a project in the fragment of the URL, "#1." and base64url(deflate-raw(JSON)). The number
// is that of the format, so that a page can say that it does not know a later one.

import { clean, small } from "./project.js";

const FORMAT = "1";
const FRAGMENT_MOST = 2 << 20;
const TEXT_MOST = 8 << 20;

/** The fragment that opens the gallery, to choose a game that is played. */
export const GALLERY = "#games";

async function collect(stream, most) {
  const reader = stream.getReader(), parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      throw new Error(`the link holds more than ${most >> 20} MB`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

// A stream may not take its input before it is read, so nobody waits for the writer.
function through(bytes, transform, most) {
  const writer = transform.writable.getWriter();
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  return collect(transform.readable, most);
}

function toBase64Url(bytes) {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64Url(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** The address of the page without a fragment. Its path alone may begin with "//", like a host. */
export const bareAddress = () => location.href.split("#")[0];

/** The fragment of a project: "#1....". Throws an Error where `decode` would. */
export async function encode(project) {
  const bytes = new TextEncoder().encode(JSON.stringify(small(project)));
  const tooMuch = (what, most) => new Error(`${what} has more than ${most >> 20} MB: send files instead`);
  if (bytes.length > TEXT_MOST) throw tooMuch("the game", TEXT_MOST);
  const body = toBase64Url(await through(bytes, new CompressionStream("deflate-raw"), Infinity));
  if (body.length > FRAGMENT_MOST) throw tooMuch("the link", FRAGMENT_MOST);
  return `#${FORMAT}.${body}`;
}

async function unpack(body) {
  let bytes;
  try {
    bytes = await through(fromBase64Url(body), new DecompressionStream("deflate-raw"), TEXT_MOST);
  } catch (error) {
    if (error.message.startsWith("the link")) throw error;
    throw new Error("the link is damaged: a part of it is missing or was changed");
  }
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error("the link is damaged: its text cannot be read");
  }
}

// "seed=7&difficulty=easy": a puzzle that is made. Without a seed it is any, without a difficulty in the middle.
function puzzleOf(text) {
  const asked = new URLSearchParams(text), seed = asked.get("seed"), difficulty = asked.get("difficulty");
  if (seed === null && difficulty === null) return null;
  return { difficulty: difficulty ?? "medium", ...(/^\d{1,15}$/.test(seed) && { seed: Number(seed) }) };
}

/**
 * "#play=" before the name of a game or before what a link holds opens the board alone, large. Returns
 * `{ fragment, large }`, the fragment as it is for the editor, and `puzzle`, if behind the name stands which one is
 * to be made.
 */
export function playOf(fragment) {
  const wanted = /^#play=(.*)$/s.exec(fragment)?.[1];
  if (wanted === undefined) return { fragment, large: false };
  if (/^\d+\./.test(wanted)) return { fragment: `#${wanted}`, large: true };
  const [, name, text] = /^([^&]*)(.*)$/s.exec(wanted), puzzle = puzzleOf(text);
  return { fragment: `#game=${name}`, large: true, ...puzzle && { puzzle } };
}

/** The same address for the puzzle that is played, or for none; null where no game of the gallery is played. */
export function puzzleAddress(fragment, puzzle) {
  const { fragment: game, large } = playOf(fragment);
  if (!large || !game.startsWith("#game=")) return null;
  return toPlay(game) + (puzzle ? `&seed=${puzzle.seed}&difficulty=${puzzle.difficulty}` : "");
}

/** The same fragment for the board alone; those of other things are left as they are. */
export function toPlay(fragment) {
  return fragment.replace(/^#(?:game=)?(?=\d|(?<=game=))/, "#play=");
}

/**
 * What a fragment for the editor asks for: `{ project }`, `{ example: [kind, name] }` for "#game=NAME" and
 * "#guide=NAME", or null. Throws an Error in words for people.
 */
export async function decode(fragment) {
  const example = /^#(game|guide)=([\w.-]{1,100})$/.exec(fragment);
  if (example) return { example: [example[1], example[2]] };
  const [, format, body] = /^#(\d{1,20})\.(.*)$/s.exec(fragment) ?? [];
  if (!format) return null;
  if (format !== FORMAT) {
    throw new Error(`the link has format ${format}; this page knows format ${FORMAT}. ` +
      "A newer playground may open it");
  }
  if (body.length > FRAGMENT_MOST) throw new Error(`the link has more than ${FRAGMENT_MOST >> 20} MB`);
  return { project: clean(await unpack(body)) };
}

/** The project of an example of the guides, by its name with or without ".lua"; null if there is none. */
export function guideExample(guides, name) {
  for (const { examples } of guides) {
    const found = [name, `${name}.lua`].find((file) => Object.hasOwn(examples, file));
    if (found) return examples[found];
  }
  return null;
}
