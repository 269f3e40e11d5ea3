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
    await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@*::o..*#\n"));
    await undo();
    await play.until(() => globalThis.playground.source.levels.editor.text().includes("\n#@:::o..*#\n"));
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
