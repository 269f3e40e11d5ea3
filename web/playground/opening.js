// Opens the page: the board first, and the editor after it, which is larger than all else. Where the board has
// the window alone, the editor comes when somebody wants to see how the game is made.

import { iconButton } from "../player/dom.js";
import { createPlayer } from "../player/player.js";
import { drafts, settings } from "./drafts.js";
import { Layout } from "./layout.js";
import { clean, loadArguments, newProject } from "./project.js";
import { decode, playOf, puzzleAddress } from "./share.js";
import { toast } from "./widgets.js";

const byId = (id) => document.getElementById(id);
const coarse = matchMedia("(pointer: coarse)");

export class Opening {
  #app = null; // the editor's App
  #making = null; // a promise of it
  #heard = new Map(); // what the player has told last, by type
  #puzzled = false; // whether a new puzzle is on the board
  #pressed = null; // a button of the bar that was pressed too early

  // `parts` has starter() and example([kind, name]): promises of projects, synth(), generator(game), makeClient(),
  // began(): somebody plays, and makeApp(opening): a promise of the App.
  constructor(parts) {
    this.parts = parts;
    this.player = createPlayer(byId("player"), {
      games: () => this.#then((app) => app.header.gallery()),
      client: parts.makeClient(),
      searchClient: parts.makeClient(),
      synth: parts.synth,
      generator: parts.generator,
      tools: [
        iconButton("games", "Games", () => this.#then((app) => app.header.gallery()), { class: "button games" }),
        iconButton("made", "How it is made", () => this.#then((app) => app.edit()),
          { text: true, class: "button made", "aria-label": "How it is made" }),
        iconButton("expand", "Play in the whole window", () => this.#then((app) => app.enlarge(true)),
          { class: "button enlarge" })
      ],
      onChange: (what) => this.#hear(what)
    });
    const source = (show) => () => this.#app?.source[show](), side = (name) => () => this.#app?.showSide(name, false);
    this.layout = new Layout(
      [
        ["source", "Source", "source-pane", source("showSource")],
        ["levels", "Levels", "source-pane", source("showLevels")],
        ["board", "Play", "board-pane"],
        ["search", "Search", "side-pane", side("search")],
        ["guide", "Guide", "side-pane", side("guide")]
      ],
      settings.read().widths,
      (widths) => (this.#app ? this.#app.set({ widths }) : settings.write({ ...settings.read(), widths }))
    );
    window.addEventListener("hashchange", () => this.#app === null && location.reload());
  }

  #hear(what) {
    this.#heard.set(what.type, what);
    if (what.view?.step > 0) this.parts.began(); // nothing has to come before the first key
    if (what.type === "puzzle") this.opened.loaded = Promise.resolve(what.result);
    if (what.view || what.type === "puzzle") this.#address();
    this.#app?.played(what);
  }

  // The address says which new puzzle is on the board.
  #address() {
    const puzzle = this.player.puzzle(), wanted = puzzleAddress(location.hash, puzzle);
    if (wanted && (puzzle || this.#puzzled)) history.replaceState(null, "", wanted);
    this.#puzzled = puzzle !== null;
  }

  // Does something with the editor, which comes first.
  async #then(act) {
    try {
      act(await this.app());
    } catch (error) {
      toast(`The editor cannot be opened: ${error.message}`, { bad: true, seconds: 15 });
    }
  }

  async start() {
    const early = (event) => { this.#pressed = event.target.closest("button"); };
    document.querySelector(".bar").addEventListener("click", early);
    this.opened = await this.#find();
    const { project, large, puzzle } = this.opened;
    document.title = `${project.name} – Tessera playground`;
    byId("name").value = project.name;
    document.body.classList.toggle("playing", large);
    byId("player").classList.toggle("large", large);
    if (large || this.layout.narrow) this.layout.show("board");
    this.opened.loaded = this.player.load(loadArguments(project));
    const plays = await this.opened.loaded.then((result) => this.#loaded(result), () => false);
    if (plays && puzzle) this.player.makePuzzle(puzzle);
    if (!large || !plays) await this.app();
    document.querySelector(".bar").removeEventListener("click", early);
    this.#pressed?.click();
  }

  // The board is shown as soon as it can be played.
  #loaded(result) {
    if (!result.view) return false;
    byId("player").hidden = false;
    byId("scenarios").hidden = true;
    if (this.opened.large ? !coarse.matches : !this.layout.narrow) this.player.focus();
    return true;
  }

  // What is opened first: what a link holds, what was worked on last, or the game for newcomers.
  async #find() {
    const { fragment, large, puzzle } = playOf(location.hash);
    try {
      const found = location.hash.length > 1 && await decode(fragment);
      if (found) {
        const project = found.project ?? await this.parts.example(found.example);
        return { project: clean(newProject(project)), large, fragment, puzzle, welcome: true,
          example: found.example };
      }
    } catch (error) {
      toast(`The link cannot be opened: ${error.message}.`, { bad: true, seconds: 15 });
    }
    const draft = drafts.last();
    const project = clean(newProject(draft?.project ?? await this.parts.starter()));
    return { project, large: false, draft, welcome: !draft };
  }

  /** The editor: it takes over what is played. */
  app() {
    this.#making ??= this.#make().catch((error) => {
      this.#making = null;
      throw error;
    });
    return this.#making;
  }

  async #make() {
    byId("board-pane").setAttribute("aria-busy", "true");
    try {
      const app = await this.parts.makeApp(this);
      this.#app = app;
      await app.start(this.opened, [...this.#heard.values()]);
      return app;
    } finally {
      byId("board-pane").removeAttribute("aria-busy");
    }
  }
}
