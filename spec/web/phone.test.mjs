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
  await play.close();
});

test("what a finger does is said in words for fingers", async () => {
  const play = await inHand("boulder");
  await play.says(/^Tap to start\.$/);
  await play.click("Start");
  await play.says(/^$/);
  await play.click("Pause");
  await play.says(/^Paused\.$/);
  await play.close();
  const mines = await inHand("mines");
  await mines.says(/^Tap a cell to dig, hold it to flag\.$/);
  await mines.click("More");
  await mines.click("Keys …");
  assert.match(await mines.text("dialog[open] tbody"), /^dig\s/);
  await mines.close();
  const keys = await openPlayground(browser, { fragment: "#play=boulder" });
  await keys.says(/^Any key starts\.$/);
  await keys.close();
});

test("no solution is offered where chance decides, or something is hidden", async () => {
  const games = { "2048": false, candy: false, serpent: false, mines: false, jewelry: false, sokoban: true,
    tower: true };
  for (const [game, offered] of Object.entries(games)) {
    const play = await inHand(game);
    const solve = await play.page.$eval(".toolbar", (bar) => [...bar.querySelectorAll("button")]
      .some((button) => button.innerText === "Solve" && button.checkVisibility()));
    assert.equal(solve, offered, game);
    await play.close();
  }
});

test("who has played against the computer is told who has won, and behind the last level are all games", async () => {
  const text = `local tessera = require "tessera"
return tessera.game { name = "race", players = 2, legend = { ["."] = "empty", o = "stone" }, map = "...",
  moves = { "take" }, rules = { { "take", "first right [ empty ] -> [ stone ]" } },
  score = function(state, player) return state:outcome() and (player == 1 and 1 or -1) or 0 end,
  ends = { { "First wins", "no empty" } } }`;
  for (const [as, said] of [["1", /^You won: First wins in 3 moves\.$/], ["2", /^You lost: First wins in 3 moves\.$/]]) {
    const play = await browser.play({ title: "race", path: "race.lua", source: text, levels: "" });
    await play.page.select(".opponent select", "random");
    if (as === "2") await play.page.select(".opponent label:nth-of-type(2) select", "2");
    for (let moves = as === "1" ? 0 : 1; moves < 3; moves += 2) {
      await play.moves(moves);
      await play.page.focus(".board");
      await play.press("t");
    }
    await play.says(said);
    await play.close();
  }
  const rush = await inHand("sokoban");
  await rush.page.$eval(".levels select", (select) => {
    select.value = String(select.options.length - 1);
    select.dispatchEvent(new Event("change"));
  });
  await rush.click("Solve");
  await rush.says(/^Solved in \d+ moves\.$/);
  await rush.click("Stop watching");
  await rush.says(/That was the last level\.$/);
  await rush.click("All games");
  await rush.until(() => document.querySelector("dialog.gallery[open]"));
  await rush.close();
});

test("where players act together the others play at random, until somebody says who they are", async () => {
  const play = await inHand("snakes", { width: 900 });
  assert.equal(await play.page.$eval(".opponent select", (select) => select.value), "random");
  assert.match(await play.text(".player .aim"), /All act together\.$/);
  await play.click("straight on (up)");
  await play.moves(4); // one of each
  await play.page.select(".opponent select", "");
  await play.page.select(".player .levels select", "2");
  await play.click("straight on (up)");
  await play.moves(1);
  await play.close();
});

test("in a low window nothing lies over the numbers, and what is watched has its buttons in one row", async () => {
  for (const game of ["snakes", "commons", "2048", "falling"]) {
    const play = await inHand(game, { width: 740, height: 360 });
    const [line, hands] = await play.page.evaluate(() => [".status", ".toolbar"].map((name) =>
      document.querySelector(name).getBoundingClientRect().toJSON()));
    assert.ok(line.bottom <= hands.top, `${game}: ${line.bottom} ${hands.top}`);
    await play.close();
  }
  const play = await inHand("lights", { width: 740, height: 360 });
  await play.click("Solve");
  await play.until(() => document.querySelector(".transport").checkVisibility());
  const tops = await play.page.$$eval(".transport .row:first-child .button", (buttons) =>
    buttons.map((button) => button.getBoundingClientRect().top));
  assert.equal(new Set(tops).size, 1);
  await play.close();
});

