// Games beside the one that is played: they answer questions about a project and its play in workers
// of their own, so that the board stays as it is. Searches, which take long, keep nobody else waiting.

import { loadSeconds, playable, recordSeconds } from "../player/game.js";
import { loadArguments, newProject } from "./project.js";

// How long a request about a recording with so many lines may take.
const long = (client, lines) => ({ seconds: Math.max(30, recordSeconds(client, lines)) });

const linesOf = (recording) => Math.max(0, ...recording.map(([, { text = "" }]) => text.split("\n").length));

// A worker with a game. To load one and to ask about it is one thing: no other load comes between.
class Desk {
  #last = Promise.resolve();

  constructor(client) {
    this.client = client;
  }

  // Loads a game, carries out the calls [call, args, options] and resolves to what the last one returned.
  ask(args, ...calls) {
    return this.#then(async (client) => {
      let result = await client.request("load", args, { seconds: loadSeconds(client, args.play) });
      if (result.kind !== "game") throw new Error("there is no game");
      for (const call of calls) result = await client.request(...call);
      return result;
    });
  }

  #then(work) {
    const done = this.#last.then(() => work(this.client));
    this.#last = done.catch(() => {});
    return done;
  }

  // Another limit of memory is that of the next worker.
  limit({ seconds = this.client.seconds, megabytes }) {
    const { client } = this, idle = !client.busy && client.megabytes !== megabytes;
    Object.assign(client, { seconds, megabytes });
    if (idle) client.stop();
  }
}

export class Bench {
  // `makeClient()` returns a Client, `project()` the project that is open.
  constructor(makeClient, project) {
    this.searcher = new Desk(makeClient());
    this.helper = new Desk(makeClient());
    this.megabytes = this.helper.client.megabytes;
    this.project = project;
  }

  #args(more) {
    return { ...loadArguments({ ...this.project(), play: null }), ...more };
  }

  // What leads to the position of a play of the player's.
  #way({ recording, ...play }) {
    if (!recording) return [this.#args({ play })];
    const limit = long(this.helper.client, linesOf(recording));
    return [this.#args({}), ...recording.map((call) => [...call, limit])];
  }

  /** The rows of a level as they are at its beginning. */
  async rows(level) {
    const { view } = await this.helper.ask(this.#args({ level }));
    return view.text.replace(/\n+$/, "").split("\n").slice(0, view.rows);
  }

  /** The first board of another project. */
  async begun(project) {
    return (await this.helper.ask(loadArguments(newProject(project)))).view;
  }

  /** The text of a play. */
  async record(play) {
    const limit = long(this.helper.client, play.actions.length);
    return (await this.helper.ask(...this.#way(play), ["record", {}, limit])).text;
  }

  /** Answers a call about a recording, at one of its steps. */
  show(call, recording, step = null) {
    const there = step === null ? [] : [["show", { step }]];
    const limit = long(this.helper.client, recording.split("\n").length);
    const replay = ["replay", { text: recording }, limit];
    return this.helper.ask(this.#args({}), replay, ...there, [call, {}, limit]);
  }

  /** The name of the game of a recording. */
  async gameOf(text) {
    return (await this.helper.client.request("recording_game", { text })).game;
  }

  /**
   * Carries out a search from a position. It may take `megabytes` in addition to the game, and ends
   * when it is stopped.
   */
  search(call, play, args, { megabytes = 0, onProgress }) {
    this.searcher.limit({ megabytes: Math.min(2048, this.megabytes + megabytes) });
    const recording = play.recording && playable(play.recording);
    return this.searcher.ask(...this.#way({ ...play, recording }), [call, args, { onProgress }]);
  }

  stop() {
    this.searcher.client.stop();
  }

  /** Sets how long a game may take for a request, and how much memory. */
  limit({ seconds, megabytes }) {
    this.megabytes = megabytes;
    for (const desk of [this.searcher, this.helper]) desk.limit({ seconds, megabytes });
  }
}
