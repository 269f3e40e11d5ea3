// What a new game begins with: small games, each with the picture of its first board.

import { make } from "../player/dom.js";
import { showSmall } from "../player/small_board.js";
import { Tiles } from "../player/tiles.js";
import { isPuzzle } from "./project.js";
import { openDialog } from "./widgets.js";

function card({ title, text, lines, project }, choose) {
  const language = isPuzzle(project.files[0]) ? "PuzzleScript" : "Lua";
  return make("button", { type: "button", class: "card", onclick: choose },
    make("span", { class: "sight" }),
    make("strong", {}, title),
    make("span", { class: "what" }, text),
    make("span", { class: "note" }, `${lines} lines of ${language}`));
}

// A game that cannot be drawn has no picture, and can be chosen all the same.
async function draw(place, { name, project }, begun) {
  const view = await begun(project).catch(() => null);
  if (!view || !place.isConnected) return;
  const tiles = new Tiles(`starter-${name}`);
  tiles.add(view.tiles);
  showSmall(place, view, tiles, { more: [tiles.element] });
}

/**
 * Opens the dialog. `does` has `starters`, begun(project): a promise of the view of its first board, and
 * open(project).
 */
export function openNewGame({ starters, begun, open }) {
  const { body, close } = openDialog("New game", { className: "gallery" });
  const cards = starters.map((starter) => card(starter, () => {
    close();
    open(starter.project);
  }));
  body.append(make("p", { class: "note" }, "Each has rules, sprites and levels to go on from. Change what you like."),
    make("ul", { class: "cards starters" }, ...cards.map((one) => make("li", {}, one))));
  cards[0].focus();
  starters.forEach((starter, i) => draw(cards[i].querySelector(".sight"), starter, begun));
}
