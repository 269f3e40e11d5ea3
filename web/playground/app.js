// The playground: the project that is open, and what happens when it changes. Every change of the
// source or the levels is run again after a moment; level and actions are kept where they still fit.
//
// - **Texts of games become text nodes, and drawings are copied element by element:** no markup of a
//   worker gets into the document. Pages of films are filled into a frame with a policy of its own.
// - What comes from outside (links, drafts, files) goes through `project.clean`, and what is kept or sent
//   goes through it as well: what can be written can be opened again.
// - The text is the truth: painting a level changes characters of it (level_text.js); undo is the editor's.

import { make } from "../player/dom.js";
import { Dropped } from "../player/game.js";
import { BoardPainting } from "./board_painting.js";
import { Bench } from "./bench.js";
import { drafts, settings } from "./drafts.js";
import { GuidePanel } from "./guide_panel.js";
import { Header } from "./header.js";
import { placed, suggestion } from "./places.js";
import { activeFile, clean, isPath, loadArguments, newProject } from "./project.js";
import { showNothing, showOther, showScenarios } from "./scenario_view.js";
import { SearchPanel } from "./search_panel.js";
import { GALLERY, bareAddress, decode, guideExample, playOf, toPlay } from "./share.js";
import { SourcePanel } from "./source_panel.js";
import { keepUndo } from "./keyboard_undo.js";
import { button, fillTabs, icon, pause, toast } from "./widgets.js";

const TYPING = 350, PAINTING = 150; // milliseconds without a change, before it is run
const KEEPING = 800; // before a draft is kept

const coarse = matchMedia("(pointer: coarse)");
const byId = (id) => document.getElementById(id);

export class App {
  #timers = {};
  #turn = 0; // tells a run from those before it
  #play = null; // where the play stood when there was a board
  #ended = false; // whether it is said that the worker has ended
  #outcome = null; // how that play has ended
  #fragment = null; // of the link that is open, as long as nothing is changed

  // `parts` has player, layout, api, games, genres, starters, guides, makeClient(), exportGame(game), film(page).
  constructor(parts) {
    Object.assign(this, parts);
    this.settings = settings.read();
    this.draft = this.result = null;
    this.settled = false; // whether the last change has been run
    this.bench = new Bench(parts.makeClient, () => this.project);
  }

  /** Makes the editor piece by piece, so that the board can be played meanwhile. */
  static async make(parts) {
    const app = new App(parts);
    for (const piece of [() => app.#makeSource(), () => app.source.makeLevels(), () => app.#makePanels(),
      () => app.guide.begin(), () => app.#makeBar()]) {
      await pause();
      piece();
    }
    return app;
  }

  #makeSource() {
    this.source = new SourcePanel({
      api: this.api,
      isPath,
      edited: (what) => this.#edited(what),
      chosen: () => (this.#clear("Loading …"), this.run()),
      run: () => this.run(),
      played: () => this.#scenario(),
      level: (number) => this.#chooseLevel(number),
      options: (values) => this.#setOptions(values),
      brushed: () => this.painting?.show(),
      paint: (on) => this.painting.turn(on),
      rows: (level) => this.bench.rows(level).catch(() => null),
      extra: () => ({
        files: this.project.files.filter((file) => file !== activeFile(this.project)).map(({ path }) => path),
        games: this.games.filter(({ project }) => project.game).map(({ name }) => name)
      })
    });
  }

  #makePanels() {
    this.painting = new BoardPainting(this, byId("player"), byId("painting"));
    this.search = new SearchPanel(byId("search"), { bench: this.bench, watch: (play, from) => this.watch(play, from),
      play: () => (this.result?.view ? this.player.play() : this.play()) });
    this.guide = new GuidePanel(byId("guide"), this.guides,
      { api: this.api, open: (...example) => this.openExample(...example) });
  }