test("where players act together, who plays has a piece in the level", async () => {
  const play = await inHand("predators"), seat = () => play.page.$$eval(".opponent select", (all) => all[1].value);
  await play.until(() => document.querySelectorAll(".opponent select")[1].value === "3");
  await play.until(() => document.querySelector(".status").innerText.includes("3 (you)"));
  assert.ok((await play.cells()).includes("row 2, column 2: prey 1"), "the board is seen");
  await play.click("right");
  await play.until(() => /prey 1/.test(document.querySelectorAll("#player [role=gridcell]")[8].ariaLabel));
  await play.page.select(".player .levels select", "2");
  await play.until(() => document.querySelector(".status").innerText.includes("1 (you)"));
  assert.equal(await seat(), "1");
  await play.close();
});

test("where two play, the computer is offered in sight, until the first move", async () => {
  for (const size of [{}, { width: 740, height: 360 }]) {
    const play = await inHand("connect4", size);
    const [button, bar] = await play.page.evaluate(() => [".notice .button", ".toolbar"].map((what) =>
      document.querySelector(what).getBoundingClientRect().toJSON()));
    assert.ok(button.bottom <= (size.width ? size.height : bar.top), JSON.stringify([button, bar]));
    await play.click("Play the computer");
    await play.until(() => document.querySelector(".status").innerText.includes("Red (you)"));
    await play.until(() => document.querySelectorAll(".notice .button").length === 0);
    await play.close();
  }
  const two = await inHand("gomoku");
  assert.match(await two.text(".status"), /to move:\s+Black/);
  const { x, y } = await two.cell(1, 1);
  await two.page.touchscreen.tap(x, y);
  await two.moves(1);
  assert.equal(await two.page.$$eval(".notice .button", (all) => all.length), 0);
  await two.close();
  const desk = await openPlayground(browser, { fragment: "#play=connect4" });
  assert.equal(await desk.page.$$eval(".notice .button", (all) => all.length), 0, "the card stands beside the board");
  await desk.close();
});

test("a cell that is asked for is tapped on the board, which the question does not hide", async () => {
  const play = await inHand("robots");
  await play.click("teleport to");
  await play.until(() => document.querySelectorAll("#player .notice .button").length === 3);
  const { x, y } = await play.cell(7, 9);
  const places = await play.page.evaluate(() => [".board", ".notice"].map((what) =>
    document.querySelector(`#player ${what}`).getBoundingClientRect().toJSON()));
  const [{ bottom }, { top }] = places;
  assert.ok(bottom <= top, `${bottom} ${top}`);
  await play.page.touchscreen.tap(x, y);
  await play.moves(1);
  assert.deepEqual(await play.list(), ["TELEPORT 7,9"]);
  await play.close();
});

test("time goes on by no button while a solution is watched", async () => {
  const play = await inHand("boulder");
  await play.click("Solve");
  await play.until(() => document.querySelector("#player .transport").checkVisibility());
  assert.equal(await play.page.$$eval("#player .notice .button", (all) => all.length), 0);
  await play.click("Stop watching");
  await play.until(() => document.querySelectorAll("#player .notice .button").length === 1);
  await play.close();
});

test("behind a game of two is the next level, and who begins again sees no cursor", async () => {
  const play = await inHand("hex"), cursor = () => play.page.$eval(".board > svg .cursor", (cursor) =>
    getComputedStyle(cursor).display);
  for (const [moves, place] of [[3, 1], [1, 3], [1, 1]].entries()) {
    const [x, y] = await play.page.$eval(`#player [role=gridcell][data-row="${place[0]}"][data-column="${place[1]}"]`,
      (cell) => [cell.getBoundingClientRect()].map((box) => [box.x + box.width / 2, box.y + box.height / 2])[0]);
    await play.page.touchscreen.tap(x, y);
    await play.moves(moves + 1);
    assert.notEqual(await cursor(), "none");
  }
  await play.says(/^Red wins in 3 moves\.$/);
  await play.click("Play again");
  await play.moves(0);
  assert.equal(await cursor(), "none");
  await play.click("Hint");
  await play.until(() => document.querySelector("#player .marks path"));
  assert.match(await play.page.$eval("#player .marks path", (path) => path.getAttribute("d")), /^(?:M8 1|M-5)/);
  await play.close();
});

test("who plays against whom is not cut off", async () => {
  const play = await inHand("horizontally");
  await play.page.select(".opponent select", "mcts");
  const { text, room } = await play.page.$eval(".opponent select", (select) => {
    const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(select);
    pen.font = style.font;
    return { text: Math.max(...[...select.options].map((option) => pen.measureText(option.text).width)),
      room: select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20 };
  });
  assert.ok(text < room, `${text} ${room}`);
  await play.close();
});

