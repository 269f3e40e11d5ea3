// The player: a board and everything to play a game with, inside of an element.
//
//   const player = createPlayer(element, { client, searchClient, onChange });
//   await player.load({ source, levels });
//
// `client` and `searchClient` are two Clients. `onChange(what)` is told what has happened: { type:
// "loaded", result }, { type: "played", view }, { type: "printed", lines }, { type: "error", error } of
// a rule, { type: "ended", text } when a worker has ended and the game was brought back, { type:
// "limited", seconds, megabytes } when these are the limits of the clients. `tools` are elements that stand
// above the board, `title` takes the place of the game's own, `synth()` brings what makes sounds (synth.js),
// `generator(game)` what fetches a generator of new puzzles, if it has one that does not stand beside the game;
// { type: "puzzle", puzzle, result } tells of one that was made. `games()` shows all games, where there are some.
//
// The element has a height of its own. With the class "large" the board says what its game is about.

import { Board } from "./board.js";
import { Chips } from "./chips.js";
import { areLimits, KeysDialog, LimitsDialog } from "./dialogs.js";
import { make, show } from "./dom.js";
import { flourish } from "./flourish.js";
import { Dropped, Game } from "./game.js";
import { Head } from "./head.js";
import { Input } from "./input.js";
import { LevelsDialog } from "./levels.js";
import { Moves } from "./moves.js";
import { Notice } from "./notice.js";
import { noticeOf } from "./occasions.js";
import { Opponent } from "./opponent.js";
import { Plays } from "./plays.js";
import { Puzzles } from "./puzzles.js";
import { Rival } from "./rival.js";
import { Searches } from "./searches.js";
import { Solved } from "./solved.js";
import { Sounds } from "./sounds.js";
import { labelOf, replaySentence, sentence } from "./speech.js";
import { keep, recall } from "./store.js";
import { Ticks } from "./ticks.js";
import { Toolbar } from "./toolbar.js";
import { Transport } from "./transport.js";
import { Typing } from "./typing.js";
import { Watching } from "./watching.js";
import { Words } from "./words.js";

const fingers = matchMedia("(pointer: coarse)");
let players = 0; // of the page, to tell their elements apart

