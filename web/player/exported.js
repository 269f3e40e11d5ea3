// The script of an exported game: takes the parts of its own document and plays the game.

import { Client, readEngine, workerStarter } from "../client.js";
import { createPlayer } from "./player.js";

const text = (id) => document.getElementById(id).textContent;

async function begin() {
  const engine = readEngine(text("engine"));
  const startWorker = workerStarter({ source: text("worker"), engine });
  const wait = document.getElementById("wait");
  const player = createPlayer(document.getElementById("player"),
    { client: new Client({ startWorker }), searchClient: new Client({ startWorker }) });
  try {
    const { title, ...game } = JSON.parse(text("game"));
    const { kind } = await player.load(game);
    wait.textContent = kind === "game" ? "" : `This file is no game: ${title}`;
    wait.hidden = kind === "game";
    player.focus();
  } catch (error) {
    wait.textContent = error.message;
  }
}

begin();
