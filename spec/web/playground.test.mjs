// The playground in headless Chromium, opened from its file: editing, levels, searches, phones.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

const levels = (play) => play.page.evaluate(() => globalThis.playground.source.levels.editor.text());

// ---- the source ----

test("a newcomer sees a game and its source, and a change plays at once", async () => {
  const play = await open();
  assert.match(await play.text("#welcome"), /^3\d lines of Lua are the whole game/);
  assert.match(await play.source(), /^-- What is dug/);
  assert.equal(await play.page.evaluate(() => document.activeElement.getAttribute("role")), "grid");
  await play.press("ArrowRight", "ArrowRight");
  await play.moves(2);
  await play.replace("[ you | empty or earth ]", "[ you | empty ]");
  await play.until(() =>
    /The play goes as far as move 0/.test(document.querySelector(".notice-text").textContent)
  );
  await play.replace("[ you | empty ]", "[ you | empty or earth ]");
  await play.settled();
  await play.close();
});

test("level and actions stay when the source changes", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.page.select(".player .levels select", "2");
  await play.moves(0);
  await play.press("ArrowRight", "ArrowUp", "ArrowRight");
  await play.moves(3);
  await play.replace('"the box cannot be pushed"', '"too heavy"');
  await play.settled();
  await play.moves(3);
  assert.equal(await play.page.$eval(".player .levels select", (select) => select.value), "2");
  await play.close();
});

test("an error is marked at its line, the board stays, and a click goes there", async () => {
  const play = await open();
  await play.replace('name = "cave",', 'name = "cave"');
  await play.report(/cave\.lua:6: .*expected/);
  assert.equal((await play.cells()).length, 50);
  await play.until(
    () => document.querySelector(".cm-lint-marker-error") && document.querySelector(".cm-lintRange-error")
  );
  await play.page.evaluate(() => document.querySelector("#report .error button").click());
  const line = Number(/Line (\d+)/.exec(await play.text("#report .error button"))[1]);
  const there = await play.page.evaluate(() => {
    const { state } = globalThis.playground.source.editor.view;
    return state.doc.lineAt(state.selection.main.head).number;
  });
  assert.equal(there, line);
  await play.replace('name = "cave"', 'name = "cave",');
  await play.report(/and it plays/);
  assert.equal(await play.page.$(".cm-lint-marker-error"), null);
  await play.close();
});

test("an error in a rule is marked in the rule", async () => {
  const play = await open();
  await play.replace("[ you | gem ]", "[ you | gme ]");
  await play.report(/did you mean 'gem'/);
  await play.until(() => document.querySelector(".cm-lintRange-error")?.textContent === "gme");
  await play.close();
});

test("an error of a rule that is carried out is marked, too", async () => {
  const play = await open({ fragment: "#game=mines" });
  const begin = "  apply = function(state, verb, row, column)\n";
  const source = readFileSync("samples/games/mines.lua", "utf8");
  const line = source.slice(0, source.indexOf(begin)).split("\n").length + 1;
  await play.replace(begin, `${begin}    error 'this rule is wrong'\n`);
  await play.settled();
  await play.page.focus("#player .board");
  await play.press("Enter");
  await play.report(/this rule is wrong/);
  assert.equal(await play.text("#report .error button"), `Line ${line}`);
  await play.close();
});

test("a rule that does not return is ended, and the page goes on", async () => {
  const play = await open();
  await play.replace("  ends = {", "  check = function() while true do end end,\n  ends = {");
  await play.report(/The file did not return within 4 s, and was ended\./);
  await play.replace("while true do end ", "");
  await play.report(/and it plays/);
  await play.press("ArrowRight");
  await play.close();
});

test("what a script prints is shown", async () => {
  const play = await open();
  await play.replace("-- What is dug", 'print "hello <b>there</b>"\n-- What is dug');
  await play.until(() => document.querySelector(".printed pre")?.textContent === "hello <b>there</b>");
  await play.close();
});

