// Gamepads: the cross and the left stick are directions, A is the game's action or chooses a cell, B takes
// back, Start begins again. What is held goes on. Nothing is asked of them while none is there.

const A = 0, B = 1, START = 9;
const crosses = { 12: "up", 13: "down", 14: "left", 15: "right" };
const DEAD = 0.5; // of the way of a stick, that means nothing
const FIRST = 300, NEXT = 110; // milliseconds until it is done again, and between the times after that

// What is pressed: "up", "down", "left", "right", "action", "undo", "restart".
function pressed({ buttons, axes }) {
  const found = new Set();
  const isDown = (number) => buttons[number]?.pressed;
  for (const [number, direction] of Object.entries(crosses)) if (isDown(number)) found.add(direction);
  const [x = 0, y = 0] = axes;
  if (Math.max(Math.abs(x), Math.abs(y)) > DEAD) {
    found.add(Math.abs(x) > Math.abs(y) ? (x < 0 ? "left" : "right") : y < 0 ? "up" : "down");
  }
  if (isDown(A)) found.add("action");
  if (isDown(B)) found.add("undo");
  if (isDown(START)) found.add("restart");
  return found;
}

export class Gamepads {
  #held = new Map(); // what is pressed, and when it is done again
  #frame = null;

  // `does(what, repeated)` is called with what was pressed.
  constructor(does, signal) {
    this.does = does;
    window.addEventListener("gamepadconnected", () => this.#watch(), { signal });
    signal.addEventListener("abort", () => cancelAnimationFrame(this.#frame));
  }

  #watch() {
    cancelAnimationFrame(this.#frame);
    const pads = navigator.getGamepads().filter((pad) => pad?.connected);
    if (pads.length === 0) {
      this.#held.clear();
      return;
    }
    this.#look(new Set(pads.flatMap((pad) => [...pressed(pad)])), performance.now());
    this.#frame = requestAnimationFrame(() => this.#watch());
  }

  #look(now, time) {
    for (const what of this.#held.keys()) if (!now.has(what)) this.#held.delete(what);
    for (const what of now) {
      const due = this.#held.get(what);
      if (due !== undefined && time < due) continue;
      this.#held.set(what, what === "restart" || what === "action" ? Infinity
        : time + (due === undefined ? FIRST : NEXT));
      this.does(what, due !== undefined);
    }
  }
}
