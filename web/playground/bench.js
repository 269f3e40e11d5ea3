// A game beside the one that is played: answers questions about a project and its play in a worker of
// its own, so that the board stays as it is.

import { loadArguments } from "./project.js";

export class Bench {
  // `client` is a Client, `project()` the project that is open.
  constructor(client, project) {
    this.client = client;
    this.project = project;
  }

  async #load(more) {
    const args = loadArguments({ ...this.project(), play: null });
    const result = await this.client.request(
      "load",
      { ...args, ...more },
      { seconds: this.client.seconds * 2 }
    );
    if (result.kind !== "game") throw new Error("there is no game");
    return result;
  }

  /** The rows of a level as they are at its beginning. */
  async rows(level) {
    const { view } = await this.#load({ level });
    return view.text.replace(/\n+$/, "").split("\n").slice(0, view.rows);
  }

  /** Answers a call about a position: `play` is { level, actions }. */
  async ask(call, play, args = {}, options = {}) {
    await this.#load({ play });
    return this.client.request(call, args, options);
  }

  /** Answers a call about a recording, at one of its steps. */
  async show(call, recording, step = null) {
    await this.#load({});
    await this.client.request("replay", { text: recording });
    if (step !== null) await this.client.request("show", { step });
    return this.client.request(call, {}, { seconds: 30 });
  }

  /** How much memory its worker may take, in megabytes. */
  allow(megabytes) {
    if (this.client.megabytes === megabytes) return;
    this.client.stop();
    this.client.megabytes = megabytes;
  }

  stop() {
    this.client.stop();
  }
}
