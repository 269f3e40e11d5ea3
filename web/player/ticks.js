// Time: while a game runs, it gets a tick after so many seconds.

export class Ticks {
  #timer = null;
  #due = 0;

  // `tick()` resolves when the tick has been carried out.
  constructor(tick) {
    this.tick = tick;
    this.seconds = null;
    this.running = false;
  }

  // A game with so many seconds between ticks begins; null: it has none.
  begin(seconds) {
    this.seconds = seconds;
    this.run(false);
  }

  run(on) {
    const running = on && this.seconds !== null;
    if (running === this.running) return;
    this.running = running;
    this.restart();
  }

  // The next tick comes a whole period from now.
  restart() {
    clearTimeout(this.#timer);
    if (!this.running) return;
    this.#due = performance.now() + this.seconds * 1000;
    this.#wait();
  }

  #wait() {
    const timer = setTimeout(() => this.#carryOut(timer), Math.max(0, this.#due - performance.now()));
    this.#timer = timer;
  }

  // The next tick is due a period after this one was, or now if the engine was slower.
  async #carryOut(timer) {
    await this.tick();
    if (timer !== this.#timer || !this.running) return;
    this.#due = Math.max(performance.now(), this.#due + this.seconds * 1000);
    this.#wait();
  }
}
