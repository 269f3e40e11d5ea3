// A small flourish over the board at a victory; none for those who wish for less motion.

import { make } from "./dom.js";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const PIECES = 18, TIME = 1100; // milliseconds
const colours = ["#ffd23f", "#4f9dff", "#57c785", "#ff6f91"];

export function flourish(element) {
  if (calm.matches) return;
  const over = make("div", { class: "flourish", "aria-hidden": "true" });
  element.append(over);
  const reach = Math.min(over.offsetWidth, over.offsetHeight) * 0.42;
  const flights = Array.from({ length: PIECES }, (_, i) => {
    const piece = make("i"), angle = i * 2 * Math.PI / PIECES, far = reach * (0.65 + 0.35 * (i % 3) / 2);
    const x = Math.cos(angle) * far, y = Math.sin(angle) * far;
    piece.style.background = colours[i % colours.length];
    over.append(piece);
    const at = (share, fall, turn) => `translate(${x * share}px, ${y * share + fall}px) rotate(${turn}deg)`;
    return piece.animate([{ transform: at(0.1, 0, 0), opacity: 1 },
      { transform: at(1, 0, 160), opacity: 1, offset: 0.45 },
      { transform: at(1.1, reach * 0.35, 300), opacity: 0 }], { duration: TIME, easing: "ease-out", fill: "both" });
  });
  Promise.allSettled(flights.map(({ finished }) => finished)).then(() => over.remove());
}
