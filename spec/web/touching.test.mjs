// Fingers, wheels and gamepads on the board, and how the pieces move that they play.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground, SOLUTION } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const phone = { width: 360, height: 740, touch: true };

async function open(game, { level = 1, ...options } = {}) {
  const play = await openPlayground(browser, { fragment: `#play=${game}`, ...options });
  if (level > 1) {
    await play.page.select("#player .levels select", String(level));
    await play.until((level) => document.querySelector("#player .board").ariaLabel.includes(`level ${level} `), level);
  }
  return play;
}

// A finger goes from one cell to another one, in steps, and `meanwhile` runs before it is lifted.
async function drag(play, from, to, meanwhile) {
  const start = await play.cell(...from), end = await play.cell(...to), { touchscreen } = play.page;
  await touchscreen.touchStart(start.x, start.y);
  for (let i = 1; i <= 6; i++) {
    await touchscreen.touchMove(start.x + (end.x - start.x) * i / 6, start.y + (end.y - start.y) * i / 6);
  }
  await meanwhile();
  await touchscreen.touchEnd();
}

async function tap(play, row, column) {
  const { x, y } = await play.cell(row, column);
  await play.page.touchscreen.tap(x, y);
}

// ---- fingers ----

test("a car follows the finger, whichever of its cells is touched", async () => {
  const play = await open("rush", phone);
  const lies = (cell) => () => play.until((cell) => [...document.querySelectorAll("#player [role=gridcell]")]
    .some((one) => one.ariaLabel === cell), cell);
  await drag(play, [5, 3], [4, 3], lies("row 3, column 3: car E"));
  assert.deepEqual(await play.list(), ["E up"]);
  await drag(play, [5, 5], [5, 2], lies("row 5, column 1: car F"));
  await drag(play, [3, 4], [4, 4], lies("row 5, column 4: car D"));
  await drag(play, [3, 3], [4, 3], lies("row 5, column 3: car E"));
  await drag(play, [3, 1], [3, 4], () => play.says(/^Out in \d+ moves/));
  const list = await play.list();
  assert.match(list.join(", "), /^E up, F left.*, D down, E down, X right/);
  await play.close();
});

test("a block of Klotski and a jewel are dragged; what cannot go stays", async () => {
  const play = await open("klotski", { ...phone, level: 3 });
  await drag(play, [3, 5], [4, 5], () => play.moves(1));
  assert.deepEqual(await play.list(), ["slide 3 5 down"]);
  await drag(play, [2, 2], [2, 1], () => play.page.evaluate(() => new Promise(requestAnimationFrame)));
  await tap(play, 3, 4); // what the engine was asked before has been answered when this is
  await play.until(() => document.querySelectorAll("#player .notice button").length > 0);
  assert.deepEqual(await play.list(), ["slide 3 5 down"]);
  await play.close();
  const jewels = await open("jewelry", phone);
  await drag(jewels, [7, 1], [7, 2], () => jewels.moves(1));
  assert.deepEqual(await jewels.list(), ["7,1 RT"]);
  await jewels.close();
});

test("a tap sends the player there, alone, and a tap beside him is one step", async () => {
  const play = await open("sokoban", { ...phone, level: 2 });
  await tap(play, 2, 7);
  await play.moves(5);
  assert.deepEqual(await play.list(), ["right", "up", "up", "right", "right"]);
  await tap(play, 1, 1);
  await play.says(/no way there/);
  await tap(play, 2, 6);
  await play.moves(6);
  await play.close();
  const other = await open("fifteen", phone);
  await tap(other, 2, 1);
  await other.moves(1);
  assert.deepEqual(await other.list(), ["down"]);
  await other.close();
});

test("a swipe is still a direction", async () => {
  const play = await open("sokoban", phone);
  const { x, y } = await play.cell(2, 2);
  await play.swipe(x, y, 60, 0);
  await play.moves(1);
  assert.deepEqual(await play.list(), ["right"]);
  await play.close();
});

test("a hint lies below the board, which grows smaller, and what is pressed stays where it is", async () => {
  for (const size of [{ width: 360, height: 640 }, { width: 740, height: 360 }, { width: 420, height: 600 }]) {
    const play = await open("2048", { ...size, touch: size.width !== 420 });
    const places = () => play.page.evaluate(() => [".board", ".notice", ".toolbar"].map((what) => {
      const { top, bottom } = document.querySelector(`#player ${what}`).getBoundingClientRect();
      return { top, bottom };
    }));
    const before = await places();
    await play.click("Hint");
    await play.says(/^Hint: /);
    await play.until(() => document.querySelector("#player .notice").dataset.kind === "hint");
    await play.cell(1, 1); // the board stands still
    const [board, notice, toolbar] = await places();
    assert.ok(board.bottom <= notice.top, `${board.bottom} is above ${notice.top} at ${size.width}`);
    assert.deepEqual(toolbar, before[2]);
    await play.press("Escape");
    await play.until((high) => document.querySelector("#player .board").offsetHeight === high,
      before[0].bottom - before[0].top);
    await play.close();
  }
});

