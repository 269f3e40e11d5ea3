// The editor as a part of its own (part.js): all of the page but the board.

import { composeGame } from "../player/compose.js";
import { make } from "../player/dom.js";
import { App } from "./app.js";
import { Api } from "./completion.js";
import { filmPage } from "./film_page.js";
import { pause } from "./widgets.js";

// `panels` is the style of the editor. `parts` is what App wants, but for `api`, which is made of `types`, and for
// what the film of a play and the page of a game are put together from: `film`, `exported`, `engine`, `library`,
// `more`, `worker`.
async function makeApp({ panels, types, film, exported, engine, library, more, worker, ...parts }) {
  document.head.append(make("style", {}, panels));
  await pause();
  return App.make({ ...parts, api: new Api(types), film: (page) => filmPage(page, film),
    exportGame: (game) => composeGame({ ...exported, engine, library: `${library}\n${more}`, worker, game }) });
}

globalThis.tesseraPart("editor", { makeApp });
