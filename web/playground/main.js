// Starts the playground: reads what the build has put into the page.

import { Client, readEngine, workerStarter } from "../client.js";
import { App } from "./app.js";
import { Api } from "./completion.js";
import { composeGame } from "../player/compose.js";
import { filmPage } from "./film_page.js";
import { applySettings } from "./settings_dialog.js";
import { settings } from "./drafts.js";
import { toast } from "./widgets.js";

const text = (id) => document.getElementById(id).textContent;
const json = (id) => JSON.parse(text(id));

function guides() {
  return json("guides").map((guide) => ({
    ...guide,
    template: document.getElementById(`document-${guide.name}`)
  }));
}

// A game to give away is put together from the parts of this page.
function exportGame(game) {
  return composeGame({ engine: text("engine"), worker: text("worker"), player: text("exported"),
    style: text("exported-style"), policy: text("exported-policy"), game });
}

document.body.classList.toggle("playing", location.hash.startsWith("#play=")); // before the editor is drawn
applySettings(settings.read());
const engine = readEngine(text("engine"));
const startWorker = workerStarter({ source: text("worker"), engine });
const app = new App({ api: new Api(json("types")), games: json("games"), guides: guides(), ...json("starter"),
  film: (page) => filmPage(page, json("film")), exportGame, makeClient: () => new Client({ startWorker }) });
globalThis.playground = app; // for tests, and for the curious
app
  .start()
  .catch((error) => toast(`The playground could not start: ${error.message}`, { bad: true, seconds: 60 }));
