// The bar at the top: the name, the games, sharing, files, settings.

import { drafts } from "./drafts.js";
import { acceptDrops, choose, projectOf, read, save } from "./files.js";
import { openGallery } from "./gallery_dialog.js";
import { FRAMES_MOST, toGif, toPng } from "./pictures.js";
import { isPuzzle, loadArguments, slug } from "./project.js";
import { openLetters } from "./letters_dialog.js";
import { openNewGame } from "./new_game_dialog.js";
import { openSettings } from "./settings_dialog.js";
import { bareAddress } from "./share.js";
import { openShare } from "./share_dialog.js";
import { button, menuButton, toast } from "./widgets.js";
import { make } from "../player/dom.js";

const SLOW = 1000; // milliseconds, before it is said that something is made

const byId = (id) => document.getElementById(id);

export class Header {
  constructor(app) {
    this.app = app;
    this.name = byId("name");
    this.name.addEventListener("input", () => {
      app.project.name = this.name.value.trim() || "untitled";
      app.changed();
    });
    byId("open-gallery").addEventListener("click", () => this.gallery());
    for (const name of ["guide", "search"])
      byId(`open-${name}`).addEventListener("click", (event) => app.toggleSide(name, event.detail === 0));
    byId("open-share").addEventListener("click", () => openShare(app));
    byId("open-settings").addEventListener("click", () => openSettings(app));
    menuButton(byId("open-export"), () => this.#menu());
    acceptDrops((files) => this.openFiles(files));
  }

  // ---- what is shown ----

  opened(welcome) {
    const { project, draft } = this.app;
    this.name.value = project.name;
    document.title = `${project.name} – Tessera playground`;
    byId("kept").textContent = draft ? "Saved in this browser" : "";
    this.welcomes = welcome;
    this.title = null;
    byId("welcome").hidden = true;
  }

  // `why`: what is wrong with the project, if it is not kept for that.
  kept(fine, why = null) {
    document.title = `${this.app.project.name} – Tessera playground`;
    const label = byId("kept");
    label.textContent = fine ? "Saved in this browser" : "Not saved";
    label.classList.toggle("bad", !fine);
    if (fine || this.warned === why) return;
    this.warned = why;
    toast(why ? `The draft is not saved: ${why}.`
      : "This browser keeps no drafts: its storage is blocked or full. Save the files, or copy a link.",
    { bad: true, seconds: 15 });
  }

  ran(result) {
    const { project } = this.app;
    if (this.welcomes && result.view) this.#welcome();
    if (result.kind !== "game") return;
    // A name that was given by hand is another one than the game had before.
    if (project.name === "untitled" || project.name === this.title) {
      project.name = result.title;
      this.name.value = result.title;
    }
    this.title = result.title;
  }

  #welcome() {
    const line = byId("welcome"), { app } = this, file = app.project.files[0];
    if (app.settings.welcomed || !file) return;
    const lines = file.text.trimEnd().split("\n").length;
    const language = isPuzzle(file) ? "PuzzleScript" : "Lua";
    line.replaceChildren(make("span", {},
      make("strong", {}, `${lines} ${lines === 1 ? "line" : "lines"} of ${language}`),
      ` ${lines === 1 ? "is" : "are"} the whole game. Change one: it plays anew.`),
      button("Close", () => {
        line.hidden = true;
        app.set({ welcomed: true });
      }, { shown: false, picture: "close", className: "tool small" }));
    line.hidden = false;
  }

  // ---- games and files ----

  /** Opens the gallery; with `toPlay` the game that is chosen is opened to be played. */
  gallery(toPlay = this.app.playing) {
    const { app } = this;
    app.keep();
    openGallery({ games: app.games, genres: app.genres, drafts: drafts.list(), current: app.draft?.id,
      open: (game) => app.openExample(game.project, `#game=${game.name}`, toPlay),
      openDraft: (id) => this.#openDraft(id),
      deleteDraft: (id) => {
        drafts.delete(id);
        if (app.draft?.id === id) app.draft = null;
      },
      create: () => openNewGame({ starters: app.starters, begun: (project) => app.bench.begun(project),
        open: (project) => this.#openPlain(project) }),
      openFiles: async () => this.openFiles(await choose()) });
  }

  #openDraft(id) {
    const draft = drafts.open(id);
    if (draft) this.#openPlain(draft.project, { draft });
    else toast("This draft cannot be read.", { bad: true });
  }

  #openPlain(project, options) {
    if (location.hash.length > 1) history.pushState(null, "", bareAddress());
    return this.app.open(project, options);
  }

