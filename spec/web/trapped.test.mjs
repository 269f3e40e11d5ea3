// Games of somebody else in headless Chromium: what they do wrong ends their worker, and no more.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readFileSync, writeFileSync } from "node:fs";
import { Browser } from "./browser.mjs";
import { TRAP, trap } from "./trap.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

test("a rule that does not return ends the worker, and the play goes on", async () => {
  const play = await browser.play(trap());
  await play.press("ArrowRight", "ArrowRight");
  await play.moves(2);
  await play.press("l", "ArrowRight", "ArrowRight");
  await play.says(/^The script did not return within 2 s, and was ended\. The board is as before\.$/);
  await play.moves(2);
  await play.press("ArrowRight");
  await play.moves(3);
  assert.deepEqual(await play.list(), ["right", "right", "right"]);
  await play.press("z");
  await play.moves(2);
  await play.close();
});

test("a rule that eats memory, one that is refused something, and one that is wrong", async () => {
  const play = await browser.play(trap());
  await play.limit(60, 64);
  await play.press("ArrowRight", "e");
  await play.says(/^The game took more than 64 MB of memory\. The board is as before\.$/);
  await play.moves(1);
  await play.press("ArrowRight", "o");
  await play.says(/os\.remove is refused to a script\. The board is as before\.$/);
  await play.moves(2);
  await play.press("f");
  await play.says(/^game\.lua:21: that is wrong/);
  await play.press("ArrowRight");
  await play.moves(3);
  await play.close();
});

test("the limits can be set", async () => {
  const play = await browser.play(trap());
  await play.limit(0.5, 512);
  await play.press("ArrowRight", "l");
  await play.says(/^The script did not return within 0\.5 s, and was ended\./);
  await play.moves(1);
  await play.close();
});

test("a source that is wrong, or does not return, is told", async () => {
  const wrong = await browser.play({ title: "Wrong", source: "return 1 +" });
  assert.match(await wrong.text("#wait"), /game\.lua:1/);
  await wrong.close();
  const endless = await browser.play({ title: "Endless", source: "while true do end" });
  assert.match(await endless.text("#wait"), /did not return within 4 s/);
  await endless.close();
});

test("a level that is wrong is told", async () => {
  const play = await browser.play(trap({ levels: "@x..\n" }));
  await play.says(/^unknown cell 'x'/);
  await play.press("ArrowRight", "n", "z");
  await play.says(/^unknown cell 'x'/);
  await play.close();
});

test("refused actions of a replay are struck through, and can be gone to", async () => {
  const play = await browser.play(trap());
  await play.press("ArrowRight");
  await play.moves(1);
  const file = await play.download(async () => {
    await play.click("More");
    await play.click("Save the play");
  });
  const refused = "> left\n< no: left: the board ends here\n> right\n";
  writeFileSync(file, readFileSync(file, "utf8").replace("> right\n", refused));
  await play.openFile(file);
  await play.says(/^Step 0 of 2/);
  assert.deepEqual(await play.list(), ["left", "right"]);
  assert.deepEqual(await play.page.$$eval(".moves .refused", (list) => list.map((text) => {
    return [text.textContent, getComputedStyle(text).textDecorationLine];
  })), [["left", "line-through"]]);
  await play.page.click(".moves [data-step='1']");
  await play.says(/^Step 1 of 2: Refused: /);
  await play.press("End");
  await play.moves(2);
  await play.click("Close");
  await play.moves(1);
  assert.deepEqual(await play.list(), ["right"]);
  await play.close();
});

test("a play is saved; a worker that ends comes back to a play that goes on from it", async () => {
  const play = await browser.play(trap());
  await play.press("ArrowRight", "ArrowRight", "ArrowRight");
  await play.moves(3);
  const file = await play.download(async () => {
    await play.click("More");
    await play.click("Save the play");
  });
  assert.match(readFileSync(file, "utf8"), /^tessera play 1\n/);
  await play.openFile(file);
  await play.says(/^Step 0 of 3/);
  await play.press("ArrowRight", "ArrowRight");
  await play.says(/^Step 2 of 3/);
  await play.click("Play on from here");
  await play.moves(2);
  await play.press("z", "ArrowRight", "ArrowRight", "ArrowLeft");
  await play.moves(4);
  const before = await play.cells();
  await play.press("l");
  await play.says(/did not return within 2 s, and was ended\. The board is as before\.$/);
  assert.deepEqual(await play.cells(), before);
  await play.press("ArrowLeft");
  await play.moves(5);
  assert.deepEqual(await play.list(), ["right", "right", "right", "left", "left"]);
  await play.close();
});

test("no text of a game becomes markup", async () => {
  const image = "<img src=x onerror=document.title='evil'>";
  const evil = `</script><script>document.title = 'evil'</script>${image}<!--`;
  const source = `${TRAP.replace('"the board ends here"', `[[${evil}]]`)
    .replace("goal =", `look = { floor = { "<", label = [[${image}]] } }, goal =`)} -- ${evil}`;
  const play = await browser.play({ title: evil, source, path: "evil.lua" });
  assert.equal(await play.text("#wait"), "");
  await play.press("ArrowLeft");
  await play.says(/<img src=x/);
  assert.match((await play.cells())[1], /<img src=x/);
  assert.equal(await play.page.evaluate(() => document.querySelectorAll("img").length), 0);
  assert.equal(await play.page.title(), evil);
  await play.close();
});