class Player {
  constructor(element, { client, searchClient, title, synth, generator, games, tools = [], onChange = () => {} }) {
    const name = `player${++players}`;
    Object.assign(this, { client, searchClient, onChange, games, note: null });
    this.leaving = new AbortController();
    this.game = new Game(client, { loaded: (result) => this.#loaded(result),
      viewed: (view) => this.#show(view), ended: (text) => this.#ended(text) });
    this.searches = new Searches(searchClient, this.game, () => this.#refresh());
    this.ticks = new Ticks(() => this.run("tick"));
    this.solved = new Solved();
    this.sounds = new Sounds({ synth });
    this.puzzles = new Puzzles(this, generator, (note) => this.#say(note));
    this.chips = new Chips(this, () => this.#refresh());
    this.board = new Board(name);
    this.words = new Words(this.board);
    this.head = new Head({ begin: (level) => this.begin(level), title, tools, puzzle: () => this.puzzles.open(),
      choose: () => this.levels.open(this.head.level, (level) => this.#solvedIn(level)) });
    const begin = (level) => this.begin(level), preview = (level) => this.#preview(level);
    this.levels = new LevelsDialog(this.board.tiles, { begin, preview });
    this.notice = new Notice(() => this.focus());
    this.moves = new Moves((step) => this.goTo(step));
    this.transport = new Transport();
    this.watching = new Watching(this);
    this.opponent = new Opponent({ against: (wish) => this.against(wish) });
    this.rival = new Rival(this);
    this.plays = new Plays(this);
    this.#makeControls(name);
    this.root = this.#lay(element);
    this.input = new Input(this, this.leaving.signal);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.ticks.running) this.run("pause", { on: true });
    }, { signal: this.leaving.signal });
  }

  #makeControls(name) {
    this.toolbar = new Toolbar({ sound: this.sounds.button,
      command: (command, repeated) => this.command(command, repeated),
      key: (key, repeated) => this.input.press(key, repeated), signal: this.leaving.signal,
      menu: [["Keys …", () => this.command("help")], ["Type an action", () => this.command("type")],
        [this.sounds.entry, () => this.sounds.toggle()],
        ["Buttons on the screen", () => this.toolbar.togglePad()],
        ["Save the play", () => this.command("save")], ["Open a play …", () => this.plays.openFile()],
        ["Limits …", () => this.command("settings")]] });
    this.typing = new Typing(name, { closed: () => this.focus(),
      complete: (text) => this.ask("complete", { text }), apply: (action) => this.run("apply", { action }) });
    this.keys = new KeysDialog({ bound: (map) => this.input.bind(map) });
    const { seconds, megabytes } = this.client, limits = recall("limits", { seconds, megabytes }, areLimits);
    this.#limit(limits);
    this.limits = new LimitsDialog(limits, { limited: (changed) => {
      keep("limits", changed);
      this.#limit(changed);
      if (this.game.loaded) this.game.renew();
    } });
    for (const { element } of [this.keys, this.limits, this.levels, this.puzzles]) {
      element.addEventListener("close", () => this.#refresh());
    }
  }

  #lay(element) {
    this.stage = make("div", { class: "stage" }, this.board.room);
    this.hands = make("div", { class: "hands" }, this.toolbar.element, this.toolbar.pad);
    const root = make("div", { class: "player" },
      make("div", { class: "columns" },
        make("div", { class: "main" }, this.head.element, this.stage, this.notice.element,
          make("div", { class: "deck" }, this.hands, this.transport.element, this.typing.element)),
        make("aside", { class: "side", "aria-label": "Keys, players and moves" }, this.opponent.element,
          this.keys.beside.element, this.moves.element)),
      this.words.element, this.notice.spoken,
      this.keys.element, this.limits.element, this.levels.element, this.puzzles.element);
    element.classList.add("player-room");
    element.append(root);
    return root;
  }

  #limit({ seconds, megabytes }) {
    for (const client of [this.client, this.searchClient]) Object.assign(client, { seconds, megabytes });
    this.onChange({ type: "limited", seconds, megabytes });
  }

  destroy() {
    this.leaving.abort();
    this.ticks.run(false);
    this.transport.close();
    this.board.destroy();
    this.client.stop();
    this.searchClient.stop();
    this.root.parentElement?.classList.remove("player-room");
    this.root.remove();
  }

  // ---- asking the engine ----

  async load(args) {
    this.searches.stop();
    this.watching.forget();
    this.note = null;
    const result = await this.game.load({ touch: fingers.matches, ...args });
    this.#printed(result);
    if (result.left) this.#say({ kind: "bad", text: result.left });
    return result;
  }

  // Plays nothing until the next `load`.
  unload() {
    this.searches.stop();
    this.watching.forget();
    this.ticks.run(false);
    Object.assign(this, { note: null, view: null });
    this.game.unload();
    this.board.clear();
    show(this.stage, false);
    this.moves.show([], 0);
    this.notice.show({});
  }

  // Loads the game again, with another play.
  async reload(play) {
    try {
      await this.load({ ...this.game.args, play, level: play.level });
    } catch (error) {
      this.fail(error);
    }
  }

  // Carries out a call that changes what is shown. Resolves to null if it could not be.
  async run(call, args = {}, { throws = false } = {}) {
    try {
      const result = await this.game.request(call, args);
      if (!result) return null;
      this.#printed(result);
      this.#show(result.view);
      if (result.command) this.command(result.command);
      return result;
    } catch (error) {
      if (throws && !(error instanceof Dropped)) throw error;
      this.fail(error);
      return null;
    }
  }

  // Asks for something that changes nothing.
  async ask(call, args = {}) {
    try {
      return await this.game.request(call, args);
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  #printed({ printed: lines }) {
    if (lines) this.onChange({ type: "printed", lines });
  }

  // Says what went wrong.
  fail(error) {
    if (error instanceof Dropped) return;
    this.#say({ kind: "bad", text: error.message });
    this.onChange({ type: "error", error });
  }

  #ended(text) {
    this.#say({ kind: "bad", text });
    this.transport.pause();
    this.onChange({ type: "ended", text });
  }

  // ---- showing ----

  #loaded(result) {
    this.board.clear();
    this.view = null;
    this.shown = new Set();
    this.rival.held = null;
    this.solved.begin(result.game);
    this.head.begin(result, (level) => this.#solvedIn(level), this.puzzles.offered);
    this.levels.begin(result);
    this.toolbar.begin(result);
    this.sounds.begin(result);
    this.input.begin(result);
    this.keys.beside.begin(result, () => this.command("help"));
    this.ticks.begin(result.tick ?? null);
    show(this.opponent.element, result.rivals.length > 0);
    const others = this.opponent.set(this.game.against, result, !this.game.args.play?.recording);
    if (others) this.against(others);
    // Where a level is wrong, the board that was there keeps its place.
    this.stage.style.visibility = result.view ? "" : "hidden";
    if (result.view) {
      show(this.stage, true);
      this.#show(result.view);
    } else {
      this.moves.show([], 0);
      this.#refresh();
    }
    this.onChange({ type: "loaded", result });
  }

  #show(view) {
    const before = this.view, { board, game } = this;
    this.view = view;
    if (before && (view.step !== before.step || view.level !== before.level)) this.#moved(before, view);
    const label = labelOf(game.loaded, view), changed = board.show(view, { ...game.loaded, label });
    if (game.pending === 0) this.#move(view); // keys that wait do not wait for pieces on their way
    this.head.show(view, game.resumed?.edited && !view.replay ? "An edited position"
      : view.replay || game.resumed ? "A recording" : null);
    this.moves.show(game.steps, view.step);
    this.words.show(view);
    // What was restored, or done again, is no new solution.
    if (view.won && before?.round === view.round && view.steps?.list.length > 0) this.#won(view);
    const about = { steps: game.steps, changed, board, level: label, quiet: this.ticks.running };
    if (!this.transport.playing) {
      this.notice.speak(view.replay ? replaySentence(view, game.steps) : sentence(before, view, about));
    }
    if (this.watching.kind === null) this.sounds.play(view.heard);
    this.#refresh();
    this.chips.offer(view);
    this.onChange({ type: "played", view });
    this.rival.move();
  }

  #move({ moved, bump }) {
    if (moved) this.board.motion.show(moved, this.transport.pace);
    if (bump) this.board.motion.bump(bump);
  }

  // The position is another one: what was found out about the former one is of no use.
  #moved(before, view) {
    this.rival.held = null;
    if (view.level !== before.level || view.round !== before.round) this.board.used = false;
    if (this.searches.running !== "answer") this.searches.stop();
    if (this.note?.kind === "hint") this.note = null;
    if (view.step === 0) this.#solves(view, this.watching.kind === "solution");
    this.typing.refresh();
  }

