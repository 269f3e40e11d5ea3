// Searches: a hint, a solution, the computer's move. They run in a worker of their own, which is told
// the position first, so that the board stays usable; to stop one ends that worker.

const count = (number) => Math.round(number ?? 0).toLocaleString("en");

export class Searches {
  #turn = 0; // tells a search from those before it

  // `changed()` is called when a search begins, goes on, or has ended.
  constructor(client, game, changed) {
    this.client = client;
    this.game = game;
    this.changed = changed;
    this.running = null; // the call, while it runs
    this.text = "";
  }

  // Carries out "hint", "solve", "answer" or "puzzle" on the position now. Resolves to the result; to null if
  // it was stopped.
  async run(call, label, args = {}) {
    this.stop();
    const turn = ++this.#turn;
    this.#report(call, `${label} …`);
    try {
      for (const [way, where] of this.game.searched()) {
        await this.client.request(way, where, this.game.restoring());
      }
      const result = await this.client.request(call, args, {
        onProgress: ({ nodes, positions = nodes, depth, best = 0, tried }) => {
          const deep = depth === undefined ? "" : `, depth ${count(depth)}`;
          const near = call === "solve" && best > 0 ? `, ${count(best)} from the goal` : "";
          const far = tried === undefined ? `${count(positions)} positions${deep}${near}` : `try ${tried}`;
          if (turn === this.#turn) this.#report(call, `${label}: ${far}`);
        } });
      return turn === this.#turn ? result : null;
    } catch (error) {
      if (turn !== this.#turn || error.ended === "stopped") return null;
      throw error;
    } finally {
      if (turn === this.#turn) this.#report(null, "");
    }
  }

  stop() {
    this.#turn++;
    if (!this.running) return;
    this.client.stop();
    this.#report(null, "");
  }

  #report(running, text) {
    Object.assign(this, { running, text });
    this.changed();
  }
}
