// What is marked on the board: where a hint leads, by an arrow or by a frame around the cell, and the line
// that has ended the game. The engine says which cells.

import { makeSvg } from "./dom.js";
import { UNIT } from "./hexagons.js";

const ARROWS = "→↘↓↙←↖↑↗";
const words = ["right", "down and right", "down", "down and left", "left", "up and left", "up", "up and right"];
const ARROW = "M-5 0H4.5M0 -4.5L4.5 0L0 4.5";
const FRAME = `M1.5 1.5H${UNIT - 1.5}V${UNIT - 1.5}H1.5Z`;
const HEXAGON = "M8 1L14 4.5V11.5L8 15L2 11.5V4.5Z";

// The angle of an arrow; on hexagons the slanting ones are steeper.
function angleOf(arrow, hexagons) {
  const eighth = ARROWS.indexOf(arrow), steep = hexagons && eighth % 2 === 1;
  const [right, down] = [[1, 1, 0, -1, -1, -1, 0, 1][eighth], [0, 1, 1, 1, 0, -1, -1, -1][eighth]];
  return Math.atan2(down * (steep ? Math.sqrt(3) : 1), right) * 180 / Math.PI;
}

export class Marks {
  #list = [];

  constructor() {
    this.element = makeSvg("g", { class: "marks" });
  }

  // `place(row, column)` says where the square of a cell begins. Returns the cells whose words have
  // changed: [row, column] from 1.
  show(list, { place, hexagons }) {
    if (JSON.stringify(list) === JSON.stringify(this.#list)) return [];
    const before = this.#list;
    this.#list = list;
    this.element.replaceChildren(...list.map(({ row, column, arrow }) => {
      const [x, y] = place(row - 1, column - 1);
      const transform = arrow ? `translate(${x + UNIT / 2} ${y + UNIT / 2}) rotate(${angleOf(arrow, hexagons)})`
        : `translate(${x} ${y})`;
      return makeSvg("g", { transform }, ...["mark under", "mark"].map((name) =>
        makeSvg("path", { class: name, d: arrow ? ARROW : hexagons ? HEXAGON : FRAME })));
    }));
    return [...before, ...list].map(({ row, column }) => [row, column]);
  }

  // What is said of a cell.
  wordsAt(row, column) {
    const found = this.#list.find((mark) => mark.row === row && mark.column === column);
    if (!found) return "";
    return found.arrow ? `, marked with an arrow: ${words[ARROWS.indexOf(found.arrow)]}` : ", marked";
  }
}
