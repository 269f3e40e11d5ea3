// What stands where in the playground on phones, tablets and large windows, in headless Chromium.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser, onePush } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);
const panes = (play) => play.page.$$eval(".pane", (all) =>
  all.filter((pane) => pane.checkVisibility()).map(({ id }) => id));
const width = (play, selector) => play.page.$eval(selector, (element) => element.getBoundingClientRect().width);
const focused = (play) => play.page.evaluate(() => document.activeElement.id);

test("the guide is closed, stays closed, and is opened again by its button", async () => {
  const play = await open({ width: 1920, height: 1080 }), before = await width(play, "#board-pane");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane", "side-pane"]);
  await play.page.focus("#close-side");
  await play.press("Enter");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane"]);
  assert.equal(await focused(play), "open-guide");
  assert.ok(await width(play, "#board-pane") > before * 1.3, "the board has the room");
  await play.press("Enter");
  assert.equal(await play.page.evaluate(() => document.activeElement.textContent), "Guide");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane", "side-pane"]);
  await play.page.click("#close-side");
  await play.reload();
  assert.deepEqual(await panes(play), ["source-pane", "board-pane"]);
  await play.page.click("#open-search");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane", "side-pane"]);
  assert.ok(await play.page.$eval("#search", (panel) => panel.checkVisibility()));
  await play.page.click("#open-guide");
  assert.ok(await play.page.$eval("#guide", (panel) => panel.checkVisibility()));
  await play.page.click("#open-guide");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane"]);
  await play.close();
});

test("on a window of middle width the guide takes the place of the source, and gives it back", async () => {
  const play = await open({ width: 1100, height: 800 });
  assert.deepEqual(await panes(play), ["source-pane", "board-pane"]);
  assert.ok(!(await play.page.$eval("#phone-tabs", (tabs) => tabs.checkVisibility())));
  await play.page.click("#open-guide");
  assert.deepEqual(await panes(play), ["board-pane", "side-pane"]);
  await play.page.click("#close-side");
  assert.deepEqual(await panes(play), ["source-pane", "board-pane"]);
  await play.page.click("#open-search");
  assert.deepEqual(await panes(play), ["board-pane", "side-pane"]);
  assert.deepEqual(await play.faults(), []);
  await play.close();
});

test("what fingers press is 44 pixels high", async () => {
  const play = await open({ width: 390, height: 844, touch: true });
  const small = () => play.page.$$eval("button, summary, select, [role=tab], [role=radio]", (all) => all
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 44)
    .map((element) => `${element.ariaLabel ?? element.textContent}: ${element.getBoundingClientRect().height}`));
  for (const part of ["Play", "Source", "Levels", "Search", "Guide"]) {
    await play.click(part);
    assert.deepEqual(await small(), [], part);
  }
  assert.equal(await play.page.evaluate(() => document.documentElement.scrollWidth), 390);
  await play.close();
});

test("on a phone the board that is painted is seen whole, and what tells of it lies over nothing", async () => {
  for (const height of [640, 740]) {
    const play = await open({ width: 360, height, touch: true }), { page } = play;
    const box = (selector) => page.$eval(selector, (element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return { top, bottom, rolls: element.scrollHeight > element.clientHeight };
    });
    await page.click("#phone-tabs [data-part=levels]");
    await play.until(() => document.querySelector("#levels .board > svg"));
    const named = await page.$$eval("[role=tab], #phone-tabs button", (tabs) => tabs.filter((tab) =>
      tab.textContent === "Levels" && tab.checkVisibility()).length);
    assert.equal(named, 1);
    assert.equal((await box(".level-paint")).rolls, false);
    await page.$eval("#levels .board", (board) => board.scrollIntoView({ block: "center" }));
    const panel = await box("#levels"), board = await box("#levels .board");
    assert.ok(board.top >= panel.top && board.bottom <= panel.bottom, JSON.stringify({ panel, board }));
    await page.$eval("#levels", (levels) => (levels.scrollTop = levels.scrollHeight));
    const text = await box(".level-text");
    assert.ok(text.bottom <= panel.bottom + 1 && text.bottom - text.top >= 140, JSON.stringify({ panel, text }));
    await play.click("Paint its sprite");
    await page.waitForSelector(".swatches > :last-child");
    const dialog = await box("dialog.sprite"), last = await box(".swatches > :last-child");
    assert.ok(last.bottom < dialog.bottom, `the last colour ends at ${last.bottom}, the dialog at ${dialog.bottom}`);
    await play.press("Escape");
    await play.click("Paint on the board that is played");
    const strip = await box("#painting"), player = await box("#player");
    assert.ok(strip.bottom <= player.top, JSON.stringify({ strip, player }));
    assert.deepEqual(await play.faults(), []);
    await play.close();
  }
});

