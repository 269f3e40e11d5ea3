// Starts the playground: reads what the build has put into the page, and where the rest lies.

import { Client, workerStarter } from "../client.js";
import { settings } from "./drafts.js";
import { Opening } from "./opening.js";
import { part } from "./part.js";
import { applySettings } from "./settings_dialog.js";
import { guideExample } from "./share.js";
import { pause, toast } from "./widgets.js";

const text = (id) => document.getElementById(id).textContent;
const { names, generators } = JSON.parse(text("names"));

document.body.classList.toggle("playing", location.hash.startsWith("#play=")); // before the editor is drawn
applySettings(settings.read());
const engine = text("engine"), library = text("library"), worker = text("worker");
const startWorker = workerStarter({ source: worker, engine, library, more: () => part("library") });

// The project of an example.
async function example([kind, name]) {
  const found = kind === "game" ? names.includes(name) && await part(`games/${name}`)
    : guideExample((await part("documents")).guides, name);
  if (!found) throw new Error(`there is no example '${name}'`);
  return found;
}

async function makeApp(opening) {
  const [documents, editor, more] = await Promise.all([part("documents"), part("editor"), part("library")]);
  startWorker.complete();
  await pause();
  const app = await editor.makeApp({ ...documents, engine, library, more, worker,
    makeClient: () => new Client({ startWorker }), player: opening.player, layout: opening.layout });
  globalThis.playground = app; // for tests, and for the curious
  return app;
}

const opening = new Opening({ starter: () => part("starter"), example, makeApp, began: startWorker.complete,
  synth: () => part("sounds"),
  generator: (game) => (generators.includes(game) ? () => part(`generators/${game}`) : null),
  makeClient: () => new Client({ startWorker }) });
opening.start()
  .catch((error) => toast(`The playground could not start: ${error.message}`, { bad: true, seconds: 60 }));
