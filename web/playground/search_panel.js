// Searches over the position on the board: a solution, a hint, all that is known of the
// level. They run beside the game and can be stopped.

import { make } from "../player/dom.js";
import { button } from "./widgets.js";

const BARS = 60; // depths that are shown
const MEGABYTE = 1 << 20;

const count = (number) => Math.round(number).toLocaleString("en");

function memoryOf(bytes) {
  return bytes < MEGABYTE ? `${count(bytes / 1024)} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function list(pairs) {
  return make("dl", { class: "facts" }, ...pairs.map(([name, value]) => make("div", {}, make("dt", {}, name),
    make("dd", {}, typeof value === "number" ? count(value) : String(value)))));
}

export class SearchPanel {
  #run = 0; // tells a search from those before it
  #timer = null;

  // `does` has bench, play(): { level, actions }, and watch(play, from).
  constructor(element, does) {
    this.does = does;
    this.buttons = {
      solve: button("Solve", () => this.#solve(), { className: "button primary", picture: undefined }),
      hint: button("Hint", () => this.#hint()),
      examine: button("Examine the level", () => this.#examine()),
    };
    this.stopButton = button("Stop", () => this.stop(), { className: "button", hidden: true });
    this.nodes = make("input", { type: "number", min: 1000, max: 1e9, step: 1000, value: 10000000 });
    this.megabytes = make("input", { type: "number", min: 16, max: 2048, step: 16, value: 256 });
    this.progress = make("div", { class: "progress" });
    this.result = make("div", { class: "result", role: "status" });
    element.append(make("div", { class: "row" }, ...Object.values(this.buttons), this.stopButton),
      make("details", { class: "limits" }, make("summary", {}, "Limits"),
        make("label", { class: "field" }, make("span", {}, "Expand at most"), this.nodes),
        make("label", { class: "field" }, make("span", {}, "Megabytes at most"), this.megabytes)),
      this.progress, this.result);
    this.#say(
      "Searches begin at the position on the board. They run beside the game: play on while they look."
    );
  }

  /** Another game, or none: what was found is of no use any more. */
  reset(result) {
    this.stop();
    for (const name of ["solve", "hint", "examine"]) this.buttons[name].disabled = !result;
    this.buttons.solve.hidden = (result?.players ?? 1) > 1;
    this.progress.replaceChildren();
    this.#say(
      result
        ? "Searches begin at the position on the board. They run beside the game: play on while they look."
        : "There is no game to search."
    );
  }

  stop() {
    if (!this.stopButton.hidden) this.does.bench.stop();
  }

  #say(...parts) {
    this.result.replaceChildren(
      ...parts.map((part) => (typeof part === "string" ? make("p", {}, part) : part))
    );
  }

  #limits() {
    const read = (input) =>
      Math.max(Number(input.min), Math.min(Number(input.max), Number(input.value) || Number(input.min)));
    return { nodes: Math.floor(read(this.nodes)), memory: Math.floor(read(this.megabytes)) * MEGABYTE };
  }

  // Carries out a call and shows how far it is; null if it ended otherwise, which has been told then.
  async #search(what, call, play, args) {
    const run = ++this.#run, begun = performance.now();
    const show = ({ nodes, positions, depth }, memory) =>
      this.progress.replaceChildren(
        list([
          ...(positions === undefined ? [] : [["positions", positions]]),
          ["expanded", nodes],
          ...(depth === undefined ? [] : [["depth", depth]]),
          ["time", `${((performance.now() - begun) / 1000).toFixed(1)} s`],
          ...(memory ? [["memory", memoryOf(memory)]] : [])
        ])
      );
    this.#busy(true, what);
    let last = { nodes: 0 };
    this.#timer = setInterval(() => show(last), 200);
    try {
      const found = await this.does.bench.search(call, play, args, { megabytes: (args.memory ?? 0) / MEGABYTE,
        onProgress: (progress) => {
          last = progress;
        } });
      if (run !== this.#run) return null;
      show({ ...last, ...found.info }, found.info?.memory);
      return found;
    } catch (error) {
      if (run === this.#run)
        this.#say(error.ended === "stopped" ? "Stopped." : `The search ended: ${error.message}`);
      return null;
    } finally {
      if (run === this.#run) this.#busy(false);
    }
  }

  #busy(on, what) {
    clearInterval(this.#timer);
    for (const one of Object.values(this.buttons)) one.disabled = on;
    const focused = document.activeElement === this.stopButton;
    this.stopButton.hidden = !on;
    if (on) this.stopButton.focus();
    else if (focused) this.buttons.examine.focus();
    if (on) this.#say(what);
  }

  // ---- the searches ----

  async #solve() {
    const play = this.does.play();
    const found = await this.#search("Looking for a solution …", "solve", play, this.#limits());
    if (!found) return;
    if (!found.actions) return this.#say(found.message);
    const { actions } = found, calls = actions.map((action) => ["apply", { action }]);
    const whole = { level: play.level, actions: [...play.actions, ...actions],
      recording: play.recording && [...play.recording, ...calls] };
    const from = play.actions.length > 0 ? " from here" : "";
    const one = found.info?.proven === "optimal" ? "The shortest solution" : "A solution";
    this.#say(
      make(
        "p",
        { class: "found" },
        `${one}${from} has ${actions.length} move${actions.length === 1 ? "" : "s"}.`
      ),
      make(
        "div",
        { class: "row" },
        button("Watch", () => this.does.watch(whole, play.actions.length), { className: "button primary" }),
        button("Copy", () => navigator.clipboard?.writeText(actions.join(", ")))
      ),
      make("ol", { class: "actions" }, ...(found.labels ?? actions).slice(0, 2000).map((text) => make("li", {}, text)))
    );
  }

  async #hint() {
    const found = await this.#search("Looking for a good move …", "hint", this.does.play(), {});
    if (found) this.#say(found.message);
  }

  async #examine() {
    const { level, recording } = this.does.play(), play = { level, actions: [] };
    const from = recording?.findIndex(([call]) => call === "replay");
    if (recording) play.recording = [...recording.slice(0, from + 1), ["show", { step: 0 }]];
    const found = await this.#search(
      "Examining the level from its beginning …",
      "examine",
      play,
      this.#limits()
    );
    if (!found) return;
    const { facts, depths } = found;
    this.#say(list(facts), depths?.length > 1 ? depthTable(depths) : "");
  }
}

// How many positions are first reached after so many actions, as bars.
function depthTable(depths) {
  const most = Math.max(...depths), shown = depths.slice(0, BARS);
  const rows = shown.map((number, depth) => {
    const bar = make("span");
    bar.style.width = `${number / most * 100}%`;
    return make(
      "tr",
      {},
      make("td", {}, String(depth)),
      make("td", {}, count(number)),
      make("td", { class: "bar" }, bar)
    );
  });
  const rest =
    depths.length > BARS ? make("p", { class: "note" }, `and ${depths.length - BARS} more depths`) : null;
  return make(
    "details",
    { open: true },
    make("summary", {}, "Positions by depth"),
    make(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Positions by depth" },
      make(
        "table",
        {},
        make("thead", {}, make("tr", {}, make("th", {}, "Depth"), make("th", {}, "Positions"), make("td"))),
        make("tbody", {}, ...rows)
      )
    ),
    rest
  );
}
