// Plays games in headless Chromium, as `make test-web` does: with keys, a mouse and a finger.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readFileSync } from "node:fs";
import { Browser, onePush, sample } from "./browser.mjs";
import { TRAP, trap } from "./trap.mjs";

// A level that no search solves soon, and that none proves to be lost: of the boxes in the corridor the
// first one is in the way of the second.
const HARD = `
##################
#.         #######
#. $ $  $   $ $..#
#.  $  $   #######
#.   $  $  #######
#.  @ $    #######
#.    $    #######
#..       .#######
##################
`;

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

// Where the player of the sokoban stands: "row 2, column 3".
const you = async (play) => (await play.cells()).find((label) => label.endsWith(": you"));

// Which levels are marked as solved.
const solved = (play) => play.page.$$eval(".levels option", (list) => {
  return list.slice(1).map((option) => option.text.includes("✓"));
});

test("an exported game is played to its end by keys, from level to level", async () => {
  const play = await browser.play(sample("sokoban"));
  assert.equal(await play.text("h1"), "sokoban");
  assert.equal(await play.text("footer"), "Made with Tessera");
  await play.press("d", "w", "a", "a", "ArrowLeft");
  await play.says(/Solved in 5 moves\./);
  assert.deepEqual(await play.list(), ["right", "up", "left", "left", "left"]);
  await play.press("h", "v");
  await play.until(() => /The game is over/.test(document.querySelector("[role=status][aria-live]").textContent));
  await play.says(/Solved in 5 moves\./);
  await play.click("Next level");
  await play.moves(0);
  await play.press("w", "s", "a", "a", "w", "d", "d", "ArrowRight");
  await play.says(/Solved in 8 moves\./);
  assert.deepEqual(await solved(play), [true, true, false, false, false]);
  await play.close();
});

test("a refused action is said, and changes nothing", async () => {
  const play = await browser.play(sample("sokoban"));
  await play.press("ArrowDown");
  await play.says(/a wall is in the way/);
  assert.match(await play.text("[role=status][aria-live]"), /a wall is in the way/);
  assert.deepEqual(await play.list(), []);
  await play.close();
});

test("undo, redo, restart, and a click on a move", async () => {
  const play = await browser.play(sample("sokoban"));
  const start = await you(play);
  await play.press("ArrowRight", "ArrowUp");
  await play.moves(2);
  const there = await you(play);
  await play.press("z", "Backspace");
  await play.moves(0);
  assert.equal(await you(play), start);
  assert.equal((await play.list()).length, 2);
  await play.click("Redo");
  await play.press("y");
  await play.moves(2);
  assert.equal(await you(play), there);
  await play.page.click(".moves [data-step='1']");
  await play.moves(1);
  await play.page.click(".moves [data-step='2']");
  await play.moves(2);
  await play.click("Undo");
  await play.moves(1);
  const before = await you(play);
  await play.click("Restart the level");
  await play.moves(0);
  assert.equal(await you(play), start);
  await play.click("Undo");
  await play.moves(1);
  assert.equal(await you(play), before);
  await play.close();
});

test("keys lie where they lie on other keyboards, and the browser keeps its own", async () => {
  const play = await browser.play(sample("sokoban"));
  const type = (key, code, more = {}, { page } = play) => page.evaluate((init) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
    document.activeElement.dispatchEvent(event);
    return event.defaultPrevented;
  }, { key, code, ...more });
  assert.equal(await type("в", "KeyD"), true);
  await play.moves(1);
  assert.equal(await type("ς", "KeyW"), true);
  await play.moves(2);
  assert.equal(await type("я", "KeyZ"), true);
  await play.moves(1);
  assert.equal(await type("Z", "KeyZ", { modifierCapsLock: true }), true);
  await play.moves(0);
  assert.equal(await type("r", "KeyR", { ctrlKey: true }), false);
  assert.equal(await type("l", "KeyL", { ctrlKey: true }), false);
  assert.equal(await type("t", "KeyT", { metaKey: true }), false);
  assert.equal(await type("ArrowLeft", "ArrowLeft", { altKey: true }), false);
  assert.equal(await type("Tab", "Tab"), false);
  assert.equal(await type("F5", "F5"), false);
  assert.equal(await type("PageDown", "PageDown"), false);
  await play.close();
  const own = await browser.play(trap());
  assert.equal(await type("ä", "Quote", {}, own), true);
  await own.moves(1);
  await own.close();
});

