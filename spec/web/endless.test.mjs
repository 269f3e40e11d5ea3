// Rules that do not return, where the page searches or restores a play; and the computer's moves.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { deflateRawSync } from "node:zlib";
import { Browser, sample } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const linkOf = (value) => `#1.${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

const walk = `local tessera = require "tessera"
return tessera.game { name = "m", legend = { ["."] = "floor", ["@"] = "you" }, map = "@.......",
  moves = { "step", "loop" }, keys = { s = "step", l = "loop" }, outcomes = { "There" }, goal = "There",
  apply = function(s, v)
    while v == "loop" do end
    local r, c = s.board:find "you"
    s.board:set(r, c, "floor")
    s.board:set(r, c % 8 + 1, "you")
    if c == 7 then s:over "There" end
  end }`;

const project = { name: "m", files: [{ path: "game.lua", text: walk }] };

test("a search whose rule does not return is ended", async () => {
  const play = await openPlayground(browser, { fragment: linkOf(project) });
  await play.limit(1, 512);
  await play.page.focus("#player .board");
  await play.press("h");
  await play.says(/a rule did not return within 5 s/);
  await play.tab("Search");
  await play.page.click("#search .primary");
  await play.until(() => /a rule did not return/.test(document.querySelector("#search .result").textContent));
  await play.close();
});

test("a game is opened without its play if a move of it does not return", async () => {
  const actions = ["step", "loop", "step"];
  const play = await openPlayground(browser, { fragment: linkOf({ ...project, play: { level: 1, actions } }) });
  await play.says(/^The play was left out/);
  assert.equal((await play.cells()).length, 8);
  await play.press("s");
  await play.moves(1);
  await play.close();
});

test("the computer moves also if the cursor was moved while it was thinking", async () => {
  const play = await browser.play(sample("gomoku", { level: 1 }));
  await play.page.select(".opponent label:nth-of-type(1) select", "mcts");
  await play.page.select(".opponent label:nth-of-type(3) select", "200000");
  await play.press("Enter");
  await play.says(/^The computer is thinking/);
  await play.press("ArrowLeft");
  await play.press("ArrowUp");
  await play.moves(2);
  await play.close();
});

test("a look at an earlier step leaves the later moves, also against the computer", async () => {
  const play = await browser.play(sample("connect4", { level: 1 }));
  await play.page.select(".opponent label:nth-of-type(1) select", "random");
  await play.press("1");
  await play.moves(2);
  await play.press("2");
  await play.moves(4);
  const list = await play.list();
  await play.page.click(".moves [data-step='1']");
  await play.says(/^The computer is to move\.$/);
  assert.deepEqual(await play.list(), list);
  await play.page.click(".moves [data-step='4']");
  await play.moves(4);
  assert.deepEqual(await play.list(), list);
  await play.page.click(".moves [data-step='1']");
  await play.click("Let it move");
  await play.moves(2);
  await play.close();
});

test("what was said of an ended worker goes with the next move", async () => {
  const play = await openPlayground(browser, { fragment: linkOf(project) });
  await play.page.focus("#player .board");
  await play.press("l");
  await play.report(/did not return/);
  await play.press("s");
  await play.moves(1);
  await play.report(/and it plays/);
  await play.close();
});
