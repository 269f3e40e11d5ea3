// The palette of levels: the different things that can be painted. That those of each game look different is
// asked in gallery.test.mjs.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { thingsOf } from "../../web/playground/palette.js";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const thing = (char, tile, label, ...kinds) => ({ char, tile, label, kinds });
const floor = (char) => thing(char, 1, "floor", "floor"), wall = thing("#", 2, "wall", "wall");

// The things of a legend, whose tiles 3, 4 and 5 look the same.
function things(...legend) {
  const drawings = new Map([[1, "a"], [2, "b"], [3, "c"], [4, "c"], [5, "c"]]);
  return thingsOf(legend, drawings)
    .map(({ chars, label, twin }) => `${chars.join("")} ${label}${twin ? ", a twin" : ""}`);
}

test("what several characters mean is one thing; what looks the same is marked, and called otherwise", () => {
  assert.deepEqual(things(floor("-"), wall, floor("_")), ["-_ floor", "# wall"]);
  assert.deepEqual(things(thing("@", 3, "you", "floor", "player"), thing("+", 4, "you", "exit", "player"),
    thing("^", 5, "fly", "fly_up"), wall),
  ["@ you (floor), a twin", "+ you (exit), a twin", "^ fly, a twin", "# wall"]);
  assert.deepEqual(things({ char: "a", tile: 1, label: "x" }, { char: "b", tile: 1, label: "x" },
    { char: "1", tile: 3, label: "block, 1 left" }, { char: "2", tile: 4, label: "block, 2 left" }),
  ["ab x", "1 block, 1 left, a twin", "2 block, 2 left, a twin"]);
});

test("a floor is painted with the character that the level has for it, and only where there is none", async () => {
  const play = await openPlayground(browser, { fragment: "#game=sokoban" });
  await play.tab("Levels");
  const floors = () => play.page.$$eval("#levels .tile[title^=floor]", (tiles) => tiles.map((tile) => tile.ariaLabel));
  assert.deepEqual(await floors(), ["floor, blank, -, _"]);
  const text = (lines) => play.page.evaluate((lines) => {
    const { editor } = globalThis.playground.source.levels;
    if (lines) editor.replace(lines);
    return editor.text();
  }, lines);
  await text("#######\n#@$-_.#\n#######\n");
  await play.until(() => globalThis.playground.settled
    && document.querySelectorAll("#levels [role=gridcell]").length === 21);
  await play.page.$eval("#levels .tile[title^=floor]", (tile) => tile.click());
  await play.page.focus("#levels .board");
  for (const column of [3, 4, 5, 6]) {
    await play.page.$eval(`#levels [data-row="2"][data-column="${column}"]`, (cell) => cell.click());
  }
  assert.equal(await text(), "#######\n#@--_-#\n#######\n");
  await play.close();
});
