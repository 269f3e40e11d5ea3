// What somebody meets who plays in the hand: words of the games, and of the player about them.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const inHand = (game, more = {}) => openPlayground(browser, { fragment: `#play=${game}`, width: 360, height: 740,
  touch: true, ...more });

test("a game in PuzzleScript says its aim, once", async () => {
  const play = await inHand("serpent");
  assert.match(await play.text(".player .aim"), /^Eat all the food: the snake goes on by itself/);
  await play.close();
  const lamps = await inHand("lamps");
  assert.match(await lamps.text(".player .aim"), /^Switch all lamps off/);
  assert.equal(await lamps.text(".notice-text"), "");
  await lamps.close();
});

test("a snake that crashes begins again, which is said; its moves are counted from there", async () => {
  const play = await inHand("serpent");
  await play.click("up");
  await play.says(/^The level starts again\./);
  await play.until(() => document.querySelector(".status").textContent === "moves0");
  await play.click("Solve");
  await play.click("Stop watching");
  await play.close();
});