  // Notes whether a solution is shown in a play: since the level began, or since a restart.
  #solves({ level, round }, shown) {
    this.shown[shown ? "add" : "delete"](`${level} ${round}`);
  }

  #won(view) {
    if (!this.watching.kind) flourish(this.board.element);
    const shown = this.shown.has(`${view.level} ${view.round}`) || this.game.resumed;
    if (!shown && this.solved.note(view.key, view.moves)) this.head.mark((level) => this.#solvedIn(level));
  }

  #solvedIn(level) {
    return this.solved.get(this.game.loaded.levels[level - 1].key);
  }

  // The board of a level; null if there is no picture of it.
  async #preview(level) {
    try {
      const board = await this.game.request("preview", { level });
      this.board.tiles.add(board?.tiles ?? []);
      return board;
    } catch {
      return null;
    }
  }

  // Brings everything but the board up to date.
  #refresh() {
    if (!this.game.loaded) return;
    const { view, watching } = this;
    this.notice.show(noticeOf(this, { stop: () => this.#stopSearch(), goOn: () => this.rival.goOn() }));
    const free = watching.kind === null;
    this.hands.inert = !free; // it keeps its place while something is watched
    this.toolbar.update({ undo: view?.undo, redo: view?.redo, restart: Boolean(view), paused: view?.paused,
      over: view?.over ?? true,
      playable: view && !view.over && !view.computer && !this.searches.running });
    const open = this.root.querySelector("dialog[open]") !== null || !this.typing.element.hidden;
    this.ticks.run(view && !view.paused && !view.over && free && !open && !this.searches.running);
    this.input.update();
    this.mark();
  }

  // Marks what has ended the game, what comes next in a solution, or what a hint says.
  mark() {
    const { view, watching, note } = this, ended = view?.marks ?? [];
    this.board.mark(ended.length > 0 ? ended : watching.kind === "solution" ? watching.marks : note?.marks ?? []);
  }

  // What was said is read.
  clear() {
    this.note = null;
    this.searches.stop();
    this.#refresh();
  }

  #say(note) {
    this.note = note;
    this.notice.speak(note.text);
    this.#refresh();
  }

  // ---- commands ----

  // What a key or a button stands for. Repeated ones wait for nobody.
  command(name, repeated = false) {
    if (repeated && this.game.pending > 0) return;
    if ((name === "hint" || name === "solve") && (this.view?.over || this.game.loaded.bare)) {
      if (!this.game.loaded.bare) this.notice.speak("The game is over.");
      return;
    }
    this.note = null;
    const commands = { hint: () => this.#hint(), solve: () => this.#solve(), save: () => this.plays.save(),
      help: () => this.keys.open(this.game.loaded.keys, this.input.bound), type: () => this.typing.open(),
      settings: () => this.limits.open(), new: () => this.puzzles.open(), quit: () => this.watching.close() };
    if (this.searches.running) this.searches.stop();
    if (Object.hasOwn(commands, name)) commands[name]();
    else this.run(name);
    this.#refresh();
  }

  begin(level) {
    this.clear();
    this.watching.forget();
    if (this.game.resumed || this.game.replayed) return this.reload({ level, actions: [] });
    return this.run("begin", { level }).then(() => this.rival.begin());
  }

  goTo(step) {
    if (this.watching.kind === "replay") return this.transport.jump(step);
    this.watching.forget();
    this.searches.stop();
    return this.run("go", { step });
  }

  against(wish) {
    this.note = null;
    this.searches.stop();
    this.rival.held = false;
    return this.run("against", wish);
  }

  focus() {
    this.input.claim();
    this.board.element.focus({ preventScroll: true });
  }

  // A recording or a solution is stepped through, or no longer.
  watches() {
    this.note = null;
    this.typing.close();
    if (this.watching.kind === "solution") this.#solves(this.view, true);
    this.#refresh();
  }

  // ---- searches ----

  // Time waits for what somebody has asked for.
  async search(call, label, args) {
    if (call !== "answer" && this.ticks.running) await this.run("pause", { on: true });
    try {
      return await this.searches.run(call, label, args);
    } catch (error) {
      this.fail(Object.assign(error, { message: `${label}: ${error.message}` }));
      this.rival.held = true;
      return null;
    }
  }

  async #hint() {
    const result = await this.search("hint", "Looking for a hint");
    if (!result) return;
    const { action, message } = result, found = action && await this.ask("marks", { action });
    const buttons = action ? [["Play it", () => this.run("apply", { action })]] : [];
    this.#say({ kind: "hint", text: message, buttons, marks: found?.marks });
  }

  async #solve() {
    const result = await this.search("solve", "Solving");
    if (result?.actions?.length > 0) this.watching.solution(result.actions);
    else if (result) this.#say({ kind: "hint", text: result.message ?? "Nothing is left to do." });
  }

  #stopSearch() {
    this.rival.held = true;
    this.searches.stop();
    if (!this.view?.computer) this.#say({ kind: "hint", text: "Stopped." });
  }
}

export function createPlayer(element, options) {
  const player = new Player(element, options);
  return {
    load: (args) => player.load(args),
    unload: () => player.unload(),
    play: () => player.game.play(),
    record: (call) => player.plays.record(call), // "letters": of moves
    playLetters: (text) => player.watching.playLetters(text),
    openReplay: (text, step) => player.plays.open(text, step),
    place: (cell) => player.plays.place(cell), // { row, column, char }
    reload: (play) => player.reload(play),
    makePuzzle: (wanted) => player.puzzles.make(wanted), // { difficulty, seed }
    puzzle: () => player.puzzles.current,
    undo: () => player.command("undo"),
    board: player.board,
    step: () => player.view?.step ?? 0, // that is shown
    focus: () => player.focus(),
    destroy: () => player.destroy(),
  };
}