test("a direction is answered by its word, and no question is cut off", async () => {
  const play = await inHand("peg"), { x, y } = await play.cell(4, 4);
  await play.page.touchscreen.tap(x, y);
  await play.until(() => document.querySelectorAll(".notice .button").length === 2);
  const answers = await play.page.$$eval(".notice .button", (all) => all.map(({ innerText }) => innerText));
  assert.deepEqual(answers, ["down", "Cancel"]);
  await play.click("jump down from row 4, column 4");
  await play.moves(1);
  await play.close();
});

test("a new level has no cursor that nobody has moved; what is said begins with a capital letter", async () => {
  const play = await inHand("lights"), { x, y } = await play.cell(2, 2);
  const shown = () => play.page.$eval(".board > svg .cursor", (cursor) => getComputedStyle(cursor).display !== "none");
  await play.page.touchscreen.tap(x, y);
  await play.moves(1);
  assert.ok(await shown());
  assert.deepEqual(await play.page.$eval("#player .board", (board) => ["focus", "focus-visible"]
    .map((what) => board.matches(`:${what}`))), [true, false], "no frame around what a finger taps");
  await play.click("Next level");
  await play.moves(0);
  assert.ok(!await shown());
  assert.equal(await play.page.$eval(".notice-text", (text) => getComputedStyle(text, "::first-letter").textTransform),
    "uppercase");
  await play.close();
});

test("buttons are as large as a finger, and the pad has no empty rows", async () => {
  for (const game of ["sokoban", "boulder", "tower"]) {
    const play = await inHand(game);
    const small = await play.page.$$eval(".toolbar .button", (all) => all
      .map((button) => button.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && (width < 43.9 || height < 43.9)).length);
    assert.equal(small, 0, game);
    const wide = await play.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, game);
    const high = await play.page.$eval(".cross", (cross) => cross.offsetHeight);
    assert.ok(game === "tower" ? high < 60 : high > 120, `${game}: ${high}`);
    await play.close();
  }
});

test("in a low window all of the menu is seen, or can be scrolled to", async () => {
  for (const [game, height] of [["robots", 360], ["candy", 360], ["boulder", 280]]) {
    const play = await inHand(game, { width: 740, height });
    await play.click("More");
    const { top, bottom, right, least, scrolls } = await play.page.$eval("#player .menu-list", (list) => ({
      ...list.getBoundingClientRect().toJSON(), scrolls: list.scrollHeight > list.clientHeight,
      least: list.firstChild.getBoundingClientRect().top }));
    assert.ok(top >= 0 && least >= 0 && bottom <= height && right <= 740, `${game}: ${top} ${bottom} ${right}`);
    assert.equal(scrolls, height < 340);
    await play.click("Keys …");
    await play.until(() => document.querySelector("#player dialog[open]"));
    await play.close();
  }
});

test("a hint that is longer than its room is reached by keys, in a window that is enlarged four times", async () => {
  const play = await inHand("robots", { width: 320, height: 256 });
  await play.click("Hint");
  await play.says(/^Hint: /);
  await play.until(() => document.querySelector("#player .notice-buttons .button"));
  assert.equal(await play.page.$eval("#player .notice-buttons .button", (button) => button.offsetHeight), 34);
  assert.deepEqual(await play.faults("html", ["serious", "critical", "moderate"]), []);
  await play.close();
});

test("who types an action has the room of the pad for it", async () => {
  for (const [width, height] of [[740, 360], [360, 740]]) {
    const play = await inHand("robots", { width, height });
    await play.click("More");
    await play.click("Type an action");
    await play.until(() => document.querySelectorAll("#player .typing li").length > 4);
    const [{ top, bottom }, board] = await play.page.evaluate(() => [".typing", ".board"].map((what) =>
      document.querySelector(`#player ${what}`).getBoundingClientRect().toJSON()));
    assert.ok(top > 0 && bottom <= height && board.height > 190, JSON.stringify([top, bottom, board]));
    await play.press("Escape");
    await play.until(() => document.querySelector("#player .pad").checkVisibility());
    await play.close();
  }
});

test("in a low window the aim lies over no board", async () => {
  for (const game of ["lamps", "commons", "candy", "clobber"]) {
    const play = await inHand(game, { width: 740, height: 360 });
    const [board, line] = await play.page.evaluate(() => [".board", ".notice"].map((what) =>
      document.querySelector(`#player ${what}`).getBoundingClientRect().toJSON()));
    assert.ok(board.bottom <= line.top + 1, `${game}: ${board.bottom} ${line.top}`);
    await play.close();
  }
});