test("a key can be bound to another one, and stays so", async () => {
  const play = await browser.play(sample("sokoban"));
  await play.press("?");
  await play.page.waitForSelector("dialog[open]");
  await play.click("Add a key for move: right");
  await play.press("k");
  await play.click("Close");
  await play.press("k");
  await play.moves(1);
  await play.page.reload();
  await play.page.waitForSelector(".moves [aria-current]");
  await play.press("k");
  await play.moves(1);
  await play.press("F1");
  await play.click("Forget k for move: right");
  await play.press("Escape");
  await play.press("k");
  await play.says(/k does nothing here/);
  await play.close();
});

test("the mouse chooses cells, and its other button is the second action", async () => {
  const play = await browser.play(sample("mines", { level: 1 }));
  const { x, y } = await play.cell(2, 3);
  await play.page.mouse.click(x, y, { button: "right" });
  await play.moves(1);
  assert.deepEqual(await play.list(), ["flag 2 3"]);
  await play.page.mouse.click(x, y, { button: "right" });
  await play.moves(2);
  const other = await play.cell(1, 1);
  await play.page.mouse.click(other.x, other.y);
  await play.moves(3);
  assert.equal((await play.list())[2], "dig 1 1");
  await play.close();
});

test("a cursor, and a direction that is asked for", async () => {
  const play = await browser.play(sample("clobber", { level: 1 }));
  await play.press("w", "a", "a");
  await play.until(() => {
    const id = document.querySelector("[role=grid]").getAttribute("aria-activedescendant");
    return document.getElementById(id).ariaLabel === "row 1, column 1: white";
  });
  await play.press("Enter");
  await play.says(/^take ... which direction\?$/);
  await play.click("Cancel");
  await play.until(() => document.querySelector(".notice-text").innerText === "");
  const { x, y } = await play.cell(1, 1);
  await play.page.mouse.click(x, y);
  await play.press("ArrowRight");
  await play.moves(1);
  assert.deepEqual(await play.list(), ["1 1 right"]);
  await play.close();
});

test("a finger swipes, taps, and holds", async () => {
  const play = await browser.play(sample("sokoban"), { width: 360, height: 740, touch: true });
  const { x, y } = await play.cell(3, 3);
  await play.swipe(x, y, 40, 4);
  await play.moves(1);
  await play.swipe(x, y, -3, -40);
  await play.moves(2);
  assert.deepEqual(await play.list(), ["right", "up"]);
  await play.click("left");
  await play.moves(3);
  assert.equal(await play.page.evaluate(() => window.scrollY), 0);
  assert.equal(await play.page.$eval(".board", (board) => board.style.touchAction), "pinch-zoom");
  await play.close();
  const mines = await browser.play(sample("mines", { level: 1 }), { width: 360, height: 740, touch: true });
  const at = await mines.cell(1, 1);
  await mines.page.touchscreen.touchStart(at.x, at.y);
  await mines.moves(1);
  await mines.page.touchscreen.touchEnd();
  await mines.page.touchscreen.tap(...Object.values(await mines.cell(2, 2)));
  await mines.moves(2);
  assert.deepEqual(await mines.list(), ["flag 1 1", "dig 2 2"]);
  await mines.close();
});

test("a piece is dragged by a finger where it asks for a direction", async () => {
  const play = await browser.play(sample("clobber", { level: 3 }), { width: 360, height: 740, touch: true });
  const { x, y } = await play.cell(1, 1);
  await play.page.touchscreen.tap(x, y);
  await play.says(/which direction/);
  await play.swipe(x, y, 40, 0);
  await play.moves(1);
  const next = await play.cell(2, 1);
  await play.swipe(next.x, next.y, 40, 0);
  await play.moves(2);
  assert.deepEqual(await play.list(), ["1 1 right", "2 1 right"]);
  await play.close();
});

test("a hint can be played", async () => {
  const play = await browser.play(onePush());
  await play.press("h");
  await play.says(/^Hint: right/);
  await play.click("Play it");
  await play.says(/Solved in 1 move/);
  await play.close();
});

