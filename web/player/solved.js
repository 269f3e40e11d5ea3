// Levels that were solved, with the least number of moves. The names of levels come from the engine.

import { keep, recallEntries } from "./store.js";

export class Solved {
  begin(game) {
    this.name = `solved.${game}`;
    this.moves = this.#recalled();
  }

  #recalled() {
    return recallEntries(this.name, (moves) => Number.isSafeInteger(moves) && moves >= 0);
  }

  get(key) {
    return Object.hasOwn(this.moves, key) ? this.moves[key] : undefined;
  }

  // Returns whether this was new, or shorter than before.
  note(key, moves) {
    const before = this.get(key);
    if (before !== undefined && before <= moves) return false;
    this.moves = { ...this.#recalled(), [key]: moves };
    keep(this.name, this.moves);
    return true;
  }
}
