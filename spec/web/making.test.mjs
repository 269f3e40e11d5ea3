// How games are made in the playground: what was meant, sprites, painting on the board that is played, new
// games and puzzles.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { dataOf, openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

// Presses a key while Ctrl is held.
async function withControl(play, key) {
  await play.page.keyboard.down("Control");
  await play.press(key);
  await play.page.keyboard.up("Control");
}

const sourceHas = (play, text) =>
  play.until((text) => globalThis.playground.source.editor.text().includes(text), text);

// ---- what was meant ----

test("a button puts the word that was meant in its place, and undo takes it back", async () => {
  for (const view of [{ width: 1440 }, { width: 360, height: 740 }]) {
    const play = await open(view);
    if (view.width < 900) await play.click("Source");
    const before = await play.source();
    await play.replace("goal =", "gaol =");
    await play.report(/unknown key 'gaol' \(did you mean 'goal'\?\)/);
    assert.deepEqual(await play.faults("html", ["serious", "moderate"]), []);
    await play.click("Use 'goal'");
    await play.report(/and it plays/);
    assert.equal(await play.source(), before);
    await withControl(play, "z"); // the focus is in the editor
    await play.report(/did you mean 'goal'/);
    assert.match(await play.source(), /gaol =/);
    await withControl(play, ".");
    await play.report(/and it plays/);
    assert.equal(await play.source(), before);
    await withControl(play, "."); // there is nothing to use any more
    assert.equal(await play.source(), before);
    await play.close();
  }
});

