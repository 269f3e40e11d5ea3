// Pages of films come from the worker that runs somebody's game. What they show is taken out of them
// and put into a frame that belongs to this page, with its policy: no markup of theirs gets anywhere.

import { make } from "../player/dom.js";
import { escaped, scriptJson } from "../player/compose.js";
import { symbolsOf } from "../player/tiles.js";

/** The page with the same films in `frame`, the text of lua/tessera/draw/page.html. */
export function filmPage(text, frame) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const data = page.getElementById("data");
  if (!data) throw new Error("the page of the film cannot be read");
  const pieces = {
    TITLE: escaped(page.title),
    TEXT: escaped(page.querySelector("noscript pre")?.textContent ?? ""),
    TILES: symbolsOf(page),
    DATA: scriptJson(JSON.parse(data.textContent))
  };
  return frame.replace(/%(TITLE|TEXT|TILES|DATA)%/g, (_, name) => pieces[name]);
}

/** The page in a sandbox: it may run its script and nothing else, has no origin, and no way out. */
export function filmFrame(page, title) {
  const frame = make("iframe", { sandbox: "allow-scripts", allow: "", referrerpolicy: "no-referrer", title });
  frame.srcdoc = page;
  return frame;
}
