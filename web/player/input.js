// Keys and pointers, and what they mean just now.

import { isOwn, keyName, keysOf, knownKeys, undoOf } from "./keys.js";
import { Gamepads } from "./gamepad.js";
import { Pointer } from "./pointer.js";
import { keep, recallEntries } from "./store.js";
import { Wheel } from "./wheel.js";

const WAITING = 8; // requests that may wait for the engine
const arrowOf = { "up-left": "home", "up-right": "pageup", "down-left": "end", "down-right": "pagedown" };
const moving = new Set(["up", "down", "left", "right", "home", "end", "pageup", "pagedown",
  "w", "a", "s", "d"]);
const hexMoving = new Set(["e", "z", "x"]);

const asksDirection = (view) => view?.asks?.kind === "direction";

let active = null; // the player that gets the keys of the page

export class Input {
  constructor(player, signal) {
    this.player = player;
    this.bound = {}; // for which key of the game a key stands
    this.known = new Set();
    this.pointer = new Pointer(player.board, { click: (cell, second) => this.#click(cell, second),
      swipe: (direction, cell) => this.#swipe(direction, cell), swipes: () => this.#swipes(),
      drag: (from, to, on) => this.#drag(from, to, on), drags: () => this.#drags(), owns: () => this.#owns() });
    player.board.fitted = () => this.pointer.update();
    new Wheel(player.board.element, { can: (name) => this.#canStep(name), step: (name) => player.command(name, true) });
    new Gamepads((what, repeated) => this.#padded(what, repeated), signal);
    document.addEventListener("keydown", (event) => this.#keyDown(event), { signal });
    player.root.addEventListener("focusin", () => this.claim(), { signal });
    player.root.addEventListener("pointerdown", () => this.claim(), { signal });
    signal.addEventListener("abort", () => {
      if (active === this) active = null;
    });
  }

  // From now on keys outside of inputs are meant for this player.
  claim() {
    active = this;
  }

  // A game begins.
  begin({ game, keys, shown, hexagons }) {
    this.game = game;
    this.hexagons = hexagons;
    this.bound = recallEntries(`keys.${game}`, (key) => typeof key === "string");
    this.known = knownKeys(keys);
    const commands = new Set(Object.values(shown));
    const lists = keys.map(([names]) => keysOf(names));
    this.commandKeys = new Set(lists.filter((names) => names.some((name) => commands.has(name))).flat());
    this.drags = false; // whether a cell and a direction make an action
    active ??= this;
  }

  bind(map) {
    this.bound = map;
    keep(`keys.${this.game}`, map);
  }

  update() {
    this.drags ||= this.player.view?.cursor !== undefined && asksDirection(this.player.view);
    this.pointer.update();
  }

  // ---- keys ----

  #takes(event) {
    const { root } = this.player, { target } = event;
    if (event.defaultPrevented || active !== this || !this.player.game.loaded) return false;
    if (root.querySelector("dialog[open]") || document.querySelector("dialog:modal")) return false;
    const outside = target === document.body || target === document.documentElement;
    return (outside || root.contains(target)) && !isOwn(target, event);
  }

  #keyDown(event) {
    if (!this.#takes(event)) return;
    const back = undoOf(event);
    if (back) {
      event.preventDefault();
      if (!this.player.watching.kind) this.player.command(back);
      return;
    }
    const bound = (name) => Object.hasOwn(this.bound, name);
    const known = { has: (name) => this.known.has(name) || bound(name) || this.#steps(name) };
    const name = keyName(event, known);
    if (name === null) return;
    event.preventDefault();
    this.press(this.bound[name] ?? name, event.repeat);
  }

  // While steps are gone through, these keys go through them.
  #steps(name) {
    return this.player.watching.kind !== null && ["left", "right", "home", "end", "space"].includes(name);
  }

  // A key of the game is pressed. Repeated keys wait for nobody.
  press(name, repeated = false) {
    const { player } = this, { game, watching } = player;
    player.board.used = true;
    if (watching.kind) {
      this.#pressWatching(name);
    } else if (name === "esc" && !player.view?.prompt && !this.known.has("esc")) {
      player.clear();
    } else if (!(repeated && game.pending > 0) && game.pending < WAITING && this.#allowed(name)) {
      player.note = null;
      this.#play(() => player.run("key", { key: name }));
    }
  }

  #pressWatching(name) {
    const { transport, watching } = this.player;
    if (transport.press(name)) return;
    if (watching.kind === "solution" || name === "esc" || name === "q") watching.close();
  }

  // While it is the computer's turn there are only commands and the cursor.
  #allowed(name) {
    const { view, searches } = this.player;
    if (!view) return false;
    const moves = moving.has(name) || this.hexagons && hexMoving.has(name);
    if (!view.computer || moves && view.cursor) return true;
    if (!this.commandKeys.has(name)) return false;
    searches.stop();
    return true;
  }

  // An action of the player's: the next tick comes a whole period later.
  async #play(act) {
    const before = this.player.view?.step;
    await act();
    if (this.player.view?.step !== before) this.player.ticks.restart();
  }

  // ---- pointers ----

  #click(cell, second) {
    const { player } = this, { game, watching, view } = player;
    player.board.used = true;
    if (watching.kind || !view || view.computer || game.pending >= WAITING) return;
    player.note = null;
    this.#play(() => player.run("click", { ...cell, second }));
  }

  #hasSwipes() {
    const { toolbar, view } = this.player;
    return toolbar.moves || this.drags || asksDirection(view);
  }

  // Directions that a swipe may have: none, 4, 6 or 8.
  #swipes() {
    const { toolbar, view, watching } = this.player;
    return this.#hasSwipes() && !watching.kind && !view?.over && (this.hexagons ? 6 : toolbar.diagonals ? 8 : 4);
  }

  // Whether pieces are dragged: where cells are chosen and fingers do not move a board that is larger.
  #drags() {
    const { view, watching } = this.player;
    return this.#hasDrags() && !watching.kind && !view.over && !view.computer;
  }

  #hasDrags() {
    const { view, toolbar, board } = this.player;
    return Boolean(view?.cursor) && !toolbar.moves && !board.scrolls;
  }

  // Whoever swipes on after the end does not move the page.
  #owns() {
    return Boolean(this.#hasSwipes() || this.#hasDrags());
  }

  async #drag({ row, column }, to, on) {
    const { player } = this;
    if (player.game.pending >= WAITING) return null;
    player.note = null;
    let found = null;
    await this.#play(async () => {
      found = await player.run("drag", { row, column, to_row: to.row, to_column: to.column, on });
    });
    return found?.row ? { row: found.row, column: found.column } : null;
  }

  #canStep(name) {
    const { view, watching, board, searches } = this.player;
    return Boolean(view?.[name]) && !watching.kind && !board.scrolls && !searches.running;
  }

  // ---- gamepads ----

  #padded(what, repeated) {
    const { player } = this;
    if (active !== this || !player.game.loaded || document.querySelector("dialog:modal")) return;
    if (what === "action") this.press(player.view?.cursor ? "enter" : player.toolbar.action ?? "enter");
    else if (what === "undo" || what === "restart") {
      if (player.watching.kind) player.watching.close();
      else player.command(what, repeated);
    } else this.press(what, repeated);
  }

  // A swipe is an arrow key. Where a cell and a direction make an action, it begins at the cell.
  async #swipe(direction, cell) {
    const { player } = this;
    const asked = asksDirection(player.view);
    if (!player.toolbar.moves && this.drags && cell && !asked) {
      await player.run("click", cell);
      if (!asksDirection(player.view)) return;
    }
    this.press(arrowOf[direction] ?? direction);
  }
}
