// What is heard of a game in a page: by a context of sounds that only counts.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser, onePush } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

// Notes in `sounded` the first samples and the loudest one of each sound that is started.
function prepare() {
  globalThis.sounded = [];
  globalThis.AudioContext = class {
    state = "running";
    createBuffer(channels, length, rate) {
      return { length, rate, copyToChannel(samples) {
        this.first = samples.slice(0, 200).join();
        this.peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
      } };
    }

    createBufferSource() {
      return { connect() {}, start() { globalThis.sounded.push(this.buffer); } };
    }
  };
  document.hasFocus = () => !globalThis.away;
}

const heard = (play) => play.page.evaluate(() => globalThis.sounded.splice(0));
const count = (play, number) => play.until((number) => globalThis.sounded.length === number, number);
const button = "#player .toolbar [aria-label=Silence], #player .toolbar [aria-label=Sound]";

test("each sound of a step is played once, the same in every page; none of what is undone or watched", async () => {
  const before = [];
  for (let i = 0; i < 2; i++) {
    const play = await browser.play(onePush(), { prepare });
    await play.press("ArrowRight");
    await count(play, 3);
    const sounds = await heard(play);
    assert.equal(new Set(sounds.map(({ first }) => first)).size, 3);
    for (const { peak, length, rate } of sounds) {
      assert.ok(peak > 0.01 && peak <= 1, `${peak}`);
      assert.ok(length > rate / 100 && length <= 3 * rate, `${length}`);
    }
    before.push(sounds);
    await play.press("z");
    await play.moves(0);
    await play.click("Solve");
    await play.says(/Solved in 1 move/);
    assert.deepEqual(await heard(play), []);
    await play.close();
  }
  assert.deepEqual(before[0], before[1]);
});

test("silence is remembered, and a page that is not looked at is silent", async () => {
  const play = await openPlayground(browser, { fragment: "#play=sokoban", prepare });
  await play.press("ArrowRight");
  await count(play, 1);
  await heard(play);
  const again = async () => {
    await play.press("z");
    await play.moves(0);
    await play.press("ArrowRight");
    await play.moves(1);
  };
  const steps = (action) => play.page.evaluate(action).then(again);
  await steps(() => { globalThis.away = true; });
  await steps(() => { globalThis.away = false; });
  await count(play, 1); // of the second time alone
  await play.page.click(button);
  assert.equal(await play.page.$eval(button, (found) => found.getAttribute("aria-label")), "Sound");
  await heard(play);
  await play.reload("#play=sokoban");
  assert.equal(await play.page.$eval(button, (found) => found.getAttribute("aria-label")), "Sound");
  await play.press("ArrowRight");
  await play.moves(1);
  await play.page.click(button);
  await again();
  await count(play, 1); // only those after the button
  await play.close();
});

test("the sound is silenced by a button at 360 pixels, and by the menu where there is no room for it", async () => {
  for (const [game, width, shown] of [["sokoban", 360, true], ["boulder", 360, false], ["sokoban", 320, false],
    ["boulder", 390, true], ["tower", 360, false]]) {
    const play = await openPlayground(browser, { fragment: `#play=${game}`, width, height: 740, touch: true });
    const visible = () => play.page.$eval(button, (found) => found.checkVisibility());
    assert.equal(await visible(), shown, `${game} ${width}`);
    assert.ok(await play.page.$eval("#player .toolbar", (bar) => bar.scrollWidth <= bar.clientWidth), game);
    const entry = () => play.page.$$eval("#player .menu-list button", (list) => list
      .find((found) => found.textContent.startsWith("Sound")).checkVisibility());
    await play.click("More");
    assert.equal(await entry(), game !== "tower");
    if (game !== "tower") {
      await play.click("Sound: on");
      await play.click("More");
      await play.click("Sound: off");
      await play.click("More");
      await play.click("Sound: on");
    }
    await play.close();
  }
});

test("a game without sounds has no button for them; PuzzleScript has its own sounds", async () => {
  const play = await openPlayground(browser, { fragment: "#play=tower", prepare });
  assert.equal(await play.page.$eval(button, (found) => found.checkVisibility()), false);
  await play.reload("#play=crates");
  assert.equal(await play.page.$eval(button, (found) => found.checkVisibility()), true);
  await play.press("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown");
  await play.until(() => globalThis.sounded.length > 0);
  await play.close();
});