test("what was meant is used in a rule, and in PuzzleScript", async () => {
  const play = await open();
  const rule = /^.*\[ you .*$/m.exec(await play.source())[0];
  await play.replace(rule, rule.replace("you", "yuo"));
  await play.report(/no kind 'yuo' \(did you mean 'you'/);
  await play.click("Use 'you'");
  await sourceHas(play, rule);
  await play.report(/and it plays/);
  const crates = readFileSync("samples/puzzlescript/crates.txt", "utf8");
  await play.drop({ name: "crates.txt", text: crates });
  await sourceHas(play, "Crates and Marks");
  await play.replace("> Player | Crate ] ->", "> Player | Crat ] ->");
  await play.report(/'crat'.*did you mean 'crate'/);
  await play.click("Use 'Crate'");
  await sourceHas(play, "> Player | Crate ] ->");
  await play.report(/and it plays/);
  await play.close();
});

// ---- sprites ----

const pixel = (play, row, column) => play.page.$eval(
  `.sprite-grid [data-row="${row}"][data-column="${column}"]`, (cell) => cell.ariaLabel);

test("a sprite is painted by keys, and each stroke is an edit of the source that undo takes back", async () => {
  const play = await open(), before = await play.source();
  await play.tab("Levels");
  await play.click("Paint its sprite");
  assert.equal(await play.page.$eval("dialog select", (select) => select.value), "wall");
  assert.equal(await pixel(play, 0, 0), "row 1, column 1: stone");
  await play.press("ArrowRight", "c"); // the letter of cyan
  assert.equal(await pixel(play, 0, 1), "row 1, column 2: cyan");
  await sourceHas(play, 'sprite = "dcdgd/dddgd/ggggg/dgddd/dgddd"');
  await play.press("ArrowDown", "Space", "ArrowDown", "Delete");
  await sourceHas(play, 'sprite = "dcdgd/dcdgd/g.ggg/dgddd/dgddd"');
  assert.deepEqual(await play.faults("html", ["serious", "moderate", "critical"]), []);
  await withControl(play, "z");
  await sourceHas(play, 'sprite = "dcdgd/dcdgd/ggggg/dgddd/dgddd"');
  assert.equal(await pixel(play, 2, 1), "row 3, column 2: grey");
  await play.click("Undo");
  await play.click("Undo");
  assert.equal(await play.source(), before);
  assert.equal(await play.page.$eval("dialog [aria-label=Undo]", (undo) => undo.disabled), true);
  await play.click("Redo");
  await sourceHas(play, 'sprite = "dcdgd/dddgd/ggggg/dgddd/dgddd"');
  await play.press("Escape");
  await play.settled();
  assert.match(await play.text("#report"), /and it plays/);
  await play.close();
});

test("a finger draws a line, in a colour that the palette gets", async () => {
  const play = await open({ width: 360, height: 740, touch: true });
  await play.click("Levels");
  await play.page.tap("#levels .tile[title^=gem]");
  await play.click("Paint its sprite");
  await play.page.tap(".swatch[data-name=red]");
  const { x, y, width } = await play.page.$eval(".sprite-grid", (grid) => grid.getBoundingClientRect().toJSON());
  await play.swipe(x + width * 0.1, y + width * 0.1, width * 0.8, width * 0.8);
  await sourceHas(play, 'sprite = "r.c../.rcc./ccrcc/.ccr./..c.r"');
  assert.match(await play.source(), /t = "sand", r = "red" \}/);
  await play.settled();
  assert.match(await play.page.$eval("#report", (report) => report.textContent), /and it plays/);
  assert.deepEqual(await play.faults("html", ["serious", "moderate", "critical"]), []);
  await play.close();
});

const plain = `local tessera = require "tessera"

return tessera.game {
  name = "plain",
  legend = { ["."] = "empty", ["@"] = "player", F = "flag" },
  map = "@..F",
  moves = { "<direction>" },
  rules = { { "<direction>", "[ player | empty or flag ] -> [ | player ]" } },
  ends = { { "Won", "no flag" } },
  goal = "Won",
}
`;

test("a game without a look gets one with the first stroke, and its board shows it", async () => {
  const play = await open();
  await play.drop({ name: "plain.lua", text: plain });
  await sourceHas(play, "plain");
  await play.settled();
  const before = await play.source();
  await play.tab("Levels");
  await play.page.click("#levels .tile[title^=player]");
  await play.click("Paint its sprite");
  await play.page.click(".swatch[data-name=yellow]");
  await play.page.click('.sprite-grid [data-row="2"][data-column="3"]');
  await sourceHas(play, `  goal = "Won",
  look = {
    palette = { y = "yellow" },
    player = { sprite = "...../...../...y./...../....." },
  },
}`);
  await play.press("Escape");
  await play.report(/and it plays/);
  await play.settled();
  const drawn = await play.page.$eval("#player .board", (board) => board.innerHTML.includes('fill="#ffd23f"'));
  assert.equal(drawn, true);
  await play.tab("plain.lua");
  await play.page.focus("#editor .cm-content");
  await withControl(play, "z");
  assert.equal(await play.source(), before);
  await play.close();
});

test("the sprite at the cursor is opened by Alt+Enter, and by its picture; the focus comes back", async () => {
  const play = await open();
  await play.page.evaluate(() => globalThis.playground.source.goTo({ line: 29, column: 5 }));
  await play.page.keyboard.down("Alt");
  await play.press("Enter");
  await play.page.keyboard.up("Alt");
  assert.equal(await play.page.$eval("dialog select", (select) => select.value), "gem");
  await play.press("Escape");
  assert.equal(await play.page.evaluate(() => Boolean(document.activeElement.closest("#editor .cm-content"))), true);
  await play.page.click("[title^='Paint the sprite of rock']");
  assert.equal(await play.page.$eval("dialog select", (select) => select.value), "rock");
  await play.close();
});

test("objects of PuzzleScript are painted, from the source and from the palette of its levels", async () => {
  const play = await open();
  await play.drop({ name: "crates.txt", text: readFileSync("samples/puzzlescript/crates.txt", "utf8") });
  await sourceHas(play, "Crates and Marks");
  await play.settled();
  await play.page.evaluate(() => globalThis.playground.source.goTo({ line: 40, column: 1 }));
  await play.until(() => document.querySelector("[title^='Paint the sprite of crate']"));
  await play.page.$eval("[title^='Paint the sprite of crate']", (picture) => picture.click());
  await play.press("1", "ArrowRight", "0", "ArrowRight", ".");
  await sourceHas(play, "Orange #a05020\n10.00\n0...0\n");
  await play.page.$eval(".swatch[data-name=red]", (swatch) => swatch.click());
  await play.page.click('.sprite-grid [data-row="1"][data-column="1"]');
  await sourceHas(play, "Orange #a05020 red\n10.00\n02..0\n");
  await play.press("Escape");
  await play.tab("Levels");
  await play.page.$eval("#levels .tile[title^=wall]", (tile) => tile.click()); // the list may be made anew
  await play.click("Paint its sprite");
  assert.equal(await play.page.$eval("dialog select", (select) => select.value), "wall");
  await play.press("1");
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("Brown DarkBrown\n10010\n"));
  await play.press("Escape");
  await play.report(/and it plays/);
  await play.close();
});

