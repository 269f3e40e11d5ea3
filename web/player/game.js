// The game that a worker plays: asks the client, one request after the other, and knows what is
// needed to bring the game back after a worker has ended.
//
// **A worker may be ended at any time.** The page knows what leads another one to the same position
// (`Game.position`), and searches go the same way: the source, the level, the actions. A play that goes
// on from a recording is carried as the calls that lead there (`play().recording`).

// What was asked for a game that is no longer there.
export class Dropped extends Error {}

const SECONDS_PER_ACTION = 0.001, SECONDS_MOST = 16; // that restoring a play may take in addition
const RECORDED = 4; // times that: a recording is restored more than once, and written or drawn
// The work of these grows with the play.
const growing = new Set(["record", "replay", "show", "resume", "go", "letters", "play_letters"]);

// How long it may take to load a game with a play.
export function loadSeconds({ seconds }, play) {
  return seconds * 2 + Math.min(SECONDS_MOST, (play?.actions?.length ?? 0) * SECONDS_PER_ACTION);
}

// How long it may take to record, read or draw a play of so many actions.
export function recordSeconds({ seconds }, length) {
  return seconds * 2 + RECORDED * Math.min(SECONDS_MOST, length * SECONDS_PER_ACTION);
}

const linesOf = (text) => text.split("\n").length;

// The first line of what the engine said about a script that was refused something.
function refusal(message) {
  const line = /^.*refused.*$/m.exec(message)?.[0] ?? message;
  return line.replace(/^run\.lua: /, "").replace(/ \(--trust allows it\)/, "");
}

// A number of seconds as people say it.
const halves = (seconds) => Math.max(0.5, Math.round(seconds * 2) / 2);

function explain(error, client, subject = "The script") {
  const what = {
    time: `${subject} did not return within ${halves(error.seconds ?? client.seconds)} s, and was ended.`,
    memory: `The game took more than ${client.megabytes} MB of memory.`,
    refused: refusal(error.message),
    stopped: "Stopped.",
  }[error.ended] ?? `The engine ended: ${error.message}`;
  return /[.!?]$/.test(what) ? what : `${what}.`;
}

// The error of a source that could not be loaded, with the line if it is known.
function loadError(error, client) {
  if (!error.ended) return error;
  const line = /:(\d+)(?::\d+)?: /.exec(refusal(error.message))?.[1];
  if (line && error.line === undefined) error.line = Number(line);
  error.message = explain(error, client, "The file");
  return error;
}

// Calls that lead to a position: a recording is not only looked at, it is played on.
export function playable(calls) {
  return calls.map(([call, args]) => [call === "show" ? "resume" : call, args]);
}

function commonLength(a, b) {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length++;
  return length;
}

// A view for a page that has not seen the one before it.
function joined(before, { changes = [], ...view }) {
  const all = view.all ?? before.all.slice(), tiles = [...(before.tiles ?? []), ...(view.tiles ?? [])];
  for (let k = 0; k < changes.length; k += 2) all[changes[k] - 1] = changes[k + 1];
  return { steps: before.steps, ...view, all, tiles };
}

export class Game {
  #chain = Promise.resolve();
  #generation = 0; // requests of former generations are dropped
  #stale = false; // the worker has no game, or another one

  // The listener has `loaded(result)` for a game that was loaded, also again; `viewed(view)` for what
  // is done again with it; and `ended(text)`.
  constructor(client, listener) {
    this.client = client;
    this.listener = listener;
    this.args = null; // of `load`
    this.loaded = null; // what it returned
    this.view = null;
    this.steps = [];
    this.replayed = null; // the text of the replay that is looked at
    // { text, step, edited, actions }: the play goes on from a step of a replay, or of an edited position
    this.resumed = null;
    this.against = null; // { method, as }
    this.pending = 0; // requests that are under way or wait
  }

