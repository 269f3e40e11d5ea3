// What is watched step by step instead of played: a recording, or a solution.

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Watching {
  // The player has run(call, args), reload(play), game, transport, and is told by watches().
  constructor(player) {
    this.player = player;
    this.kind = null; // "replay" or "solution"
    this.marks = []; // of the step of a solution that comes next
  }

  // ---- a recording ----

  async replay(text, step) {
    const { game } = this.player, before = game.replayed ? this.before : game.play();
    const result = await this.player.run("replay", { text }, { throws: true });
    if (!result) return null;
    this.before = before;
    this.#open("replay", { label: "Replay", count: result.count, step: result.view.step,
      goTo: async (step) => (await this.player.run("show", { step })) !== null,
      choices: [["Play on from here", () => this.resume()], ["Close", () => this.close()]] });
    await this.player.transport.jump(step);
    return result;
  }

  // Plays on from the step that is shown.
  async resume() {
    const { player } = this, { step } = player.transport;
    this.#end();
    if (player.opponent.leave()) await player.against({ method: null });
    await player.run("resume", { step });
    player.focus();
  }

  // ---- letters of moves ----

  // Plays them in the level, from its beginning on.
  async playLetters(text) {
    this.forget();
    this.player.clear();
    await this.player.run("play_letters", { text }, { throws: true });
  }

  // ---- a solution ----

  solution(actions) {
    const base = this.player.game.view.step;
    this.applied = 0;
    this.#mark(actions[0]);
    this.#open("solution", { label: "Solution", count: actions.length, play: !calm.matches,
      goTo: (step) => this.#follow(actions, base, step),
      choices: [["Stop watching", () => this.close()]] });
  }

  // Steps that were applied once are gone through by going back and forth.
  async #follow(actions, base, step) {
    const { player } = this, known = base + Math.min(step, this.applied);
    if (player.game.view.step !== known && !(await player.run("go", { step: known }))) return false;
    while (this.applied < step) {
      const result = await player.run("apply", { action: actions[this.applied] });
      if (!result || result.view.step !== base + this.applied + 1) return false;
      this.applied++;
    }
    await this.#mark(actions[step]);
    return true;
  }

  async #mark(action) {
    const { player } = this, found = action ? await player.ask("marks", { action }) : { marks: [] };
    this.marks = found?.marks ?? [];
    if (this.kind === "solution") player.mark();
  }

  // ---- both ----

  #open(kind, options) {
    this.kind = kind;
    this.player.transport.open(options);
    this.player.watches();
  }

  #end() {
    this.kind = null;
    this.marks = [];
    this.player.transport.close();
    this.player.watches();
  }

  // Stops watching. After a recording the play from before goes on.
  async close() {
    const { kind } = this;
    if (!kind) return;
    this.#end();
    if (kind === "replay") await this.player.reload(this.before);
    this.player.focus();
  }

  // The game has been replaced.
  forget() {
    if (this.kind) this.#end();
  }
}
