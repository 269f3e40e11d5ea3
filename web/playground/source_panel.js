// The source: a tab for each file of the project, one for the levels, and below them what came of
// running it.

import { redoDepth, undo, redo, undoDepth } from "@codemirror/commands";
import { make } from "../player/dom.js";
import { makeEditor } from "./editor.js";
import { LevelPanel } from "./level_panel.js";
import { activeFile, FILES_MOST, isPuzzle } from "./project.js";
import { scenarioText } from "./scenario_text.js";
import { openSprite } from "./sprite_dialog.js";
import { spritesOf } from "./sprites.js";
import { ask, button, fillTabs, menuButton, toast } from "./widgets.js";

const LEVELS = " levels"; // no file has this name

const SHOWN = 4000; // characters of a message

const byId = (id) => document.getElementById(id);

export class SourcePanel {
  #states = new Map(); // the editor's state of each file that was shown
  #shown = LEVELS;
  #error = null;

  // `does` has api, extra(), edited(), chosen(), run(), level(number), options(values), rows(level),
  // brushed(), paint(on), played(): what a scenario of the play on the board has.
  constructor(does) {
    this.does = does;
    this.editor = makeEditor(byId("editor"), "lua", {
      label: "Source",
      api: does.api,
      extra: does.extra,
      onRun: does.run,
      draw: (name) => this.#draw([name]),
      onChange: () => this.#edited()
    });
    this.report = byId("report");
    menuButton(byId("file-menu"), () => this.#menu());
  }

  /** Makes the rest of it. */
  makeLevels() {
    const { does } = this;
    this.levels = new LevelPanel(byId("levels"), {
      api: does.api,
      run: does.run,
      chosen: does.level,
      options: does.options,
      rows: does.rows,
      draw: (kinds) => this.#draw(kinds),
      brushed: does.brushed,
      paint: does.paint,
      edited: (text) => this.#levelsEdited(text)
    });
  }

  /** Shows a project. */
  open(project) {
    this.project = project;
    this.#states.clear();
    this.#error = null;
    this.levels.open(...this.#levelText());
    byId("file-menu").hidden = project.files.length === 0;
    this.show(project.files[project.active]?.path ?? LEVELS);
  }

  /** Shows what `load` has returned for a game. */
  loaded(result) {
    this.levels.take(...this.#levelText());
    this.levels.show(result, this.project.options);
  }

  // The text in which the levels stand, and whether that is a source.
  #levelText() {
    const { project } = this, file = activeFile(project), own = project.levels?.text ?? null;
    return isPuzzle(file) && !own?.trim() ? [file.text, true] : [own, false];
  }

  #levelsEdited(text) {
    const { project, levels } = this;
    if (!levels.inSource) project.levels = { path: project.levels?.path ?? "levels.txt", text };
    else if (activeFile(project).text === text) return;
    else activeFile(project).text = text;
    this.does.edited("levels");
  }

  get showsLevels() {
    return this.#shown === LEVELS;
  }

  showLevels() {
    if (!this.showsLevels) this.show(LEVELS);
  }

  showSource() {
    const file = this.project.files[this.project.active];
    if (this.showsLevels && file) this.show(file.path);
  }

  /** Brings a file to the front, or the levels. */
  show(path) {
    const { project, editor } = this;
    if (!this.showsLevels) this.#states.set(this.#shown, editor.state());
    this.#shown = path;
    const file = project.files.find((other) => other.path === path);
    if (file) {
      project.active = project.files.indexOf(file);
      const kind = isPuzzle(file) ? "puzzlescript" : "lua";
      editor.show(this.#states.get(path) ?? editor.fresh(file.text, `Source of ${path}`, kind));
      editor.replace(file.text); // painting has changed it
    }
    byId("editor").hidden = !file;
    byId("levels").hidden = Boolean(file);
    this.#fillTabs();
    this.mark(this.#error);
    if (file) return;
    this.levels.take(...this.#levelText());
    this.levels.follow(this.levels.number);
  }

  #fillTabs() {
    const tabs = this.project.files.map(({ path }) => [path, path, "editor"]);
    tabs.push([LEVELS, "Levels", "levels"]);
    fillTabs(byId("file-tabs"), tabs, this.#shown, (path) => {
      const before = this.project.active;
      this.show(path);
      if (this.project.active !== before) this.does.chosen();
    });
    for (const tab of byId("file-tabs").children) {
      if (tab.dataset.name === this.#shown)
        byId(this.showsLevels ? "levels" : "editor").setAttribute("aria-label", tab.textContent);
    }
  }

  #edited() {
    const file = activeFile(this.project), text = this.editor.text();
    if (file.text === text) return;
    file.text = text;
    this.does.edited("source");
  }

  // Opens the sprite of one of these kinds, the last first: it lies above the others.
  #draw(kinds) {
    const { editor, project } = this, { view } = editor, file = () => activeFile(project);
    const all = () => this.levels.kinds(), from = document.activeElement;
    editor.replace(file().text); // painting has changed it
    const changed = () => this.levels.take(...this.#levelText());
    const name = kinds.findLast((kind) => spritesOf(this.does.api, file(), all()).some((one) => one.name === kind));
    const found = openSprite({ api: this.does.api, file, kinds: all, closed: () => from?.focus(),
      edit: (changes) => (editor.change(changes, "input.paint"), changed()),
      takeBack: (what) => (({ undo, redo })[what](view), changed()),
      depth: (what = "undo") => ({ undo: undoDepth, redo: redoDepth })[what](view.state) }, name);
    if (!found) toast("The look of this game is not written out in the source, so its sprites cannot be painted.");
  }

  // ---- what came of it ----

  /** Marks an error `{ message, file, line, column }` where it is, or none. */
  mark(error) {
    this.#error = error;
    const shown = error?.file === "levels" ? LEVELS : error?.file ?? this.#shown;
    this.editor.mark(error?.line && !this.showsLevels && shown === this.#shown ? error : null);
    const inLevels = this.levels.inSource ? error?.file === activeFile(this.project)?.path : error?.file === "levels";
    this.levels.editor.mark(error?.line && inLevels ? error : null);
  }

  /** Says below the editor what came of running it. `lines` is what the script has printed. */
  say({ error = null, text = "", lines = [], fine = true, run = false }) {
    const parts = [];
    if (error) parts.push(this.#errorBox(error));
    else
      parts.push(
        make(
          "p",
          { class: "fine" },
          make("span", { class: fine ? "dot" : "dot bad", "aria-hidden": "true" }),
          text,
          run ? button("Run", this.does.run) : null
        )
      );
    if (lines.length > 0) {
      parts.push(make("details", { class: "printed", open: true }, make("summary", {}, "Printed"),
        make("pre", { tabindex: "0", "aria-label": "What the script has printed" }, lines.join("\n"))));
    }
    this.report.className = error ? "report bad" : "report";
    this.report.replaceChildren(...parts);
  }

  #errorBox(error) {
    const { message, line, file } = error;
    const where = file === "levels" ? "Levels" : file && file !== this.#shown ? file : "";
    const place = [where, line ? `${where ? "line" : "Line"} ${line}` : ""].filter(Boolean).join(", ");
    const there = place ? button(place, () => this.goTo(error)) : null;
    return make(
      "div",
      { class: "error", role: "alert" },
      make("pre", { tabindex: "0" }, message.slice(0, SHOWN)),
      error.meant ? button(`Use '${error.meant.meant}'`, () => this.#use(error),
        { className: "button primary", title: "Ctrl+." }) : null,
      file === "options" ? button("Forget the options", () => this.does.options({})) : there
    );
  }

  // Writes what the error says was meant.
  #use({ file, meant }) {
    this.goTo({ file, ...meant });
    (file === "levels" ? this.levels.editor : this.editor).exchange(meant);
  }

  /** Goes to a place; without a file it is in the one that runs. */
  goTo({ file, line, column }) {
    if (file === "levels") {
      this.showLevels();
      if (line) this.levels.editor.goTo(line, column);
      return;
    }
    if (file && file !== this.#shown && this.project.files.some(({ path }) => path === file)) this.show(file);
    this.showSource();
    this.editor.goTo(line, column);
  }

  // ---- files ----

  #menu() {
    const { files, active } = this.project, file = files[active];
    const items = [["New file …", () => this.#add()]];
    if (!files.some(({ path }) => path.endsWith("_scenarios.lua"))) {
      const path = file.path.replace(/\.(lua|txt)$/, "_scenarios.lua");
      items.push(["New scenarios", () => this.#put(path, scenarioText(file.path, this.does.played())),
        "tests of this game"]);
    }
    if (!this.showsLevels) {
      items.push(null, [`Rename ${file.path} …`, () => this.#rename(file)]);
      if (files.length > 1) items.push([`Delete ${file.path} …`, () => this.#remove(file)]);
    }
    return items;
  }

  async #askPath(title, value) {
    const path = await ask(title, { field: "Name", value });
    if (!path) return null;
    const whole = /\.(lua|txt)$/.test(path) ? path : `${path}.lua`;
    const fine = this.does.isPath(whole) && !this.project.files.some((file) => file.path === whole);
    if (!fine)
      await ask("This name cannot be used", {
        text: "Another file has it, or it has signs that file names do not have."
      });
    return fine ? whole : null;
  }

  async #add() {
    const path = await this.#askPath("New file", "rules.lua");
    if (path) this.#put(path, "");
  }

  #put(path, text) {
    if (this.project.files.length >= FILES_MOST) {
      toast(`A game has at most ${FILES_MOST} files.`, { bad: true });
      return;
    }
    this.project.files.push({ path, text });
    this.show(path);
    this.does.edited("source");
    this.editor.focus();
  }

  async #rename(file) {
    const path = await this.#askPath("Rename the file", file.path);
    if (!path) return;
    const { text } = file;
    this.#states.delete(file.path);
    Object.assign(file, { path, text });
    this.#shown = LEVELS;
    this.show(path);
    this.does.edited("source");
  }

  async #remove(file) {
    if (!(await ask(`Delete ${file.path}?`, { yes: "Delete" }))) return;
    const { project } = this;
    project.files = project.files.filter((other) => other !== file);
    project.active = 0;
    this.#shown = LEVELS;
    this.#states.delete(file.path);
    this.show(project.files[0].path);
    this.does.edited("source");
  }
}
