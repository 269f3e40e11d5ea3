// Games in PuzzleScript in the playground.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const crates = readFileSync("samples/puzzlescript/crates.txt", "utf8");

async function opened(width = 1440) {
  const play = await openPlayground(browser, { width });
  await play.drop({ name: "crates.txt", text: crates });
  await play.until(() => globalThis.playground.source.editor.text().includes("Crates and Marks"));
  await play.settled();
  return play;
}

test("a file in PuzzleScript is opened and played, with its own levels", async () => {
  const play = await opened();
  const cells = await play.cells();
  assert.equal(cells.length, 35);
  assert.match(cells[16], /hero/);
  assert.match(await play.text(".notice-text"), /Push every crate onto a mark\./);
  await play.press("ArrowRight"); // closes the message
  await play.press("ArrowRight");
  await play.moves(1);
  assert.match((await play.cells())[17], /hero/);
  await play.page.select(".player .levels select", "3");
  await play.moves(0);
  await play.close();
});

test("a scenario beside it requires it, and rules in PuzzleScript play in a game in Lua", async () => {
  const play = await opened();
  await play.drop({ name: "crates.txt", text: crates }, { name: "crates_scenarios.lua", text: `
local tessera = require "tessera"
return { tessera.scenario { name = "a push", game = require "crates", level = 1,
  play = { "right", "right", "up", "right", "down" }, expect = { outcome = "Won" } } }` });
  await play.until(() => Array.from(document.querySelectorAll("[role=tab]"))
    .some((tab) => tab.textContent === "crates_scenarios.lua"));
  await play.tab("crates_scenarios.lua");
  await play.until(() => /1 scenario passed/.test(document.querySelector("#scenarios").textContent));
  await play.drop({ name: "boxes.lua", text: `
local tessera, puzzlescript = require "tessera", require "tessera.puzzlescript"
return tessera.game { name = "boxes", legend = { ["."] = "empty", ["@"] = "player", o = "box" },
  map = "@o..", moves = { "<direction>" },
  rules = puzzlescript "[ > player | box ] -> [ > player | > box ]" }` });
  await play.until(() => document.querySelectorAll("#player [role=gridcell]").length === 4);
  await play.press("ArrowRight");
  await play.moves(1);
  assert.match((await play.cells())[2], /box/);
  await play.close();
});

// The rows of a level as the source has them: what stands behind the n-th message.
const levelOf = (source, number) => source.split(/^message.*\n/m)[number].trim().split("\n");

test("its levels are painted in the source", async () => {
  const play = await opened();
  const before = levelOf(await play.source(), 1);
  assert.deepEqual(before.slice(0, 3), ["#######", "#.....#", "#.h*..#"]);
  await play.tab("Levels");
  await play.until(() => document.querySelector(".palette [role=radio]"));
  await play.page.click('.palette [aria-label$=", *"]');
  const cell = await play.page.$$("#levels [role=gridcell]");
  await cell[8].click();
  await play.settled();
  await play.tab("crates.txt");
  assert.equal(levelOf(await play.source(), 1)[1], "#*....#");
  assert.match((await play.cells())[8], /crate/);
  await play.tab("Levels");
  await play.click("Copy the level");
  await play.settled();
  await play.until(() => document.querySelector("#levels select").options.length === 4);
  await play.click("Delete the level");
  await play.settled();
  await play.until(() => document.querySelector("#levels select").options.length === 3);
  await play.tab("crates.txt");
  assert.equal((await play.source()).trimEnd(), crates.trimEnd().replace("#.....#", "#*....#"));
  await play.close();
});

test("the board that is played is painted by keys and by clicks", async () => {
  const play = await opened(), text = await play.source();
  await play.press("ArrowRight"); // closes the message
  await play.tab("Levels");
  await play.click("Paint on the board that is played");
  const is = (number, what) => play.until((number, what) => document.querySelectorAll("#player [role=gridcell]")[number]
    .getAttribute("aria-label").endsWith(what), number, what);
  await play.press("ArrowDown", "ArrowRight", "i");
  await is(8, "iron");
  await play.page.click('.palette [aria-label$=", *"]');
  const { x, y } = await play.cell(1.5, 4.5);
  await play.page.mouse.click(x, y);
  await is(11, "crate");
  await play.moves(0);
  await play.click("Stop painting");
  await play.page.focus("#player .board");
  await play.press("ArrowRight");
  await play.moves(1);
  const painted = (await play.cells()).filter((label) => /iron$|crate$/.test(label)).sort();
  await play.click("Restart the level");
  await is(8, "iron");
  await is(11, "crate");
  await play.click("Undo");
  await play.until(() => document.querySelector(".moves [aria-current]").dataset.step === "1");
  assert.deepEqual((await play.cells()).filter((label) => /iron$|crate$/.test(label)).sort(), painted);
  assert.equal(await play.source(), text);
  await play.close();
});

test("its hints, solutions and links are those of every game, and its page plays", async () => {
  const play = await openPlayground(browser, { fragment: "#game=crates" });
  await play.press("ArrowRight"); // closes the message
  await play.click("Hint");
  await play.says(/^Hint: right/);
  await play.click("Solve");
  await play.says(/Won in 5 moves/);
  await play.page.select(".player .levels select", "2");
  await play.moves(0);
  await play.press("ArrowRight", "ArrowRight");
  await play.moves(1);
  await play.page.click("#open-share");
  await play.until(() => document.querySelector(".share textarea")?.value.includes("#play=1."));
  const link = await play.page.$eval(".share textarea", (field) => field.value.replace(/^[^#]*/, ""));
  const other = await openPlayground(browser, { fragment: link });
  await other.moves(1);
  assert.deepEqual(await other.cells(), await play.cells());
  await other.close();
  await play.press("Escape");
  const page = await play.saved(() => play.file("Game as a page", ".html"));
  await play.close();
  const path = join(browser.folder, "exported.html"), tab = await browser.tab();
  writeFileSync(path, page.bytes);
  await tab.goto(`file://${path}`);
  await tab.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 35);
  for (const side of ["Right", "Right", "Right", "Up", "Right", "Down"]) await tab.keyboard.press(`Arrow${side}`);
  await tab.waitForFunction(() => /Won/.test(document.querySelector(".notice-text").textContent));
  await browser.release(tab);
});

test("an error in PuzzleScript is told with its place", async () => {
  const play = await opened();
  await play.replace("[ > Player | Crate ] ->", "[ > Player | Crat ] ->");
  await play.report(/'crat' is not defined \(did you mean 'crate'\?\)/);
  await play.close();
});
