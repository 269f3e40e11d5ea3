// Mouse, pen and fingers on the board: clicks, taps, long taps and swipes. Who uses a screen reader
// clicks on a labelled cell.

const SLOP = 10; // pixels that a tap may move
const SWIPE = 24; // pixels that make a swipe
const LONG = 500; // milliseconds of a tap that is the second button

const names = ["right", "down-right", "down", "down-left", "left", "up-left", "up", "up-right"];

const sides = ["right", "down-right", "down-left", "left", "up-left", "up-right"];

// The direction of a movement: one of four, of six of a hexagon, or of eight.
function directionOf(x, y, parts) {
  const turn = Math.round(Math.atan2(y, x) / (2 * Math.PI / parts));
  const at = (turn + parts) % parts;
  return parts === 6 ? sides[at] : names[at * (8 / parts)];
}

export class Pointer {
  #gesture = null;

  // `does` has click(cell, second), swipe(direction, cell) and swipes(): false, 4, 6 or 8 directions.
  constructor(board, does) {
    this.board = board;
    this.does = does;
    const { element } = board;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", () => this.#cancel());
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("click", (event) => this.#clickOnCell(event));
  }

  // The browser may move the page by a finger on the board only where a swipe means nothing.
  update() {
    this.board.element.style.touchAction = this.does.swipes() ? "pinch-zoom" : "manipulation";
  }

  #down(event) {
    this.#cancel();
    if (!event.isPrimary || event.button !== 0 && event.button !== 2) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    const gesture = { x: event.clientX, y: event.clientY, cell, second: event.button === 2 };
    this.#gesture = gesture;
    if (event.pointerType === "touch" && cell) {
      gesture.timer = setTimeout(() => {
        this.#gesture = null;
        this.does.click(cell, true);
      }, LONG);
    }
  }

  #move(event) {
    const gesture = this.#gesture;
    if (!gesture || !event.isPrimary) return;
    const x = event.clientX - gesture.x, y = event.clientY - gesture.y, far = Math.hypot(x, y);
    if (far > SLOP) {
      gesture.moved = true;
      clearTimeout(gesture.timer);
    }
    const swipes = !gesture.second && this.does.swipes();
    if (far >= SWIPE && swipes) {
      this.#cancel();
      this.does.swipe(directionOf(x, y, swipes), gesture.cell);
    }
  }

  #up(event) {
    const gesture = this.#gesture;
    this.#cancel();
    if (!gesture || !event.isPrimary) return;
    const same = this.board.cellAt(event.clientX, event.clientY);
    const near = !gesture.moved || event.pointerType !== "touch" && gesture.cell && same
      && gesture.cell.row === same.row && gesture.cell.column === same.column;
    if (near && gesture.cell) this.does.click(gesture.cell, gesture.second);
  }

  #cancel() {
    clearTimeout(this.#gesture?.timer);
    this.#gesture = null;
  }

  // A click without a pointer comes from a screen reader.
  #clickOnCell(event) {
    const { row, column } = event.target.dataset ?? {};
    if (event.detail === 0 && row) this.does.click({ row: Number(row), column: Number(column) }, false);
  }
}
