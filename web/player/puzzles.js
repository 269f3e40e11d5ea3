// New puzzles, as hard as somebody wants them. The generator that stands beside a game makes them, in the worker
// that searches. A puzzle that was made is an argument of `load` and stands behind the levels, so that every worker
// knows it.

import { makeDialog } from "./dialogs.js";
import { make, textButton } from "./dom.js";

const SEEDS = 1000000; // seeds are 1 to this, so that they can be typed
const DIFFICULTIES = [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"]];

export class Puzzles {
  // `player` is the Player; `generator(game)` a function that fetches the source of a generator that does not stand
  // beside the game, or null; `say(note)` shows a line below the board.
  constructor(player, generator, say) {
    Object.assign(this, { player, say, generator: generator ?? (() => null) });
    this.seed = make("input", { type: "number", min: 1, max: SEEDS, step: 1, inputmode: "numeric",
      placeholder: "by chance", "aria-describedby": "seed-note" });
    this.element = makeDialog("New puzzle",
      make("p", { class: "soft" }, "Some are made and solved, which takes a moment. How hard shall it be?"),
      make("div", { class: "choices", role: "group", "aria-label": "How hard" }, ...DIFFICULTIES.map(([name, text]) =>
        textButton(text, () => this.#chosen(name), { class: "button", "data-difficulty": name }))),
      make("label", { class: "field" }, make("span", {}, "Seed"), this.seed),
      make("p", { class: "soft", id: "seed-note" }, "The same seed makes the same puzzle again."));
  }

  // Whether there is a generator of the game that is loaded.
  get offered() {
    const { loaded } = this.player.game;
    return Boolean(loaded && (loaded.puzzles || this.generator(loaded.game)));
  }

  // The puzzle that is played: { seed, difficulty }, or null.
  get current() {
    const { game: { loaded }, view } = this.player;
    return loaded?.levels[view?.level - 1]?.puzzle ?? null;
  }

  open() {
    this.seed.value = "";
    this.element.showModal();
    this.element.querySelector("[data-difficulty]").focus();
  }

  #chosen(difficulty) {
    const seed = Math.trunc(Number(this.seed.value));
    this.element.close();
    return this.make(seed >= 1 && seed <= Number.MAX_SAFE_INTEGER ? { difficulty, seed } : { difficulty });
  }

  // Makes a puzzle and begins it.
  async make({ difficulty, seed = 1 + Math.floor(Math.random() * SEEDS) }) {
    const { player } = this, { game } = player;
    try {
      const source = game.loaded.puzzles ? undefined : await this.generator(game.loaded.game)?.();
      const found = await player.search("puzzle", "Making a puzzle", { difficulty, seed, source });
      if (!found) return;
      if (!found.puzzle) {
        this.say({ kind: "bad", text: found.message });
        return;
      }
      const level = game.loaded.levels.filter(({ puzzle }) => !puzzle).length + 1;
      const result = await player.load({ ...game.args, play: undefined, level, puzzle: found.puzzle });
      player.onChange({ type: "puzzle", puzzle: found.puzzle, result });
      this.say({ kind: "hint", text: `A new puzzle: ${difficulty}, seed ${seed}.` });
    } catch (error) {
      player.fail(error);
    }
  }
}
