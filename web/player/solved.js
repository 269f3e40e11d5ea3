// Levels that were solved, with the least number of moves. The names of levels come from the engine.

import { keep, recall } from "./store.js";

export class Solved {
  begin(game) {
    this.name = `solved.${game}`;
    this.moves = recall(this.name, {});
  }

  get(key) {
    return Object.hasOwn(this.moves, key) ? this.moves[key] : undefined;
  }

  // Returns whether this was new, or shorter than before.
  note(key, moves) {
    const before = this.get(key);
    if (before !== undefined && before <= moves) return false;
    this.moves = { ...recall(this.name, {}), [key]: moves };
    keep(this.name, this.moves);
    return true;
  }
}
