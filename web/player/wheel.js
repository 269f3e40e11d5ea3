// The wheel of a mouse over the board: a step back, or forth. Where there is none it scrolls the page.

const NOTCH = 50; // of a wheel, or of two fingers on a touchpad, in pixels
const PAUSE = 250; // milliseconds after which another turn begins
const LINE = 20; // pixels

export class Wheel {
  #far = 0;
  #last = -Infinity;

  // `does` has can(name), for "undo" and "redo", and step(name).
  constructor(element, does) {
    this.does = does;
    element.addEventListener("wheel", (event) => this.#turn(event), { passive: false });
  }

  #turn(event) {
    if (event.ctrlKey || event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const fresh = event.timeStamp - this.#last > PAUSE, name = event.deltaY < 0 ? "undo" : "redo";
    const can = this.does.can(name);
    if (!can && fresh) return;
    event.preventDefault(); // a turn that has begun with steps does not go on by scrolling
    this.#last = event.timeStamp;
    const far = event.deltaY * (event.deltaMode === 0 ? 1 : LINE);
    this.#far = fresh || Math.sign(far) !== Math.sign(this.#far) ? far : this.#far + far;
    if (!can || Math.abs(this.#far) < NOTCH) return;
    this.#far = 0;
    this.does.step(name);
  }
}
