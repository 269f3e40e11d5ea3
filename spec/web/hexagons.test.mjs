// Plays games on hexagons in headless Chromium, as `make test-web` does: each hexagon is hit up to its edges,
// swipes and keys have six directions.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser, sample } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const PHONE = { width: 360, height: 740, touch: true };
const you = async (play) => (await play.cells()).find((label) => label.endsWith(": you"));

// Where the hexagon of a cell lies in the window: its centre, and the pixels of a unit.
const place = (play, row, column, board = ".board") => play.page.$eval(`${board} > svg`, (svg, row, column) => {
  const box = svg.getBoundingClientRect(), unit = box.width / svg.viewBox.baseVal.width;
  return { x: box.left + (8 + (column - 1) * 14 + (row - 1) * 7 + 7) * unit,
    y: box.top + (8 + (row - 1) * 12 + 8) * unit, unit };
}, row, column);

test("a click hits the hexagon, near each of its corners and its sides", async () => {
  const play = await browser.play(sample("hex", { level: 1 }));
  const near = [[0, 0], [0, -7], [0, 7], [6, -3], [6, 3], [-6, -3], [-6, 3], [3, -5], [-3, 5], [3, 5], [-3, -5]];
  for (const [right, down] of near) {
    const { x, y, unit } = await place(play, 2, 2);
    await play.page.mouse.click(x + right * unit, y + down * unit);
    await play.moves(1);
    assert.deepEqual(await play.list(), ["put 2 2"], `${right}, ${down}`);
    await play.click("Undo");
    await play.moves(0);
  }
  for (const [right, down, cell] of [[4, -7, "1 3"], [-4, -7, "1 2"], [8, 0, "2 3"], [-4, 7, "3 1"]]) {
    const { x, y, unit } = await place(play, 2, 2);
    await play.page.mouse.click(x + right * unit, y + down * unit);
    await play.moves(1);
    assert.deepEqual(await play.list(), [`put ${cell}`]);
    await play.click("Undo");
    await play.moves(0);
  }
  await play.close();
});

test("keys move in six directions, and the cells are labelled where they lie", async () => {
  const play = await browser.play(sample("hexoban", { level: 3 }));
  assert.equal(await you(play), "row 4, column 2: you");
  await play.press("e", "d", "ArrowUp", "PageDown", "x", "PageDown", "z", "a");
  await play.until(() => document.querySelectorAll(".moves li").length >= 9);
  assert.deepEqual(await play.list(),
    ["up-right", "right", "up-left", "down-right", "down-right", "down-right", "down-left", "left"]);
  const { x, y } = await place(play, 4, 4);
  const label = await play.page.$$eval("[role=gridcell]", (cells, x, y) => cells.find((cell) => {
    const box = cell.getBoundingClientRect();
    return box.left < x && x < box.right && box.top < y && y < box.bottom && Math.abs(box.top + box.height / 2 - y) < 3;
  }).ariaLabel, x, y);
  assert.match(label, /^row 4, column 4: /);
  await play.close();
});

test("a swipe has the direction of the nearest side", async () => {
  const play = await browser.play(sample("hexoban", { level: 3 }), PHONE);
  const { x, y } = await place(play, 4, 4);
  await play.swipe(x, y, 20, -34);
  await play.moves(1);
  await play.swipe(x, y, 40, 3);
  await play.moves(2);
  await play.swipe(x, y, 20, 34);
  await play.moves(3);
  assert.deepEqual(await play.list(), ["up-right", "right", "down-right"]);
  const [wide, room] = await play.page.$eval(".board", (board) => [board.getBoundingClientRect().width,
    document.documentElement.clientWidth]);
  assert.ok(wide <= room);
  await play.close();
});

test("a level is painted, and its text stays slanted", async () => {
  const play = await openPlayground(browser, { fragment: "#game=hexoban" });
  const text = () => globalThis.playground.source.levels.editor.text();
  await play.tab("Levels");
  await play.page.click("#levels [role=radio][aria-label^='wall']");
  const { x, y } = await place(play, 3, 2, "#levels .board");
  await play.page.mouse.click(x, y);
  await play.until(() => globalThis.playground.source.levels.editor.text()
    .includes("\n~ # # # # #\n # # . . . #\n  # # $ . # #\n"));
  await play.settled();
  assert.ok((await play.cells()).includes("row 3, column 2: wall"));
  await play.click("Add a column on the right");
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n # # . . . # #\n"));
  assert.match(await play.page.evaluate(text), /\n {5}# # # # # ~ #\n/);
  await play.close();
});