test("keys, colours and words of rules are completed", async () => {
  const play = await open();
  const complete = async (old, text, wanted) => {
    const source = await play.source();
    await play.replace(old, text);
    await play.page.keyboard.down("Control");
    await play.page.keyboard.press("Space");
    await play.page.keyboard.up("Control");
    await play.until(
      (wanted) =>
        Array.from(
          document.querySelectorAll(".cm-tooltip-autocomplete .cm-completionLabel"),
          (label) => label.textContent
        ).includes(wanted),
      wanted
    );
    await play.press("Escape");
    await play.write(source);
  };
  await complete("  moves = {", "  la", "layers");
  await complete('gem = { "*", "', 'gem = { "*", "l', "light_grey");
  await complete("[ rock | empty ]", "[ ro", "rock");
  await complete('"each down', '"e', "each");
  await play.close();
});

test("a word explains itself to who points at it", async () => {
  const play = await open({ fragment: "#game=mines" });
  const at = await play.page.evaluate(async () => {
    const { view } = globalThis.playground.source.editor;
    const anchor = view.state.doc.toString().indexOf("ground:neighbours") + 10;
    view.dispatch({ selection: { anchor }, scrollIntoView: true });
    await new Promise((resolve) => { setTimeout(() => requestAnimationFrame(resolve), 100); });
    return view.coordsAtPos(anchor);
  });
  await play.page.mouse.move(at.left, (at.top + at.bottom) / 2);
  await play.until(() =>
    /Grid:neighbours\(row: integer/.test(document.querySelector(".cm-tooltip-hover .code-info")?.textContent)
  );
  await play.close();
});

test("completion takes what is chosen", async () => {
  const play = await open({ fragment: "#game=mines" });
  await play.replace("  if state.cover:count", "  state.cover:neigh\n  if state.cover:count");
  await play.page.evaluate(() => {
    const { view } = globalThis.playground.source.editor,
      at = view.state.doc.toString().indexOf("cover:neigh\n") + 11;
    view.dispatch({ selection: { anchor: at } });
    view.focus();
  });
  await play.page.keyboard.type("b");
  await play.until(() =>
    document
      .querySelector(".cm-tooltip-autocomplete [aria-selected=true]")
      ?.textContent.includes("neighbours")
  );
  assert.match(await play.text(".cm-completionInfo"), /Grid:neighbours\(row: integer/);
  await play.page.click(".cm-tooltip-autocomplete [aria-selected=true]");
  await play.until(() => globalThis.playground.source.editor.text().includes("cover:neighbours\n"));
  await play.close();
});

test("Escape, then Tab leaves the editor", async () => {
  const play = await open();
  await play.page.focus("#editor .cm-content");
  await play.press("Tab");
  assert.match(await play.source(), /^ {2}-- What/);
  await play.press("Escape", "Tab");
  assert.equal(await play.page.evaluate(() => document.activeElement.closest("#editor .cm-content")), null);
  await play.press("F6");
  await play.close();
});

// ---- levels ----

const paintAt = (play, row, column) => play.page.evaluate((row, column) => {
  const box = document.querySelector("#levels .board").getBoundingClientRect();
  const { columns } = globalThis.playground.source.levels.painter.board, size = box.width / (columns + 1);
  return { x: box.left + (column + 0.5 + 0.5) * size, y: box.top + (row + 0.5 + 0.5) * size };
}, row, column);

test("a level is painted with the mouse, and the text follows", async () => {
  const play = await open();
  await play.tab("Levels");
  await play.page.click("#levels [role=radio][aria-label^='rock']");
  const from = await paintAt(play, 2, 2), to = await paintAt(play, 2, 5);
  await play.page.mouse.move(from.x, from.y);
  await play.page.mouse.down();
  await play.page.mouse.move(to.x, to.y, { steps: 5 });
  await play.page.mouse.up();
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#:oooo:::#\n"));
  await play.settled();
  assert.ok((await play.cells()).includes("row 3, column 6: rock"));
  await play.click("Undo");
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#::::::::#\n"));
  await play.close();
});

test("rows and columns are added and removed, and one undo takes each back", async () => {
  const play = await open();
  await play.tab("Levels");
  const before = await levels(play);
  await play.click("Add a row at the bottom");
  await play.click("Add a column on the right");
  await play.until(() =>
    /^(#{11}\n#@:::o\.\.\.##\n#::::::::##\n#::\*::o:\*##\n#{11}\n#{11}\n)/m.test(
      globalThis.playground.source.levels.editor.text()
    )
  );
  await play.settled();
  await play.click("Remove the row at the top");
  await play.until(() => /name: First steps\n#@:::o/.test(globalThis.playground.source.levels.editor.text()));
  await play.settled();
  for (let i = 0; i < 3; i++) await play.page.click("#levels [aria-label=Undo]");
  assert.equal(await levels(play), before);
  await play.close();
});

test("a level is painted with the keyboard", async () => {
  const play = await open();
  await play.tab("Levels");
  await play.page.focus("#levels .board");
  await play.press("ArrowDown", "ArrowRight", "ArrowRight", "*");
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@*::o...#\n"));
  await play.press("ArrowRight", "#", "ArrowRight", "Space");
  await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@*##o...#\n"));
  await play.close();
});

test("levels are made, copied and deleted", async () => {
  const play = await open();
  const names = () =>
    play.page.$$eval("#levels select option", (options) => options.map((option) => option.textContent));
  await play.tab("Levels");
  await play.click("Copy the level");
  await play.settled();
  assert.deepEqual(await names(), ["First steps", "Under the rocks", "The deep shaft", "First steps 2"]);
  assert.equal(await play.page.$eval(".player .levels select", (select) => select.value), "4");
  await play.click("Delete the level");
  await play.settled();
  assert.deepEqual(await names(), ["First steps", "Under the rocks", "The deep shaft"]);
  await play.click("New");
  await play.settled();
  assert.match(await levels(play), /; name: Level 2\n#+\n#:+#\n/);
  await play.report(/and it plays|Crushed|All gems/);
  await play.close();
});

test("a level that is wrong is told at its line, and can be mended", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.tab("Levels");
  await play.page.focus("#levels .board");
  await play.press(...Array(3).fill("ArrowDown"), ...Array(4).fill("ArrowRight"), "#");
  const height = await play.page.$eval("#player .stage", (stage) => stage.offsetHeight);
  await play.report(/expected one player/);
  assert.equal(await play.page.$eval("#player .stage", (stage) => stage.offsetHeight), height);
  await play.press("@");
  await play.report(/and it plays/);
  await play.close();
});

test("a character that the legend does not have is a question mark in the painter", async () => {
  const play = await open();
  await play.tab("Levels");
  await play.page.evaluate(() => {
    const { view } = globalThis.playground.source.levels.editor, at = view.state.doc.toString().indexOf("@");
    view.dispatch({ changes: { from: at + 1, to: at + 2, insert: "X" } });
  });
  await play.until(() => document.querySelector("#levels [role=gridcell][aria-label$=unknown]"));
  await play.close();
});

test("painting the map of the source begins a level text", async () => {
  const play = await open({ fragment: "#guide=bells.lua" });
  await play.tab("Levels");
  await play.until(() => document.querySelector("#levels .painter").checkVisibility());
  assert.match(await play.text("#levels .level-paint > .note"), /comes with the game/);
  await play.page.focus("#levels .board");
  await play.press("ArrowRight", "*");
  await play.until(() => /; name: .*\n\.\*\.{4}\n/.test(globalThis.playground.source.levels.editor.text()));
  await play.settled();
  await play.page.focus("#levels .options input");
  await play.page.$eval("#levels .options input", (input) => {
    input.value = "3";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await play.settled();
  assert.deepEqual(await play.page.evaluate(() => globalThis.playground.project.options), { bells: "3" });
  await play.until(() => document.querySelectorAll("#player [role=gridcell][aria-label$=bell]").length === 3);
  await play.close();
});

// ---- searches ----

test("a level is solved, watched, examined; a search is stopped", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.tab("Search");
  await play.page.click("#search .primary");
  await play.until(() =>
    /The shortest solution has 5 moves\./.test(document.querySelector(".result").textContent)
  );
  await play.click("Watch");
  await play.says(/Step \d of 5/);
  await play.click("Close");
  await play.click("Examine the level");
  await play.until(() => /shortest solution\s*5 actions/.test(document.querySelector(".result").textContent));
  await play.page.select(".player .levels select", "4");
  await play.moves(0);
  await play.click("Examine the level");
  await play.until(
    () => Number(document.querySelector(".progress dd")?.textContent.replace(/,/g, "")) > 1000
  );
  await play.click("Stop");
  await play.until(() => document.querySelector(".result").textContent === "Stopped.");
  await play.close();
});

// ---- scenarios ----

test("scenarios run, and show the boards of those that fail", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.tab("sokoban_scenarios.lua");
  await play.until(() => /9 scenarios passed/.test(document.querySelector("#scenarios").textContent));
  // axe-core wants to speak to the frame, which listens to nobody.
  await play.page.$eval("#scenarios iframe", (frame) => frame.remove());
  assert.deepEqual(await play.faults(), []);
  await play.replace(
    "expect = { check = counts(1, 1), outcome = false",
    "expect = { check = counts(1, 2), outcome = false"
  );
  await play.until(() => /1 of 9 scenarios failed/.test(document.querySelector("#scenarios").textContent));
  assert.match(await play.text("#scenarios li.failed"), /found 1 moves and 1 pushes/);
  const frame = await (await play.page.waitForSelector("#scenarios iframe")).contentFrame();
  await frame.waitForFunction(() => /Step/.test(document.querySelector("#place")?.textContent ?? ""));
  await play.tab("sokoban.lua");
  await play.until(() => document.querySelector("#player").checkVisibility());
  await play.press("F6");
  await play.close();
});

// ---- pages of all sizes, for all people ----

for (const scheme of ["light", "dark"]) {
  test(`axe-core finds nothing serious, ${scheme}`, async () => {
    const play = await open({ scheme });
    assert.deepEqual(await play.faults(), []);
    await play.tab("Levels");
    await play.tab("Search");
    assert.deepEqual(await play.faults(), []);
    await play.replace("goal =", "gaol =");
    await play.report(/did you mean 'goal'/);
    assert.deepEqual(await play.faults(), []);
    await play.page.click("#open-gallery");
    assert.deepEqual(await play.faults(), []);
    await play.press("Escape");
    await play.page.click("#open-share");
    await play.until(() => document.querySelector(".share textarea")?.value !== "");
    assert.deepEqual(await play.faults(), []);
    await play.press("Escape");
    await play.page.click("#open-settings");
    assert.deepEqual(await play.faults(), []);
    await play.press("Escape");
    await play.page.click("#open-export");
    assert.deepEqual(await play.faults(), []);
    await play.close();
  });
}

test("on a phone one part is shown at a time", async () => {
  const play = await open({ width: 360, height: 740, touch: true });
  const shown = () =>
    play.page.$$eval(".pane", (panes) =>
      panes.filter((pane) => pane.checkVisibility()).map((pane) => pane.id)
    );
  const wide = () => play.page.evaluate(() => document.documentElement.scrollWidth);
  assert.deepEqual(await shown(), ["board-pane"]);
  for (const [label, pane] of [
    ["Source", "source-pane"],
    ["Levels", "source-pane"],
    ["Search", "side-pane"],
    ["Guide", "side-pane"],
    ["Play", "board-pane"]
  ]) {
    await play.click(label);
    assert.deepEqual(await shown(), [pane]);
    assert.equal(await wide(), 360);
  }
  const { x, y } = await play.cell(2, 2);
  await play.swipe(x, y, 60, 0);
  await play.moves(1);
  assert.deepEqual(await play.faults(), []);
  await play.close();
});

test("panes can be resized with mouse and keys", async () => {
  const play = await open();
  const width = () => play.page.$eval("#source-pane", (pane) => pane.offsetWidth);
  const before = await width();
  await play.page.focus("#split-source");
  await play.press("ArrowRight", "ArrowRight");
  assert.ok(await width() > before + 20);
  const box = await (await play.page.$("#split-source")).boundingBox();
  await play.page.mouse.move(box.x + 4, 400);
  await play.page.mouse.down();
  await play.page.mouse.move(box.x - 200, 400, { steps: 4 });
  await play.page.mouse.up();
  const after = await width();
  assert.ok(after < before);
  await play.reload();
  assert.ok(Math.abs(await width() - after) < 3);
  await play.close();
});
