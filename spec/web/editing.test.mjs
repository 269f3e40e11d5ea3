// The playground in headless Chromium: what an editor with a board beside it must get right.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

test("the name follows the title of the game, unless it was given by hand", async () => {
  const play = await open();
  const name = () => play.page.$eval("#name", (input) => input.value);
  assert.equal(await name(), "Cave");
  await play.replace('"Cave: ', '"Shaft: ');
  await play.until(() => document.querySelector("#name").value === "Shaft");
  await play.page.focus("#name");
  await play.page.keyboard.type("My ");
  const given = await name();
  await play.replace('"Shaft: ', '"Pit: ');
  await play.settled();
  assert.equal(await name(), given);
  await play.close();
});

test("the board says that it plays the rules from before an error, and leads to it", async () => {
  const play = await open({ width: 390, height: 800 });
  const strip = () => play.page.$eval("#old-rules", (strip) => strip.checkVisibility() && strip.innerText);
  assert.equal(await strip(), false);
  await play.click("Source");
  await play.replace("goal =", "gaol =");
  await play.report(/did you mean 'goal'/);
  assert.equal(await play.page.$eval("#phone-tabs .wrong", (tab) => tab.ariaLabel), "Source, has an error");
  await play.click("Play");
  assert.match(await strip(), /These are the rules from before: line \d+ has an error\./);
  const line = Number(/line (\d+)/.exec(await strip())[1]);
  assert.deepEqual(await play.faults(), []);
  await play.click("Go there");
  assert.equal(await play.page.evaluate(() => {
    const { state } = globalThis.playground.source.editor.view;
    return document.querySelector("#editor").checkVisibility()
      && state.doc.lineAt(state.selection.main.head).number;
  }), line);
  await play.replace("gaol =", "goal =");
  await play.report(/and it plays/);
  await play.click("Play");
  assert.equal(await strip(), false);
  assert.equal(await play.page.$("#phone-tabs .wrong"), null);
  await play.close();
});

test("nothing of the former game or file stays where the next one fails", async () => {
  const play = await open();
  await play.press("ArrowRight", "ArrowRight");
  await play.moves(2);
  const pane = () => play.page.$eval("#board-pane", (pane) => pane.innerText);
  await play.drop({ name: "broken.lua", text: "return tessera.game {" });
  await play.report(/broken\.lua/);
  assert.equal(await pane(), "The board appears here as soon as the game runs.");
  await play.press("ArrowRight", "ArrowLeft");
  assert.deepEqual(await play.page.evaluate(() => globalThis.playground.play()), { level: 1, actions: [] });
  assert.deepEqual(await play.list(), []);
  await play.write('print "from the other file"');
  await play.until(() => /returns no game/.test(document.querySelector("#scenarios").textContent));
  await play.drop({ name: "worse.lua", text: "return (" });
  await play.report(/worse\.lua/);
  assert.equal(await pane(), "The board appears here as soon as the game runs.");
  await play.close();
});

test("Enter ends the line where nothing fits better than the word that stands there", async () => {
  const play = await open();
  const offers = async (label) => {
    await play.until((label) => document.querySelector(
      ".cm-tooltip-autocomplete [aria-selected=true] .cm-completionLabel")?.textContent === label, label);
    // An open list takes no keys in its first moments (75 ms).
    await new Promise((resolve) => { setTimeout(resolve, 150); });
  };
  await play.write("local function lengthy() end\n");
  await play.page.focus("#editor .cm-content");
  await play.page.keyboard.down("Control");
  await play.press("End");
  await play.page.keyboard.up("Control");
  await play.page.keyboard.type("local abc = lengthy");
  await offers("lengthy");
  await play.press("Enter");
  await play.page.keyboard.type("local x = leng");
  await offers("lengthy");
  await play.press("Enter");
  assert.equal(await play.source(), "local function lengthy() end\nlocal abc = lengthy\nlocal x = lengthy");
  await play.close();
});

test("Ctrl+Z takes back a move on the board, paint in the painter, and the source only in its editor",
  async () => {
    const play = await open();
    const undo = async (key = "z", held = ["Control"]) => {
      for (const name of held) await play.page.keyboard.down(name);
      await play.page.keyboard.press(key);
      for (const name of held) await play.page.keyboard.up(name);
    };
    await play.page.focus("#editor .cm-content");
    await play.page.keyboard.type("-- typed");
    await play.settled();
    const source = await play.source();
    assert.match(source, /^-- typed/);
    await play.page.focus("#player .board");
    await play.press("ArrowRight", "ArrowRight");
    await play.moves(2);
    await undo();
    await play.moves(1);
    await undo("y");
    await play.moves(2);
    await undo();
    await play.moves(1);
    await undo("Z", ["Control", "Shift"]);
    await play.moves(2);
    await play.page.focus("#open-share");
    await undo();
    await play.tab("Search");
    await undo();
    await play.moves(2);
    assert.equal(await play.source(), source);
    await play.tab("Levels");
    await play.page.focus("#levels .board");
    await play.press("ArrowDown", "ArrowRight", "ArrowRight", "*");
    await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@*::o...#\n"));
    await undo();
    await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@:::o...#\n"));
    await play.tab("cave.lua");
    assert.equal(await play.source(), source);
    await play.page.focus("#editor .cm-content");
    await undo();
    await play.until(() => !globalThis.playground.source.editor.text().includes("-- typed"));
    await play.close();
  });

