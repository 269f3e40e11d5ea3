// Mouse, pen and fingers on the board: clicks, taps, long taps, swipes, and pieces that are dragged. Who
// uses a screen reader clicks on a labelled cell.

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

const same = (a, b) => Boolean(a && b) && a.row === b.row && a.column === b.column;

export class Pointer {
  #gesture = null;

  // `does` has click(cell, second), swipe(direction, cell), swipes(): false, 4, 6 or 8 directions, drags():
  // whether pieces can be dragged, and drag(from, to, on), which resolves to the cell where the piece is then, or
  // to null where none goes; `on` says that the same finger has brought it to `from`. owns(): whether the game has
  // swipes or drags, also where they mean nothing now.
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

  // The browser may move the page by a finger on the board only where a swipe never means anything.
  update() {
    const own = this.does.owns();
    this.board.element.style.touchAction = own ? "pinch-zoom" : "manipulation";
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
    if (!gesture.second && gesture.cell && this.does.drags()) return this.#drag(gesture, event);
    const swipes = !gesture.second && this.does.swipes();
    if (far >= SWIPE && swipes) {
      this.#cancel();
      this.does.swipe(directionOf(x, y, swipes), gesture.cell);
    }
  }

  // The piece follows from cell to cell, as far as its moves lead. Where there is none a swipe is meant.
  async #drag(gesture, event) {
    const to = this.board.cellAt(event.clientX, event.clientY);
    if (!to || same(to, gesture.to ?? gesture.cell)) return;
    gesture.to = to;
    const swipe = [event.clientX - gesture.x, event.clientY - gesture.y];
    if (gesture.dragging) return;
    gesture.dragging = true;
    await this.#bring(gesture);
    gesture.dragging = false;
    const swipes = !gesture.at && this.does.swipes();
    if (!swipes || this.#gesture && this.#gesture !== gesture) return;
    this.#cancel();
    this.does.swipe(directionOf(...swipe, swipes), gesture.cell);
  }

  async #bring(gesture) {
    for (let tried = null; !same(tried, gesture.to);) {
      const to = gesture.to, on = Boolean(gesture.at);
      const next = await this.does.drag(gesture.at ?? gesture.cell, to, on);
      if (next) gesture.at = next;
      if (!next || same(next, to)) tried = to;
    }
  }

  #up(event) {
    const gesture = this.#gesture;
    this.#cancel();
    if (!gesture || !event.isPrimary) return;
    const there = this.board.cellAt(event.clientX, event.clientY);
    const near = !gesture.moved || event.pointerType !== "touch" && !gesture.at && same(gesture.cell, there);
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
