// How games are made in the playground: what was meant, sprites, painting on the board that is played, new
// games and puzzles.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test, before, after } from "node:test";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

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