test("new scenarios have the level and the moves that are on the board, and pass", async () => {
  for (const [fragment, ...keys] of [["", "ArrowRight", "ArrowRight"], ["#guide=bells.lua"]]) {
    const play = await open({ fragment });
    await play.page.focus("#player .board");
    await play.press(...keys);
    await play.moves(keys.length);
    await play.page.evaluate(() => {
      document.querySelector("#file-menu").click();
      Array.from(document.querySelectorAll("[role=menuitem]"))
        .find((item) => item.textContent.startsWith("New scenarios")).click();
    });
    await play.until(() => /1 scenario passed/.test(document.querySelector("#scenarios").textContent));
    assert.ok((await play.source()).includes(`expect = { moves = ${keys.length}, outcome = false }`));
    await play.close();
  }
});

// A play of Sokoban, whose last move is undone.
async function played() {
  const play = await open({ fragment: "#game=sokoban" });
  await play.press("ArrowRight", "ArrowUp", "ArrowLeft", "z");
  await play.moves(2);
  return play;
}

const chosen = (play) => play.page.$eval(".player .levels select", (select) => select.selectedOptions[0].text.trim());

test("moves that were undone can be done again after a look at another file", async () => {
  const play = await played(), before = await play.cells();
  await play.tab("sokoban_scenarios.lua");
  await play.settled();
  await play.tab("sokoban.lua");
  await play.settled();
  await play.moves(2);
  assert.deepEqual(await play.cells(), before);
  assert.deepEqual(await play.list(), ["right", "up", "left"]);
  await play.page.focus("#player .board");
  await play.press("y");
  await play.moves(3);
  await play.close();
});

test("a play goes on from a recording, also by other rules and after a search; a level ends it", async () => {
  const play = await played();
  const { bytes } = await play.saved(() => play.file("Save the play", ".play"));
  // The board has the focus when the call that is under way has ended.
  const atBoard = () => play.until(() => document.activeElement.matches("#player .board"));
  const shows = (board) => play.until((board) => {
    const cells = document.querySelectorAll("#player [role=gridcell]");
    return Array.from(cells, (cell) => cell.getAttribute("aria-label")).join() === board.join();
  }, board);
  const away = () => play.page.focus("#name");
  const drop = async () => {
    await away();
    await play.drop({ name: "s.play", text: bytes.toString() });
    await play.says(/^Step 0 of 2/);
    await atBoard();
  };
  await drop();
  await play.page.select(".player .levels select", "3");
  await play.moves(0);
  await play.until(() => document.querySelector(".transport").hidden);
  assert.match(await chosen(play), /Round the pillar/);
  await play.says(/^$/);
  await drop();
  await play.press("End");
  await play.moves(2);
  await play.click("Play on from here");
  await play.until(() => document.querySelector(".transport").hidden);
  await atBoard();
  const there = await play.cells();
  await play.replace('"the box cannot be pushed"', '"too heavy"');
  await play.settled();
  assert.equal(await chosen(play), "A recording");
  await shows(there);
  await play.tab("Search");
  await play.until(() => !document.querySelector("#search .primary").disabled);
  await play.page.click("#search .primary");
  await play.until(() => /from here has 3 moves/.test(document.querySelector("#search .result").textContent));
  await play.click("Watch");
  await play.says(/^Step 2 of 5/);
  await shows(there);
  await play.press("Escape");
  await play.until(() => document.querySelector(".transport").hidden);
  await play.moves(2);
  await shows(there);
  await play.close();
});

test("the text of the levels is scrolled to the level that is chosen", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.tab("Levels");
  const shown = (name) => play.until((name) => {
    const { view } = globalThis.playground.source.levels.editor, box = view.scrollDOM.getBoundingClientRect();
    const at = view.state.doc.toString().indexOf(`; name: ${name}\n`), place = view.coordsAtPos(at);
    return place && place.top >= box.top - 1 && place.top < box.top + 60;
  }, name);
  await play.page.select("#player .levels select", "4");
  await shown("Four by hand");
  await play.click("Previous level");
  await shown("Round the pillar");
  await play.page.select("#levels select", "Round the corner");
  await shown("Round the corner");
  await play.tab("sokoban.lua");
  await play.page.select("#player .levels select", "4");
  await play.moves(0);
  await play.tab("Levels");
  await shown("Four by hand");
  await play.close();
});

test("options that the game has no longer can be forgotten", async () => {
  const play = await open({ fragment: "#guide=bells.lua" });
  await play.tab("Levels");
  await play.page.$eval("#levels .options input", (input) => {
    input.value = "3";
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await play.settled();
  await play.tab("bells.lua");
  const source = await play.source();
  await play.write(source.replaceAll("bells", "chimes"));
  await play.report(/bells/);
  await play.click("Forget the options");
  await play.report(/and it plays/);
  await play.close();
});
