// Recordings in the playground, and plays that go on from one.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const linkOf = (value) => `#1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

const RECORDED = "; name: short\n@..x\n\n; name: long\n@......x\n";

const walk = `local tessera = require "tessera"
return tessera.game { name = "walk", legend = { ["."] = "floor", ["@"] = "you", x = "exit" },
  moves = { "<direction>" }, keys = {}, rules = { { "<direction>", "[ you | floor ] -> [ floor | you ]" },
  { "<direction>", "[ you | exit ] -> [ floor | you ]" } }, ends = { { "Out", "no exit" } }, goal = "Out" }`;

// The second level is recorded while the first one is played.
async function opened() {
  const project = { name: "walk", files: [{ path: "game.lua", text: walk }],
    levels: { path: "levels.txt", text: RECORDED } };
  const play = await openPlayground(browser, { fragment: linkOf(project) });
  const text = await play.page.evaluate(() =>
    globalThis.playground.bench.record({ level: 2, actions: ["right", "right"] }));
  await play.drop({ name: "walk.play", text });
  await play.says(/^Step 0 of 2/);
  await play.tab("Search");
  return play;
}

async function found(play, name, pattern) {
  await play.page.evaluate((name) => {
    Array.from(document.querySelectorAll("#search button")).find((one) => one.textContent === name).click();
  }, name);
  try {
    await play.until((source) => new RegExp(source).test(document.querySelector("#search .result").textContent),
      pattern.source);
  } catch (error) {
    throw new Error(`${name}: ${await play.text("#search .result")}`, { cause: error });
  }
}

test("searches begin at the recording on the board, and where it is played on", async () => {
  const play = await opened();
  await found(play, "Solve", /has 7 moves/);
  await found(play, "Hint", /right/);
  await found(play, "Examine the level", /shortest solution\s*7 actions/);
  await play.click("Last");
  await play.says(/^Step 2 of 2/);
  await found(play, "Solve", /from here has 5 moves/);
  await play.click("Play on from here");
  await play.until(() => document.querySelector(".transport").hidden);
  await found(play, "Solve", /from here has 5 moves/);
  await found(play, "Examine the level", /shortest solution\s*7 actions/);
  await play.close();
});

test("a recording is played on without others who play at random, whom nobody has asked for", async () => {
  const play = await openPlayground(browser, { fragment: "#game=predators" });
  const at = (place) => play.until((place) =>
    document.querySelector(".transport .place")?.textContent.endsWith(` ${place} of 18`), place);
  const playing = () => play.page.$eval(".opponent select", (select) => select.value);
  assert.equal(await playing(), "random");
  await play.drop({ name: "predators.play", text: readFileSync("samples/games/levels/predators.play", "utf8") });
  await at(0);
  await play.click("Forward");
  await at(1);
  await play.click("Forward");
  await at(2);
  await play.click("Play on from here");
  await play.moves(2);
  assert.equal(await playing(), "");
  await play.press("ArrowRight");
  await play.moves(4); // the fourth has no piece and is passed by; the fifth is waited for
  assert.deepEqual(await play.list(), ["1: left", "2: down", "3: right", "4: wait"]);
  await play.close();
});

test("a link tells that it holds no recording", async () => {
  const play = await opened();
  await play.page.click("#open-share");
  await play.until(() => /recording on the board is not in the link/.test(
    document.querySelector(".share .note")?.textContent));
  await play.press("Escape");
  await play.click("Play on from here");
  await play.until(() => document.querySelector(".transport").hidden);
  await play.page.click("#open-share");
  await play.until(() => /goes on from a recording/.test(document.querySelector(".share .note")?.textContent));
  assert.equal(await play.page.$eval(".share [type=checkbox]", (box) => box.checked), false);
  await play.close();
});

test("files that are opened are kept as a draft; one that is no recording is told as such", async () => {
  const play = await openPlayground(browser, {});
  await play.drop({ name: "broken.play", text: "tessera" });
  await play.until(() => document.querySelector("#toasts").textContent.includes("broken.play is no recording"));
  await play.drop({ name: "walk.lua", text: walk }, { name: "levels.txt", text: RECORDED });
  await play.until(() => globalThis.playground.project.name === "walk" && globalThis.playground.settled);
  await play.reload();
  assert.equal(await play.page.evaluate(() => globalThis.playground.project.levels.text), RECORDED);
  await play.close();
});

test("letters of moves are opened, written, and played in the level at hand", async () => {
  const levels = { path: "one.xsb", text: "######\n#@ $.#\n######\n" };
  const play = await openPlayground(browser, { fragment: "#game=sokoban" });
  await play.drop({ name: levels.path, text: levels.text });
  await play.until(() => document.querySelectorAll("#player [role=gridcell]").length === 18);
  await play.drop({ name: "one.lurd", text: "r\nR\n" });
  await play.says(/Solved/);
  assert.deepEqual(await play.list(), ["right", "right"]);
  await play.drop({ name: "one.lurd", text: "rx" });
  await play.toast(/line 1, column 1: expected letters of moves \(l u r d\), got 'rx'/);
  await play.file("Moves in letters …", ".lurd");
  const letters = () => play.page.$eval("dialog textarea", (field) => field.value);
  await play.page.waitForSelector("dialog[open] textarea");
  assert.equal(await letters(), "rR\n");
  assert.deepEqual(await play.faults("dialog"), []);
  await play.page.$eval("dialog textarea", (field) => { field.value = "q"; });
  await play.click("Play them");
  await play.until(() => /expected letters of moves/.test(document.querySelector("dialog .note").textContent));
  await play.page.$eval("dialog textarea", (field) => { field.value = "r"; });
  await play.click("Play them");
  await play.until(() => !document.querySelector("dialog[open]"));
  await play.moves(1);
  assert.deepEqual(await play.list(), ["right"]);
  await play.press("ArrowRight"); // the board has the focus
  await play.says(/Solved/);
  await play.file("Moves in letters …", ".lurd");
  await play.page.waitForSelector("dialog[open] textarea");
  const { name, bytes } = await play.saved(() => play.click("Save"));
  assert.match(name, /\.lurd$/);
  assert.equal(bytes.toString(), "rR\n");
  await play.press("Escape");
  await play.close();
});