test("a hint stops the time of a game that runs, and answers; time goes on by a button", async () => {
  const play = await open("boulder", phone);
  await play.click("Start");
  await play.until(() => document.querySelector("#player .pause").ariaLabel === "Pause");
  await play.click("Hint");
  await play.says(/^Hint: /);
  assert.equal(await play.page.$eval("#player .pause", (button) => button.ariaLabel), "Go on");
  const moves = (await play.list()).length;
  await play.click("Play it");
  await play.until((count) => document.querySelectorAll("#player .moves li").length === count + 2, moves);
  await play.click("Hint");
  await play.says(/^Hint: /);
  await play.page.$eval("#player .notice-buttons .button:last-child", (button) => button.click());
  await play.until(() => document.querySelector("#player .pause").ariaLabel === "Pause");
  await play.close();
});

test("who swipes on after the end does not move the page", async () => {
  const play = await open("sokoban", { ...phone, height: 600 });
  const { x, y } = await play.cell(2, 2);
  await play.solve();
  const scrolled = () => play.page.evaluate(() => [scrollY, document.querySelector(".player-room").scrollTop]);
  await play.swipe(x, y, 0, -120);
  await play.page.evaluate(() => new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); }));
  assert.deepEqual(await scrolled(), [0, 0]);
  assert.equal(await play.page.$eval("#player .board", ({ style }) => style.touchAction), "pinch-zoom");
  await play.close();
});

// ---- wheels and gamepads ----

test("the wheel goes back and forth, a step for each notch, and scrolls where there is no step", async () => {
  const play = await open("sokoban", { level: 2 });
  const takes = (options) => play.page.$eval("#player .board", (board, options) => [100, -100].map((deltaY) =>
    !board.dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true, ...options }))), options);
  assert.deepEqual(await takes({}), [false, false], "there is no step");
  await play.press("ArrowLeft", "ArrowRight", "ArrowRight");
  await play.moves(3);
  const { x, y } = await play.cell(1, 1), { mouse } = play.page;
  await mouse.move(x, y);
  await mouse.wheel({ deltaY: -100 });
  await play.moves(2);
  await mouse.wheel({ deltaY: -100 });
  await play.moves(1);
  await mouse.wheel({ deltaY: 100 });
  await play.moves(2);
  assert.deepEqual(await takes({ ctrlKey: true }), [false, false], "with Ctrl it makes the page larger");
  await play.close();
});

// A gamepad of the page: `hold(buttons, axes)` says what is pressed.
async function connect(play) {
  await play.page.evaluate(() => {
    const pad = { connected: true, buttons: Array.from({ length: 17 }, () => ({ pressed: false })), axes: [0, 0] };
    navigator.getGamepads = () => [pad, null];
    globalThis.hold = (buttons, axes = [0, 0]) => {
      pad.buttons.forEach((button, i) => { button.pressed = buttons.includes(i); });
      pad.axes = axes;
    };
    window.dispatchEvent(new Event("gamepadconnected"));
  });
  return (buttons, axes) => play.page.evaluate((buttons, axes) => globalThis.hold(buttons, axes), buttons, axes);
}

test("a gamepad moves, takes back and begins again", async () => {
  const play = await open("sokoban", { level: 2 }), hold = await connect(play);
  await hold([14]); // the cross, to the left
  await play.moves(1);
  await hold([]);
  await hold([], [0.9, 0.1]); // the stick, to the right
  await play.until(() => document.querySelectorAll("#player .moves li").length >= 3);
  await hold([1]); // B, held
  await play.moves(0);
  await hold([]);
  assert.equal((await play.list())[0], "left");
  await hold([14]);
  await play.moves(1);
  await hold([9]); // Start
  await play.until(() => document.querySelectorAll("#player .moves li").length === 1);
  await play.close();
});

test("a gamepad moves the cursor and chooses", async () => {
  const play = await open("connect4"), hold = await connect(play);
  const column = () => play.page.$eval("#player .board", (board) => board.getAttribute("aria-activedescendant"));
  const at = await column();
  await hold([15]);
  await play.until((at) => document.querySelector("#player .board").getAttribute("aria-activedescendant") !== at, at);
  await hold([]);
  await hold([0]); // A
  await play.moves(1);
  await play.close();
});

test("a tap sends the player of a PuzzleScript game, who pushes what lies beside him", async () => {
  const play = await open("crates", phone);
  await play.press("Enter"); // the message before the level
  await tap(play, 2, 6);
  await play.moves(4);
  assert.deepEqual((await play.list()).toSorted(), ["right", "right", "right", "up"]);
  for (let i = 0; i < 4; i++) await play.press("z");
  await play.moves(0);
  await tap(play, 1, 1);
  await play.says(/^There is no way there that changes nothing else/);
  await tap(play, 3, 4); // the crate beside him
  await play.moves(1);
  assert.deepEqual(await play.list(), ["right"]);
  await play.close();
});

