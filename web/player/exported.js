// The script of an exported game: takes the parts of its own document and plays the game. With `bare`
// its client takes hints and solutions out of what `load` returns, so no part of the player knows of them.

import { Client, workerStarter } from "../client.js";
import { createPlayer } from "./player.js";
import * as synth from "./synth.js";

// The client of a game whose author gives no hints away: the player is told of none.
class BareClient extends Client {
  async request(call, ...more) {
    const result = await super.request(call, ...more);
    if (call !== "load" || result.kind !== "game") return result;
    const { hint, solve, ...shown } = result.shown;
    const keys = result.keys.filter(([names]) => ![hint, solve].includes(names.split(", ")[0]));
    return { ...result, shown, keys, bare: true };
  }
}

const text = (id) => document.getElementById(id).textContent;

async function begin() {
  const startWorker = workerStarter({ source: text("worker"), engine: text("engine"), library: text("library") });
  const wait = document.getElementById("wait");
  const { title, bare, ...game } = JSON.parse(text("game")), Kind = bare ? BareClient : Client;
  const room = document.getElementById("player");
  const player = createPlayer(room,
    { title, synth: async () => synth, client: new Kind({ startWorker }), searchClient: new Client({ startWorker }) });
  room.append(document.querySelector("footer")); // below the board, not above its lower edge
  try {
    const { kind } = await player.load(game);
    wait.textContent = kind === "game" ? "" : `This file is no game: ${title}`;
    wait.hidden = kind === "game";
    if (!matchMedia("(pointer: coarse)").matches) player.focus();
  } catch (error) {
    wait.textContent = error.message;
  }
}

begin();