  #makeBar() {
    byId("close-side").append(icon("close"));
    byId("close-side").addEventListener("click", () => this.closeSide());
    this.header = new Header(this);
    this.showSide(this.settings.side === "search" ? "search" : "guide", false);
    keepUndo(this.source.levels.element, (what) => this.source.levels.takeBack(what));
    window.addEventListener("hashchange", () => this.openFragment(location.hash));
    window.addEventListener("pagehide", () => this.keep());
  }

  // ---- opening ----

  /** Takes over what is open: as for `open`, with the result of loading it and what the player has told since. */
  async start({ project, example, ...options }, heard) {
    await pause();
    if (this.project) return; // a link was followed meanwhile
    const running = this.open(project, options);
    if (example?.[0] === "guide") this.guide.showExample(example[1]);
    if (!this.layout.narrow && !this.playing) this.layout.show("source");
    await running;
    for (const what of heard) this.played(what);
    if (location.hash === GALLERY) this.header.gallery(true);
  }

  /** Opens what a link holds. Whether there was something. */
  async openFragment(wanted) {
    if (wanted === GALLERY) this.header.gallery(true);
    const { fragment, large, puzzle } = playOf(wanted);
    if (fragment === this.#fragment) {
      this.#show(large);
      if (puzzle) this.player.makePuzzle(puzzle);
      return true;
    }
    try {
      const found = await decode(fragment);
      if (!found) return false;
      const project = found.project ?? this.#example(found.example);
      if (!project) throw new Error(`there is no example '${found.example[1]}'`);
      const opened = this.open(project, { welcome: true, large, fragment });
      if (puzzle) opened.then(() => this.result && this.player.makePuzzle(puzzle));
      if (found.example?.[0] === "guide") this.guide.showExample(found.example[1]);
      return true;
    } catch (error) {
      toast(`The link cannot be opened: ${error.message}.`, { bad: true, seconds: 15 });
      return false;
    }
  }

  #example([kind, name]) {
    return kind === "game" ? this.games.find((game) => game.name === name)?.project : guideExample(this.guides, name);
  }

  /** Opens a project: a new one, or that of a draft. What was open before is a draft, or unchanged. */
  open(project, { draft = null, welcome = false, large = false, fragment = null, loaded = null } = {}) {
    this.keep();
    this.#fragment = fragment;
    this.#show(large);
    this.project = clean(newProject(project));
    this.draft = draft && { id: draft.id, time: draft.time };
    this.#play = this.project.play;
    if (!loaded) this.#clear("Loading …");
    this.source.open(this.project);
    this.header.opened(welcome);
    if (large || this.layout.narrow) this.layout.show("board");
    return loaded ? this.#takeOver(loaded) : this.run({ focus: true });
  }

  // What is loaded already is shown a little later, unless another project is open then.
  async #takeOver(loaded) {
    const { project } = this;
    await pause();
    if (project === this.project) await this.run({ loaded });
  }

  /** Opens an example; its fragment makes the button Back work, and reloading. */
  openExample(project, fragment, large = false) {
    history.pushState(null, "", large ? toPlay(fragment) : fragment);
    return this.open(project, { fragment, large });
  }

  // ---- the board alone, and the editor ----

  get playing() {
    return document.body.classList.contains("playing");
  }

  #show(large) {
    document.body.classList.toggle("playing", large);
    byId("player").classList.toggle("large", large);
  }

  /** The board has the whole window, or shares it. A link that is open says so, and Back goes back. */
  enlarge(large) {
    if (large === this.playing) return;
    this.#show(large);
    if (this.#fragment) history.pushState(null, "", large ? toPlay(this.#fragment) : this.#fragment);
    if (large || !this.layout.narrow) this.player.focus();
  }

  /** Shows how the game is made: from the board alone, or from a part that hides the others. */
  edit() {
    this.enlarge(false);
    if (this.layout.narrow) this.layout.show("source");
  }

  // ---- changes ----

  #later(name, wait, does) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(does, wait);
  }

  #edited(what) {
    this.changed();
    if (what !== "levels" && this.settings.typing === false) {
      this.source.say({ text: "Changed.", run: true });
      return;
    }
    this.settled = false;
    this.#later("run", what === "levels" ? PAINTING : TYPING, () => this.run());
  }

  /** The project is no longer what it was: it becomes a draft. */
  changed() {
    if (location.hash.length > 1) history.replaceState(null, "", bareAddress());
    this.#fragment = null;
    this.draft ??= { id: "", time: 0 };
    this.#later("keep", KEEPING, () => this.keep());
  }

  /** Keeps the draft, if there is one. */
  keep() {
    clearTimeout(this.#timers.keep);
    if (!this.draft || !this.project) return;
    let kept = null, why;
    try {
      kept = drafts.save({ ...this.project, play: this.#play }, this.draft.id ? this.draft : null);
    } catch (error) {
      why = error.message;
    }
    if (kept) this.draft = kept;
    this.header.kept(kept !== null, why);
  }

  set(values) {
    Object.assign(this.settings, values);
    settings.write(this.settings);
  }

  #chooseLevel(number) {
    this.#play = { level: number, actions: [] };
    return this.run();
  }

  #setOptions(values) {
    this.project.options = values;
    this.changed();
    return this.run();
  }

  // ---- running ----

  // Nothing of another game or another file is left in the place of the board.
  #clear(text) {
    this.result = null;
    this.painting.reset();
    this.player.unload();
    this.search.reset(null);
    this.#sayOld(null);
    byId("player").hidden = true;
    byId("scenarios").hidden = false;
    showNothing(byId("scenarios"), text);
  }

  /** Runs the project anew. */
  async run({ focus = false, loaded = null } = {}) {
    clearTimeout(this.#timers.run);
    const turn = ++this.#turn;
    this.settled = false;
    const args = loadArguments({ ...this.project, play: this.#play });
    byId("board-pane").setAttribute("aria-busy", "true");
    try {
      const result = await (loaded ?? this.player.load(args));
      if (turn !== this.#turn) return;
      this.#ran(result);
      if (focus && (this.playing ? !coarse.matches : !this.layout.narrow) && result.view) this.player.focus();
    } catch (error) {
      if (turn === this.#turn && !(error instanceof Dropped)) this.#failed(error, true);
    } finally {
      if (turn === this.#turn) {
        byId("board-pane").removeAttribute("aria-busy");
        this.settled = true;
      }
    }
  }

  #ran(result) {
    const isGame = result.kind === "game";
    this.result = isGame ? result : null;
    if (!result.view) this.#show(false);
    byId("player").hidden = !isGame;
    byId("scenarios").hidden = isGame;
    if (!isGame) this.player.unload();
    if (isGame) {
      this.source.loaded(result);
      this.search.reset(result.view ? result : null);
      if (result.view) this.#play = this.player.play();
    } else if (result.kind === "scenarios") {
      showScenarios(byId("scenarios"), result, { film: this.film, goTo: (line) => this.#goTo({ line }) });
    } else {
      showOther(byId("scenarios"), result);
    }
    const error = result.problem ? this.#placed(result.problem) : null;
    this.said = this.#fine(result);
    this.#mark(error);
    this.#sayOld(null);
    this.#ended = false;
    this.source.say({ error, text: this.said, fine: result.passed !== false, lines: result.printed ?? [] });
    this.header.ran(result);
  }

  #fine(result) {
    const file = activeFile(this.project);
    if (!file) return "A game in C. Its levels can be changed here.";
    const lines = file.text.trimEnd().split("\n").length;
    if (result.kind === "scenarios")
      return result.passed ? "All scenarios pass." : "Scenarios fail: see the boards.";
    const length = `${lines} line${lines === 1 ? "" : "s"}`;
    return result.kind === "game" ? `${length}, and it plays.` : `${length}.`;
  }

  #goTo(place) {
    this.layout.show(place.file === "levels" ? "levels" : "source");
    this.source.goTo(place);
  }

  // The board goes on with the rules from before the error. Without an error, nothing is said.
  #sayOld(error) {
    const strip = byId("old-rules");
    strip.hidden = !error || !this.result;
    if (strip.hidden) return;
    const { file, line } = error, own = file === activeFile(this.project)?.path;
    const name = file === "levels" ? "the levels" : own || !file ? "" : file;
    const place = line ? `line ${line}${name && ` of ${name}`}` : name || "the source";
    strip.replaceChildren(make("p", {}, `These are the rules from before: ${place} has an error.`),
      line ? button("Go there", () => this.#goTo(error)) : "");
  }

  #mark(error) {
    this.source.mark(error);
    this.layout.mark(error && (error.file === "levels" ? "levels" : "source"));
  }

  // `old`: the rules with the error are not those that the board plays.
  #failed(error, old = false) {
    if (!this.result) {
      this.#show(false);
      this.#clear("The board appears here as soon as the game runs.");
      if (this.layout.narrow) this.layout.show("source");
    }
    const found = this.#placed(error);
    this.#mark(found);
    if (old) this.#sayOld(found);
    this.source.say({ error: found, lines: error.printed ?? [] });
  }

  #placed(error) {
    const { files, levels } = this.project, inLevels = error.file === "levels";
    const text = inLevels ? levels?.text
      : (files.find(({ path }) => path === error.file) ?? activeFile(this.project))?.text;
    const { message, file, line, column } = text && !inLevels ? placed(error, text) : error;
    return { message, file, line, column, meant: suggestion({ message, line, column }, text ?? "") };
  }

  /** What the player tells. */
  played(what) {
    if (what.type === "played" && this.#ended) {
      this.#ended = false;
      this.source.say({ text: this.said ?? "" });
    }
    this.painting?.show();
    if (what.type === "puzzle") this.project.puzzle = what.puzzle;
    if (what.type === "played" && !what.view.replay) {
      this.#play = this.player.play();
      this.#outcome = what.view.outcome ?? null;
      if (this.draft) this.#later("keep", KEEPING, () => this.keep());
      if (this.result && what.view.level !== this.source.levels.number)
        this.source.levels.follow(what.view.level);
    } else if (what.type === "error" && what.error.line) {
      this.#failed(what.error);
    } else if (what.type === "ended") {
      this.#ended = true;
      this.source.say({ error: { message: what.text } });
    } else if (what.type === "limited") {
      this.bench.limit(what);
    } else if (what.type === "printed") {
      this.source.say({ text: this.said ?? "", lines: what.lines });
    }
  }

  /** Where the play stands. */
  play() {
    return this.#play ?? { level: 1, actions: [] };
  }

  #scenario() {
    const { options } = this.project, known = this.result?.options ?? [];
    const own = this.result && !this.#play?.recording; // no recording that goes on
    return {
      rows: this.result ? this.source.levels.rows() : null,
      options: known.filter(({ name }) => Object.hasOwn(options, name))
        .map((option) => ({ ...option, value: options[option.name] })),
      actions: own ? this.play().actions : [],
      outcome: own ? this.#outcome : null
    };
  }

  /** Steps through a play, from one of its steps on. */
  async watch(play, from) {
    try {
      await this.player.openReplay(await this.bench.record(play), from);
      this.layout.show("board");
      this.player.focus();
    } catch (error) {
      toast(error.message, { bad: true });
    }
  }

  // ---- the side ----

  showSide(name, kept = true) {
    fillTabs(
      byId("side-tabs"),
      [
        ["guide", "Guide", "guide"],
        ["search", "Search", "search"]
      ],
      name,
      (chosen) => this.showSide(chosen)
    );
    byId("search").hidden = name !== "search";
    byId("guide").hidden = name !== "guide";
    if (kept) {
      this.set({ side: name });
      this.layout.openSide(name);
    }
  }

  closeSide() {
    this.layout.closeSide();
    byId(`open-${this.settings.side === "search" ? "search" : "guide"}`).focus();
  }

  /** What the buttons of the bar do: show a part at the side, or close it. A key takes the focus along. */
  toggleSide(name, byKey) {
    if (this.layout.sideShown && !byId(name).hidden) return this.closeSide();
    this.showSide(name);
    if (byKey) byId("side-tabs").querySelector("[aria-selected=true]").focus();
  }
}