// ---- movement ----

// From now on the movements of sprites and of the board are kept, as frames and options; sprites stop halfway.
const watch = (play) => play.page.evaluate(() => {
  globalThis.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function stopped(frames, options) {
    const made = animate.call(this, frames, options), [kind] = this.parentElement.classList;
    globalThis.motions.push({ kind, frames: frames.map(({ transform, opacity }) => [transform, opacity]),
      duration: options.duration });
    if (kind === "sprites") {
      made.pause();
      made.currentTime = options.duration / 2;
    }
    return made;
  };
});

const motions = (play) => play.page.evaluate(() => globalThis.motions);

// The labels of what is drawn in a cell, and how many sprites are on their ways.
const drawn = (play, cell) => play.page.evaluate((cell) => {
  const uses = document.querySelectorAll("#player .board > svg:first-child > g:first-of-type use");
  const sprites = document.querySelectorAll("#player .sprites svg").length;
  return [uses[cell - 1].getAttribute("href").replace(/.*-/, ""), sprites];
}, cell);

test("what a step moved slides, over what lies below it, and a refusal bumps", async () => {
  const play = await open("sokoban"), [last] = SOLUTION.slice(-1);
  const [target] = await drawn(play, 16); // row 3, column 2
  await play.press(...SOLUTION.slice(0, -1));
  await play.moves(4);
  await watch(play);
  await play.press("ArrowDown");
  await play.until(() => globalThis.motions.length === 1);
  const [bump] = await motions(play);
  assert.equal(bump.kind, "board");
  assert.match(bump.frames[1][0], /^translate\(0px, [\d.]+px\)$/);
  await play.press(last);
  await play.says(/Solved/);
  await play.until(() => globalThis.motions.length > 2);
  const sprites = (await motions(play)).filter(({ kind }) => kind === "sprites");
  assert.equal(sprites.length, 2);
  for (const { frames, duration } of sprites) {
    assert.ok(duration >= 80 && duration <= 110, String(duration));
    assert.match(frames[0][0], /^translate\([\d.]+px, 0px\)$/);
    assert.deepEqual(frames[1], ["translate(0px, 0px)", 1]);
  }
  assert.deepEqual(await drawn(play, 16), [target, 2]); // the box is on its way to the target
  await play.press("z");
  await play.moves(4);
  assert.deepEqual(await drawn(play, 16), [target, 2]); // and back
  const back = (await motions(play)).slice(-2);
  for (const { frames } of back) assert.match(frames[0][0], /^translate\(-[\d.]+px, 0px\)$/);
  await play.close();
});

test("a way is gone cell by cell, what appears and goes fades, and keys that wait skip all that", async () => {
  const play = await open("sokoban", { level: 2 });
  await watch(play);
  const { x, y } = await play.cell(2, 7);
  await play.page.mouse.click(x, y);
  await play.moves(5);
  assert.equal((await motions(play))[0].frames.length, 6);
  await play.page.evaluate(() => {
    globalThis.motions = [];
    for (const key of ["ArrowLeft", "ArrowRight", "ArrowLeft"]) {
      document.querySelector("#player .board").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
  });
  await play.moves(8);
  assert.equal((await motions(play)).length, 1);
  await play.close();
  const stones = await open("clobber");
  await watch(stones);
  for (const row of [1, 2]) {
    const cell = await stones.cell(row, 1);
    await stones.page.mouse.click(cell.x, cell.y);
    if (row === 1) await stones.says(/which direction/); // keys that wait would skip the fade
  }
  await stones.moves(1);
  const fades = (await motions(stones)).filter(({ frames }) => frames.at(-1)[1] === 0);
  assert.equal(fades.length, 1);
  await stones.close();
});

test("a solution that is watched slides back and forth, no longer than a step lasts", async () => {
  const play = await open("sokoban"), slides = async () => {
    await play.until(() => globalThis.motions.length > 0);
    return play.page.evaluate(() => globalThis.motions.splice(0));
  };
  await watch(play);
  await play.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // it waits
  await play.click("Solve");
  await play.until(() => !document.querySelector("#player .transport").hidden);
  assert.deepEqual(await motions(play), []);
  await play.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "no-preference" }]);
  await play.press("ArrowRight");
  const forth = await slides();
  await play.press("ArrowLeft");
  const back = await slides();
  assert.deepEqual(back.map(({ kind }) => kind), forth.map(({ kind }) => kind));
  await play.page.select("#player .transport select", "40");
  await play.press("Space");
  for (const { duration } of await slides()) assert.equal(duration, 40);
  await play.close();
});

test("nothing moves where less motion is wished for", async () => {
  const play = await open("sokoban");
  await play.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await watch(play);
  await play.press("ArrowLeft");
  await play.solve();
  await play.moves(5);
  assert.deepEqual(await motions(play), []);
  await play.close();
});