test("a solution is watched, paused and stepped through; it solves nothing", async () => {
  const play = await browser.play(sample("sokoban"));
  await play.press("v");
  await play.page.waitForSelector("[role=group][aria-label=Solution]");
  await play.click("Pause");
  await play.click("Last");
  await play.moves(5);
  await play.click("First");
  await play.moves(0);
  await play.click("Forward");
  await play.moves(1);
  await play.press("End");
  await play.moves(5);
  await play.says(/Solved in 5 moves/);
  await play.press("ArrowLeft");
  await play.moves(4);
  await play.click("Stop watching");
  await play.press("z");
  await play.moves(3);
  await play.page.click(".moves [data-step='0']");
  await play.moves(0);
  await play.page.click(".moves [data-step='5']");
  await play.says(/Solved in 5 moves/);
  assert.deepEqual(await solved(play), Array(5).fill(false));
  await play.close();
});

test("a long search tells how far it is, leaves the board usable, and is stopped", async () => {
  const play = await browser.play(sample("sokoban", { levels: HARD }));
  await play.press("v");
  await play.says(/^Solving: [\d,]+ positions, depth \d+(, [\d,]+ from the goal)?$/);
  await play.press("ArrowRight");
  await play.moves(1);
  await play.says(/^$/);
  await play.press("v");
  await play.says(/^Solving: /);
  await play.click("Stop");
  await play.says(/^Stopped\.$/);
  await play.press("ArrowRight");
  await play.moves(2);
  await play.close();
});

test("time passes after the first key, is paused, and stops with the game", async () => {
  const play = await browser.play(sample("falling"));
  await play.says(/Any key starts/);
  await play.press("ArrowLeft");
  await play.until(() => document.querySelector(".moves").textContent.includes("tick"));
  await play.click("Pause");
  await play.says(/^Paused/);
  const before = (await play.list()).length;
  await play.press("ArrowRight");
  await play.moves(before + 1);
  assert.equal((await play.list()).filter((action) => action === "tick").length, before - 1);
  await play.click("Go on");
  await play.until((count) => document.querySelectorAll(".moves li").length > count + 2, before);
  await play.close();
});

test("two play at one board, and one against a search", async () => {
  const play = await browser.play(sample("connect4", { level: 1 }));
  await play.press("1");
  await play.moves(1);
  await play.press("2");
  await play.moves(2);
  await play.click("Restart the level");
  await play.moves(0);
  await play.page.select(".opponent label:nth-of-type(1) select", "mcts");
  await play.press("4");
  await play.moves(2);
  assert.equal((await play.list())[0], "drop 4");
  assert.match(await play.text(".moves"), /drop in column 4/);
  assert.match(await play.text(".status"), /to move:\s*Red \(you\)/);
  await play.press("z");
  await play.moves(0);
  await play.page.select(".opponent label:nth-of-type(2) select", "2");
  await play.moves(1);
  await play.close();
});

test("the computer is stopped, and moves when it is let", async () => {
  const play = await browser.play(sample("gomoku", { level: 1 }));
  await play.page.select(".opponent label:nth-of-type(1) select", "mcts");
  await play.page.select(".opponent label:nth-of-type(3) select", "1000000");
  await play.press("Enter");
  await play.says(/^The computer is thinking: /);
  await play.click("Stop");
  await play.says(/^The computer is to move\.$/);
  await play.page.select(".opponent label:nth-of-type(3) select", "2000");
  await play.click("Let it move");
  await play.moves(2);
  await play.close();
});

test("keys that are held and keys that come fast do not get stuck", async () => {
  const play = await browser.play(trap({ source: TRAP.replace("@.......", "@" + ".".repeat(60)) }));
  await play.page.keyboard.down("ArrowRight");
  for (let i = 0; i < 40; i++) await play.page.keyboard.down("ArrowRight");
  await play.page.keyboard.up("ArrowRight");
  await play.until(() => document.querySelectorAll(".moves li").length > 2);
  await play.click("Restart the level");
  await play.moves(0);
  await play.press("ArrowRight");
  await play.moves(1);
  await play.close();
});