// ---- new games ----

const starters = dataOf("starters");

test("a new game begins with one of several, each with the picture of its board", async () => {
  for (const view of [{ width: 1440 }, { width: 360, height: 740, touch: true, scheme: "dark" }]) {
    const play = await open(view);
    await play.click("Games");
    await play.click("New game …");
    await play.until((count) => document.querySelectorAll("dialog .sight > svg").length === count, starters.length);
    assert.deepEqual(await play.faults("dialog", ["serious", "moderate", "critical"]), []);
    const cards = await play.page.$$eval("dialog .card", (cards) => cards.map((card) => {
      const { left, right } = card.getBoundingClientRect(), picture = card.querySelector(".sight svg");
      const drawn = picture.getBoundingClientRect(), missing = [...picture.querySelectorAll("use")]
        .filter((use) => !picture.querySelector(use.getAttribute("href"))).length;
      return { text: [...card.querySelectorAll("strong, .what")].map((part) => part.textContent), missing,
        fits: left >= 0 && right <= innerWidth && card.scrollWidth <= card.clientWidth && drawn.height > 40
          && drawn.right <= right };
    }));
    assert.deepEqual(cards, starters.map(({ title, text }) => ({ text: [title, text], missing: 0, fits: true })));
    assert.equal(await play.page.evaluate(() => document.activeElement.querySelector("strong").textContent),
      starters[0].title);
    await play.press("Tab", "Enter");
    await play.until((title) => globalThis.playground.settled && globalThis.playground.project.name === title,
      starters[1].title);
    assert.equal(await play.page.$("dialog[open]"), null);
    assert.match(await play.text("#report"), /and it plays/);
    await play.close();
  }
});

for (const { name, title, project } of starters) {
  test(`${title}, with which a game may begin, plays, has sprites and a palette of different things`, async () => {
    const play = await open();
    await play.page.evaluate((name) => {
      const { starters } = globalThis.playground;
      return globalThis.playground.open(starters.find((one) => one.name === name).project);
    }, name);
    await play.settled();
    assert.equal(await play.source(), project.files[0].text);
    assert.equal(await play.text(".player .title"), title);
    const things = await play.palette();
    for (const part of ["picture", "name"])
      assert.equal(new Set(things.map((thing) => thing[part])).size, things.length, JSON.stringify(things));
    for (const { picture, name } of things) assert.match(picture, /<(path|rect)/, name);
    for (const { picture, name } of things) assert.doesNotMatch(picture, /<text/, name);
    await play.close();
  });
}

// ---- the board that is played ----

// Waits until the board that is played stands still.
const still = (play) => play.page.waitForFunction(() => {
  const { x, y, width } = document.querySelector("#player .board > svg").getBoundingClientRect();
  const now = `${x} ${y} ${width}`, before = window.playedAt;
  window.playedAt = now;
  return now === before;
}, { polling: 100 });

const level = (play) => play.page.$eval("#player .levels select", (select) => select.selectedOptions[0].text);

test("a click on the board that is played puts the chosen tile there, and undo takes it back", async () => {
  for (const view of [{ width: 1440 }, { width: 360, height: 740, touch: true }]) {
    const play = await open(view), before = await play.cells(), text = await play.source();
    await play.page.focus("#player .board");
    await play.press("ArrowRight");
    await play.moves(1);
    if (view.touch) await play.click("Levels");
    else await play.tab("Levels");
    await play.page.click("#levels .tile[title^=gem]");
    await play.click("Paint on the board that is played");
    assert.match(await play.text("#painting p"), /A (click|tap) on the board puts gem there/);
    const at = async (row, column) => {
      await still(play);
      const { x, y } = await play.cell(row, column), { touchscreen, mouse } = play.page;
      return view.touch ? touchscreen.tap(x, y) : mouse.click(x, y);
    };
    const is = (number, pattern) => play.until((number, source) => new RegExp(source).test(
      document.querySelectorAll("#player [role=gridcell]")[number].getAttribute("aria-label")), number, pattern);
    await at(2, 5);
    await is(14, "gem");
    await play.moves(0);
    assert.equal((await level(play)).trim(), "An edited position");
    assert.match((await play.cells())[12], /you/, "the move before it stays");
    assert.deepEqual(await play.faults("html", ["serious", "moderate", "critical"]), []);
    await at(3, 5);
    await is(24, "gem");
    await play.click("Stop painting");
    await play.page.focus("#player .board");
    await play.press("ArrowRight", "ArrowRight");
    await play.moves(2);
    assert.match((await play.cells())[14], /you/);
    if (view.touch) await play.click("Levels");
    await play.click("Paint on the board that is played");
    const undo = () => play.page.$eval("#painting .button", (button) => button.click());
    await undo();
    await play.moves(1);
    await undo();
    await play.moves(0);
    await is(24, "gem");
    await play.page.focus("#player .board");
    await withControl(play, "z");
    await is(24, "earth");
    await undo();
    await is(14, "earth");
    await play.moves(1);
    assert.match(await level(play), /First steps/);
    await undo();
    await play.moves(0);
    assert.deepEqual(await play.cells(), before);
    assert.equal(await play.page.$eval("#painting .button", (button) => button.disabled), true);
    assert.equal(await play.source(), text);
    await play.close();
  }
});

