// New puzzles where one plays: made by the generator beside the game, in the worker that searches.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";
import { clean, small } from "../../web/playground/project.js";
import { playOf, puzzleAddress } from "../../web/playground/share.js";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);
const level = (play) => play.page.$eval(".levels select", (select) => select.selectedOptions[0].textContent.trim());

// Waits until a puzzle of this difficulty is on the board; returns its seed.
async function made(play, difficulty) {
  await play.until((name) => document.querySelector(".levels select")?.selectedOptions[0]?.textContent.includes(name),
    `${difficulty} puzzle (seed `);
  return Number(/seed (\d+)/.exec(await level(play))[1]);
}

test("a new puzzle is made as hard as it is wanted, and its address opens the same again", async () => {
  const play = await open({ fragment: "#play=sokoban", width: 390, height: 844, touch: true });
  const levels = await play.page.$$eval(".levels option:not([hidden])", (all) => all.length);
  await play.click("New puzzle");
  assert.deepEqual(await play.faults("dialog[open]", ["moderate", "serious", "critical"]), []);
  await play.page.click("[data-difficulty=easy]");
  const seed = await made(play, "easy");
  await play.says(new RegExp(`A new puzzle: easy, seed ${seed}`));
  assert.equal(await play.page.evaluate(() => location.hash), `#play=sokoban&seed=${seed}&difficulty=easy`);
  const cells = await play.cells();
  await play.reload();
  assert.equal(await made(play, "easy"), seed);
  assert.deepEqual(await play.cells(), cells);
  // The next one takes its place; another level takes the puzzle out of the address.
  await play.click("New puzzle");
  await play.page.$eval("#player dialog[open] input", (input) => { input.value = "5"; });
  await play.page.click("[data-difficulty=hard]");
  assert.equal(await made(play, "hard"), 5);
  assert.equal(await play.page.$$eval(".levels option:not([hidden])", (all) => all.length), levels + 1);
  await play.page.select(".levels select", "1");
  await play.until(() => location.hash === "#play=sokoban");
  await play.close();
});

test("on a narrow phone how hard it shall be is one word in one line", async () => {
  const play = await open({ fragment: "#play=sokoban", width: 320, height: 640, touch: true });
  await play.click("New puzzle");
  const lines = await play.page.$$eval("[data-difficulty]", (buttons) => buttons.map((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return [range.getClientRects().length, button.scrollWidth <= button.clientWidth];
  }));
  assert.deepEqual(lines, [[1, true], [1, true], [1, true]]);
  await play.close();
});

test("by keyboard, and in the editor the puzzle stays when the game is changed", async () => {
  const play = await open({ fragment: "#play=lights" });
  await play.press("N");
  await play.until(() => document.activeElement.dataset.difficulty === "easy");
  await play.press("Tab", "Enter");
  const seed = await made(play, "medium"), cells = await play.cells();
  await play.edit();
  await play.replace("switch all lights off", "switch all the lights off");
  await play.settled();
  assert.equal(await made(play, "medium"), seed);
  assert.deepEqual(await play.cells(), cells);
  assert.equal(await play.page.evaluate(() => globalThis.playground.project.puzzle.seed), seed);
  await play.close();
});

test("what takes too long can be stopped, and the board is as before", async () => {
  const play = await open({ fragment: "#play=rush" }), cells = await play.cells();
  await play.click("New puzzle");
  await play.page.click("[data-difficulty=hard]");
  await play.until(() => /Making a puzzle/.test(document.querySelector(".notice-text").textContent));
  await play.click("Stop");
  await play.says(/Stopped/);
  assert.deepEqual(await play.cells(), cells);
  assert.equal(await play.page.evaluate(() => location.hash), "#play=rush");
  await play.close();
});

test("a game in C has puzzles, too, and a game without a generator has no button", async () => {
  const play = await open({ fragment: "#play=tower&seed=3&difficulty=easy" });
  assert.equal(await made(play, "easy"), 3);
  await play.reload("#play=klotski");
  assert.equal(await play.page.$eval("[aria-label='New puzzle']", (button) => button.checkVisibility()), false);
  await play.reload("#play=klotski&seed=1");
  await play.says(/there is no generator of klotski: klotski_study\.lua would have it/);
  await play.close();
});

test("addresses and projects hold a puzzle", () => {
  assert.deepEqual(playOf("#play=rush&seed=12&difficulty=hard"),
    { fragment: "#game=rush", large: true, puzzle: { difficulty: "hard", seed: 12 } });
  assert.deepEqual(playOf("#play=rush&difficulty=easy"), { fragment: "#game=rush", large: true,
    puzzle: { difficulty: "easy" } });
  assert.equal(puzzleAddress("#play=rush", { seed: 1, difficulty: "easy" }), "#play=rush&seed=1&difficulty=easy");
  assert.equal(puzzleAddress("#play=rush&seed=1&difficulty=easy", null), "#play=rush");
  for (const other of ["#game=rush", "#play=1.abc", ""]) assert.equal(puzzleAddress(other, null), null);
  const puzzle = { level: "#", seed: 3, difficulty: "easy" }, project = { game: "tower", puzzle };
  assert.deepEqual(clean(small(clean(project))).puzzle, puzzle);
  assert.throws(() => clean({ game: "tower", puzzle: { ...puzzle, seed: "3" } }), /the seed of a puzzle/);
});