test("a replay is stepped through both ways, and played on", async () => {
  const play = await browser.play(sample("sokoban"));
  const text = readFileSync(new URL("../../samples/games/levels/sokoban.play", import.meta.url), "utf8");
  const count = text.match(/^> /gm).length;
  await play.openFile(new URL("../../samples/games/levels/sokoban.play", import.meta.url).pathname);
  await play.says(new RegExp(`^Step 0 of ${count}: The first position`));
  await play.press("ArrowRight", "ArrowRight");
  await play.says(new RegExp(`^Step 2 of ${count}: `));
  await play.press("ArrowLeft");
  await play.moves(1);
  await play.click("Last");
  await play.moves(count);
  await play.page.$eval("input[type=range]", (slider) => {
    slider.value = 3;
    slider.dispatchEvent(new Event("input"));
  });
  await play.moves(3);
  await play.page.click(".moves [data-step='5']");
  await play.moves(5);
  await play.click("Play on from here");
  await play.until((most) => document.querySelectorAll(".moves li").length <= most, 6);
  await play.press("z");
  await play.until(() => document.querySelector(".moves [aria-current]").dataset.step !== "5");
  await play.close();
});

test("time stands still while nobody looks", async () => {
  const play = await browser.play(sample("falling"));
  await play.press("ArrowLeft");
  await play.until(() => document.querySelectorAll(".moves li").length > 3);
  await play.page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await play.says(/^Paused/);
  await play.close();
});

test("an action is typed, with completion", async () => {
  const play = await browser.play(sample("clobber", { level: 3 }));
  await play.press(":");
  await play.page.waitForSelector(".typing [role=option]");
  await play.page.keyboard.type("1 1 r");
  await play.until(() => document.querySelectorAll(".typing [role=option]").length === 1);
  await play.press("Tab", "Enter");
  await play.moves(1);
  await play.page.keyboard.type("9 9");
  await play.until(() => /No action/.test(document.querySelector(".typing .soft").textContent));
  await play.press("Escape", "z");
  await play.moves(0);
  await play.close();
});

test("a large board scrolls to its player, and draws what can be seen", async () => {
  const line = "#" + " ".repeat(118) + "#", wall = "#".repeat(120);
  const rows = [wall, ...Array(118).fill(line), wall];
  rows[90] = rows[90].slice(0, 90) + "@$" + rows[90].slice(92);
  rows[2] = rows[2].slice(0, 5) + "." + rows[2].slice(6);
  const play = await browser.play(sample("sokoban", { levels: `${rows.join("\n")}\n` }));
  const seen = () => play.page.$eval(".room", (room) => [room.scrollTop > 500, room.scrollLeft > 500,
    room.querySelectorAll("use").length < 7000]);
  assert.deepEqual(await seen(), [true, true, true]);
  assert.ok((await play.cells()).includes("row 91, column 91: you"));
  await play.press("ArrowUp", "ArrowUp");
  await play.moves(2);
  assert.ok((await play.cells()).includes("row 89, column 91: you"));
  await play.close();
});

for (const scheme of ["light", "dark"]) {
  test(`axe-core finds nothing serious, ${scheme}`, async () => {
    const play = await browser.play(sample("sokoban"), { scheme });
    assert.deepEqual(await play.faults(), []);
    await play.press("ArrowRight", "ArrowDown");
    await play.says(/a wall/);
    assert.deepEqual(await play.faults(), []);
    await play.press("v");
    await play.page.waitForSelector("[role=group][aria-label=Solution]");
    await play.press("End");
    await play.says(/Solved/);
    assert.deepEqual(await play.faults(), []);
    await play.click("Stop watching");
    await play.press("?");
    await play.page.waitForSelector("dialog[open]");
    assert.deepEqual(await play.faults(), []);
    await play.close();
    const phone = { scheme, width: 320, height: 640, touch: true };
    const two = await browser.play(sample("clobber", { level: 3 }), phone);
    await two.page.select(".opponent label:nth-of-type(1) select", "mcts");
    await two.click("More");
    await two.click("Type an action");
    await two.page.waitForSelector(".typing [role=option]");
    assert.deepEqual(await two.faults(), []);
    assert.equal(await two.page.evaluate(() => document.documentElement.scrollWidth), 320);
    await two.close();
  });
}

test("on a desktop the whole page of a game is seen at once", async () => {
  for (const name of ["boulder", "sokoban"]) {
    const play = await browser.play(sample(name), { width: 1440, height: 900 });
    assert.equal(await play.page.evaluate(() => document.documentElement.scrollHeight), 900);
    await play.close();
  }
});