test("the board that is played is painted by keys alone, which is said", async () => {
  const play = await open(), cells = () => play.cells();
  const name = (cell) => cell.replace(/.*: /, ""), before = await cells();
  await play.tab("Levels");
  await play.page.focus("#levels .tile[aria-checked=true]");
  await play.page.evaluate(() => {
    const tiles = [...document.querySelectorAll("#levels .tile")];
    globalThis.wanted = tiles.findIndex(({ title }) => title.startsWith("gem"));
    globalThis.chosen = tiles.findIndex((tile) => tile.ariaChecked === "true");
  });
  const [wanted, chosen] = await play.page.evaluate(() => [globalThis.wanted, globalThis.chosen]);
  for (let i = chosen; i !== wanted; i += Math.sign(wanted - chosen))
    await play.press(wanted > chosen ? "ArrowRight" : "ArrowLeft");
  await play.page.focus("#levels [aria-label='Paint on the board that is played']");
  await play.press("Enter");
  const active = () => play.page.evaluate(() => {
    const { activeElement: board } = document;
    return document.getElementById(board.getAttribute("aria-activedescendant"))?.ariaLabel;
  });
  assert.match(await active(), /you$/);
  await play.press("ArrowDown", "ArrowRight");
  const at = await active(), place = at.replace(/:.*/, "");
  assert.notEqual(name(at), "gem");
  await play.press("Space");
  const said = (what) => play.until((what) => document.querySelector("#painting .hidden").textContent === what, what);
  await said(`${place}: gem`);
  assert.equal((await cells()).filter((cell) => cell.startsWith(`${place}:`))[0], `${place}: gem`);
  await play.moves(0);
  await play.press("ArrowUp", "#");
  await play.until((before) => document.querySelector("#painting .hidden").textContent !== before, `${place}: gem`);
  assert.match(await play.text("#painting .hidden"), /: wall$/);
  await withControl(play, "z");
  await withControl(play, "z");
  await play.until((before) => [...document.querySelectorAll("#player [role=gridcell]")]
    .every((cell, i) => cell.ariaLabel === before[i]), before);
  await play.press("Escape");
  assert.equal(await play.page.$eval("#painting", (strip) => strip.hidden), true);
  await play.press("ArrowRight");
  await play.moves(1);
  await play.close();
});

test("an edited position is played on after a change of the rules, and a chosen level ends it", async () => {
  const play = await open();
  await play.tab("Levels");
  await play.page.click("#levels .tile[title^=rock]");
  await play.click("Paint on the board that is played");
  await still(play);
  const { x, y } = await play.cell(3, 3);
  await play.page.mouse.click(x, y);
  await play.until(() => /rock/.test(document.querySelectorAll("#player [role=gridcell]")[22].ariaLabel));
  await play.replace('"All gems taken", "no gem"', '"All gems taken", "no  gem"');
  await play.settled();
  assert.match((await play.cells())[22], /rock/);
  assert.match(await level(play), /An edited position/);
  await play.page.select("#player .levels select", "2");
  await play.until(() => document.querySelectorAll("#player [role=gridcell]").length === 66);
  assert.match(await level(play), /Under the rocks/);
  await play.close();
});