test("the page itself never scrolls, only its parts do", async () => {
  const play = await open({ fragment: "#game=connect4", width: 390, height: 844, touch: true });
  const top = await play.page.evaluate(() => {
    for (const element of document.querySelectorAll("#player *")) element.scrollIntoView?.();
    return document.scrollingElement.scrollTop;
  });
  assert.equal(top, 0);
  await play.close();
});

test("how to play stands beside the board", async () => {
  const play = await open();
  assert.match(await play.text(".howto"), /Take all gems, and mind the rocks\./);
  assert.deepEqual(await play.page.$$eval(".howto dl div", (rows) => rows.map((row) =>
    Array.from(row.querySelectorAll("kbd, dd"), (part) => part.textContent).join(" "))),
  ["← ↑ ↓ → move", "z undo"]);
  await play.click("All keys");
  await play.until(() => document.querySelector(".player dialog[open] .keys") !== null);
  await play.press("Escape");
  await play.close();
});

test("a link to an example opens the guide where it stands", async () => {
  const play = await open({ fragment: "#guide=ice.lua" });
  assert.equal(await play.page.$eval(".guide-head select", (select) => select.value), "guide");
  await play.until(() => {
    const block = document.querySelector("[data-example='ice.lua']").getBoundingClientRect();
    const room = document.querySelector(".guide-body").getBoundingClientRect();
    return block.top >= room.top && block.top < room.bottom;
  });
  await play.close();
});

test("the reference is searched beside the game", async () => {
  const play = await open();
  await play.page.select(".guide-head select", "reference");
  await play.page.type(".look-up", "counters");
  await play.until(() => /^\d+ entr/.test(document.querySelector(".reference [role=status]").textContent));
  const shown = () => play.page.$$eval(".reference .entry", (all) =>
    all.filter((entry) => entry.checkVisibility()).map((entry) => entry.textContent));
  const found = await shown();
  assert.ok(found.some((text) => /^counters\?: /.test(text)), found.join("; "));
  assert.ok(found.every((text) => /counters/i.test(text)));
  assert.deepEqual(await play.faults(), []);
  await play.page.type(".look-up", "xyzzy");
  await play.until(() => document.querySelector(".reference [role=status]").textContent === "0 entries");
  assert.deepEqual(await shown(), []);
  await play.close();
});

test("a game without hint and solve has neither button nor key for them", async () => {
  const play = await open();
  const { name, bytes } = await play.saved(() => play.file("Game without hint and solve", ".html"));
  assert.equal(name, "cave.html");
  assert.match(bytes.toString(), /"bare":true/);
  await play.close();
  const bare = await browser.play(onePush({ bare: true }));
  assert.deepEqual(await bare.page.$$eval(".toolbar > .button", (all) =>
    all.filter((button) => button.checkVisibility()).map((button) => button.ariaLabel)),
  ["Undo", "Redo", "Restart the level", "Silence"]);
  await bare.press("h", "v", "ArrowRight");
  await bare.says(/Solved in 1 move\./);
  await bare.click("All keys");
  const keys = await bare.text(".keys");
  assert.match(keys, /undo/);
  assert.doesNotMatch(keys, /hint|solve/);
  await bare.close();
});

for (const [size, height] of [[390, 844], [768, 1024], [1100, 800], [1440, 900], [1920, 1080]]) {
  for (const scheme of ["light", "dark"]) {
    test(`nothing serious for axe-core at ${size}, ${scheme}`, async () => {
      const play = await open({ width: size, height, scheme });
      assert.equal(await play.page.evaluate(() => document.documentElement.scrollWidth), size);
      assert.deepEqual(await play.faults(), []);
      await play.close();
    });
  }
}