  /** Opens files: a game, levels for the game that is open, a recording, letters of moves. */
  async openFiles(files) {
    const { app } = this;
    if (files.length === 0) return;
    byId("toasts").replaceChildren(); // what was said of former files
    try {
      const found = await read(files);
      if (found.lua.length > 0) {
        await this.#openPlain(projectOf(found));
        app.changed();
      } else if (found.levels) {
        app.project.levels = { path: app.project.levels?.path ?? found.levels.path, text: found.levels.text };
        app.changed();
        app.source.levels.open(found.levels.text);
        app.source.showLevels();
        await app.run();
      }
      if (found.recording) await this.#openRecording(found.recording);
      if (found.letters) await this.playLetters(found.letters);
    } catch (error) {
      toast(error.message, { bad: true, seconds: 10 });
    }
  }

  async #openRecording(text) {
    const { app } = this;
    const game = await app.bench.gameOf(text);
    if (app.result?.game !== game) {
      const known = app.games.find(({ name, project }) => name === game || project.files?.some(({ text }) =>
        text.includes(` name = "${game}"`)));
      if (!known) throw new Error(`this is a recording of ${game}: open that game first`);
      await app.openExample(known.project, `#game=${known.name}`);
    }
    await app.player.openReplay(text);
    app.layout.show("board");
    app.player.focus();
  }

  /** Plays letters of moves in the level on the board. Rejects if they cannot be read. */
  async playLetters(text) {
    const { app } = this;
    if (!app.result?.view) throw new Error("letters of moves need a level that is played");
    await app.player.playLetters(text);
    app.layout.show("board");
    app.player.focus();
  }

  // ---- saving ----

  #menu() {
    const { app } = this, { project, result } = app, name = slug(project.name);
    const items = [["Open files …", async () => this.openFiles(await choose()), ".lua, .txt, .play, .lurd"], null];
    for (const { path, text } of project.files) items.push([`Save ${path}`, () => save(path, text)]);
    if (project.levels)
      items.push([
        "Save the levels",
        () => save(project.levels.path.split("/").at(-1), project.levels.text),
        ".txt"
      ]);
    if (!result?.view) return items;
    const made = (what, does) => [what[0], () => this.#make(what[0], does), what[1]];
    items.push(
      null,
      made(["Save the play", ".play"], async () => save(`${name}.play`, await app.player.record())),
      ...result.letters ? [made(["Moves in letters …", ".lurd"], () => openLetters(app))] : [],
      made(["Game as a page", ".html"], async () => save(`${name}.html`, await this.#page(), "text/html")),
      made(["Game without hint and solve", ".html"], async () =>
        save(`${name}.html`, await this.#page({ bare: true }), "text/html")
      ),
      made(["Play as a page", ".html"], async () =>
        save(`${name}-play.html`, app.film((await this.#picture("film")).page), "text/html")
      ),
      null,
      made(["Picture", ".svg"], async () =>
        save(`${name}.svg`, (await this.#picture("svg")).text, "image/svg+xml")
      ),
      made(["Picture", ".png"], async () =>
        save(`${name}.png`, await toPng((await this.#picture("svg")).text))
      ),
      made(["Film", ".gif"], async () => save(`${name}.gif`, await this.#gif(), "image/gif"))
    );
    return items;
  }

  #page(more = {}) {
    const { app } = this, { project } = app;
    return app.exportGame({ ...loadArguments({ ...project, play: null }), title: project.name, ...more });
  }

  async #picture(call) {
    const { app } = this;
    return app.bench.show(call, await app.player.record(), call === "svg" ? app.player.step() : null);
  }

  async #gif() {
    const film = await this.#picture("frames");
    if (film.steps.length > FRAMES_MOST) toast(`The film has the first ${FRAMES_MOST} moves.`);
    return toGif(film);
  }

  async #make(what, does) {
    const slow = setTimeout(() => toast(`${what}: this takes a moment …`), SLOW);
    try {
      await does();
    } catch (error) {
      toast(`${what}: ${error.message}`, { bad: true, seconds: 10 });
    } finally {
      clearTimeout(slow);
    }
  }

  /** The picture of the board as a PNG: for the dialog that shares. */
  async png() {
    return toPng((await this.#picture("svg")).text);
  }
}