  #actions() {
    return this.steps.slice(0, this.view?.step ?? 0).map((step) => step.action);
  }

  // The actions that are in force and those that were undone. If they belong to a recording or go on from
  // one: `recording`, the calls that lead there.
  play() {
    const actions = this.#actions(), play = { level: this.view?.level ?? this.args?.level ?? 1, actions };
    if (this.replayed || this.resumed) return { ...play, recording: this.position().slice(1) };
    return { ...play, undone: this.steps.slice(actions.length).map((step) => step.action) };
  }

  // The calls that lead another worker to the position that is shown.
  position() {
    const { args, resumed, replayed } = this, actions = this.#actions();
    const level = this.view?.level ?? 1, fresh = { ...args, play: undefined };
    const lead = this.against ? [["against", this.against]] : [];
    if (replayed) {
      return [["load", fresh], ...lead, ["replay", { text: replayed }], ["show", { step: this.view.step }]];
    }
    if (!resumed) return [["load", { ...args, play: { level, actions } }], ...lead];
    const same = commonLength(actions, resumed.actions);
    const back = same < resumed.actions.length ? [["go", { step: same }]] : [];
    const { text, step, edited } = resumed;
    return [["load", fresh], ...lead, ["replay", { text }], ["resume", { step, edited }],
      ...back, ...actions.slice(same).map((action) => ["apply", { action }])];
  }

  // The same for a search: it begins where the play would go on.
  searched() {
    return playable(this.position());
  }

  // How long it may take to get there.
  restoring() {
    const text = this.replayed ?? this.resumed?.text;
    if (text === undefined) return { seconds: loadSeconds(this.client, { actions: this.steps }) };
    return { seconds: recordSeconds(this.client, Math.max(this.steps.length, linesOf(text))) };
  }

  #time(call, { text = "" }) {
    const read = call === "replay" ? linesOf(text) : call === "play_letters" ? text.length : 0;
    const length = Math.max(this.steps.length, read);
    return growing.has(call) ? { seconds: recordSeconds(this.client, length) } : {};
  }

  // Loads a game. Rejects with the error of its source; then the former game goes on.
  load(args) {
    this.#generation++;
    return this.#queue(async () => {
      const { play } = args, { recording, undone = [] } = play ?? {};
      const whole = play && !recording && { level: play.level, actions: [...play.actions, ...undone] };
      const seconds = loadSeconds(this.client, whole);
      let result;
      try {
        result = await this.#open({ ...args, play: whole || undefined }, seconds);
        if (undone.length > 0 && !result.left && result.view?.step > play.actions.length) {
          const { view } = await this.client.request("go", { step: play.actions.length });
          result.view = joined(result.view, view);
        }
      } catch (error) {
        this.#stale = true;
        throw loadError(error, this.client);
      }
      this.#stale = result.kind !== "game";
      if (this.#stale) return result;
      Object.assign(this, { args, against: null, replayed: null, resumed: null });
      this.#begin(result);
      if (recording && result.view) await this.#goOn(recording);
      return result;
    });
  }

  // A game can be opened also if a move of its play does not return: `left` tells that the play was left out.
  async #open(args, seconds) {
    try {
      return await this.client.request("load", args, { seconds });
    } catch (error) {
      if (error.ended !== "time" || !(args.play?.actions.length > 0)) throw error;
      const play = { level: args.play.level, actions: [] };
      return { ...await this.client.request("load", { ...args, play }, { seconds: loadSeconds(this.client) }),
        left: `The play was left out: its moves did not return within ${halves(seconds)} s.` };
    }
  }

  // Carries out the calls that lead to a position, as far as the rules go along with them.
  async #goOn(calls) {
    try {
      for (const [call, args] of calls) {
        const result = await this.client.request(call, args, this.restoring());
        this.#take(call, args, result);
        this.listener.viewed(result.view);
      }
    } catch (error) {
      this.#stale = Boolean(error.ended);
    }
  }

  /** Forgets the game. What still waits for it is dropped. */
  unload() {
    this.#generation++;
    this.#stale = true;
    Object.assign(this, { args: null, loaded: null, view: null, steps: [], replayed: null, resumed: null,
      against: null });
  }

  // Asks for something. Resolves to null if the worker ended; the listener has been told then.
  request(call, args = {}) {
    return this.#queue(async () => {
      try {
        if (this.#stale) await this.#restore();
        const result = await this.client.request(call, args, this.#time(call, args));
        this.#take(call, args, result);
        return result;
      } catch (error) {
        if (!error.ended) throw error;
        await this.#recover(error);
        return null;
      }
    });
  }

  // Ends the worker; the next request starts another one, with the limits of the client.
  renew() {
    this.#stale = true;
    this.client.stop();
  }

  #queue(work) {
    const generation = this.#generation;
    this.pending++;
    const done = this.#chain.then(() => {
      if (generation !== this.#generation) throw new Dropped("dropped");
      return work();
    }).finally(() => this.pending--);
    this.#chain = done.catch(() => {});
    return done;
  }

  #begin(result) {
    this.loaded = result;
    this.steps = [];
    this.view = null;
    if (result.view) this.#see(result.view);
    this.listener.loaded(result);
  }

  #take(call, args, result) {
    if (result.view) this.#see(result.view);
    if (call === "against") this.against = args.method ? args : null;
    if (call === "begin" || call === "play_letters") this.replayed = null;
    if (call === "replay") Object.assign(this, { replayed: args.text, resumed: null });
    if (call === "resume") {
      const { step, edited = false } = args;
      this.resumed = { text: this.replayed, step, edited, actions: this.#actions() };
      this.replayed = null;
    }
  }

  #see(view) {
    this.view = view;
    if (!view.steps) return;
    this.steps.length = Math.min(this.steps.length, view.steps.from - 1);
    for (const step of view.steps.list) this.steps.push(step);
  }

  // Leads a new worker to the position that is shown.
  async #restore() {
    if (!this.args) throw new Dropped("there is no game");
    const limit = this.restoring(), [[, args], ...others] = this.position();
    const result = await this.client.request("load", args, limit);
    this.#begin(result);
    for (const [call, more] of others) {
      const { view } = await this.client.request(call, more, limit);
      this.#see(view);
      this.listener.viewed(view);
    }
    this.#stale = false;
  }

  // The worker has ended: starts another one with the play so far.
  async #recover(error) {
    this.#generation++;
    this.#stale = true;
    const what = explain(error, this.client);
    try {
      await this.#restore();
      this.listener.ended(`${what} The board is as before.`, error);
    } catch (again) {
      const why = again.ended ? explain(again, this.client, "The file") : again.message;
      this.listener.ended(`${what} The game could not be loaded again: ${why}`, error);
    }
  }
}
