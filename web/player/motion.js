// Movement: what the engine says has moved slides to its place, what comes and goes fades, and a refusal
// bumps. Sprites lie over the board while they are on their way, so that the board itself is not drawn again.

import { make, makeSvg } from "./dom.js";
import { UNIT } from "./hexagons.js";
import { PICTURE } from "./tiles.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const TIME = 100, EACH = 55, LONGEST = 450; // milliseconds of a step; of each cell of a long way; of all
const FAR = 0.06; // of a cell, that a bump goes
const steps = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1], "up-left": [-0.7, -0.7],
  "up-right": [0.7, -0.7], "down-left": [-0.7, 0.7], "down-right": [0.7, 0.7], none: [1, 0] };

export class Motion {
  #running = [];
  #turn = 0;

  constructor(board) {
    this.board = board;
    this.element = make("div", { class: "sprites", "aria-hidden": "true" });
  }

  // Shows how the pieces of a view came to their places: { tile, path, under, comes, goes }; within so many
  // milliseconds.
  show(moved, most = LONGEST) {
    if (calm.matches || this.board.scrolls) return;
    const turn = ++this.#turn;
    const longest = Math.max(...moved.map(({ path }) => path.length));
    const duration = Math.min(most, LONGEST, Math.max(TIME, EACH * (longest - 1)));
    for (const each of moved) {
      if (each.under !== undefined) this.board.cover(each.path.at(-1) - 1, each.under);
      this.#running.push(this.#send(each, duration));
    }
    Promise.allSettled(this.#running.map(({ finished }) => finished)).then(() => {
      if (turn === this.#turn) this.finish();
    });
  }

  #send({ tile, path, comes, goes }, duration) {
    const { board } = this, places = path.map((cell) => board.pixelsOf(cell - 1)), [x, y] = places.at(-1);
    const sprite = makeSvg("svg", { ...PICTURE, viewBox: `0 0 ${UNIT} ${UNIT}` },
      makeSvg("use", { width: UNIT, height: UNIT, href: `#${board.tiles.id(tile)}` }));
    sprite.style.left = `${x}px`;
    sprite.style.top = `${y}px`;
    this.element.prepend(sprite); // what is told first lies upon what changes places with it
    const frames = places.map(([left, top], i) => ({ transform: `translate(${left - x}px, ${top - y}px)`,
      opacity: comes && i === 0 ? 0 : goes && i === places.length - 1 ? 0 : 1 }));
    if (frames.length === 1) frames[comes ? "push" : "unshift"]({ ...frames[0], opacity: 1 });
    return sprite.animate(frames, { duration, easing: path.length > 2 ? "linear" : "ease-out", fill: "both" });
  }

  // All is in its place.
  finish() {
    this.#turn++;
    for (const each of this.#running) each.cancel();
    this.#running = [];
    if (!this.element.firstChild) return;
    this.element.replaceChildren();
    this.board.uncover();
  }

  // An action in this direction was refused.
  bump(direction) {
    if (calm.matches) return;
    const far = Math.max(2, FAR * this.board.cell), [x, y] = steps[direction].map((step) => step * far);
    const back = direction === "none" ? [{ transform: `translate(${-x}px, 0)` }] : [];
    this.board.svg.animate([{ transform: "none" }, { transform: `translate(${x}px, ${y}px)` }, ...back,
      { transform: "none" }], { duration: TIME * 1.2, easing: "ease-out" });
  }
}
