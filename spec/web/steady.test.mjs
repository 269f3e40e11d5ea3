// No message moves a control: a finger may tap the same place twice. And glyphs fill their cells.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser, sample } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const phones = [[360, 740], [390, 844], [412, 915]];
const sizes = [...phones, ...phones.map(([width, height]) => [height, width])];

const long = "a wall of seven stones is in the way of the player, who cannot push more than one of them. ";

// Each action says something else.
const talk = (fault) => `
return require("tessera").game {
  name = "talk",
  legend = { ["."] = "floor", ["@"] = "player" },
  map = ".../.@./...",
  moves = { "<direction>", "say <left|right|up|down>", "long", "fault", "win" },
  keys = { s = "say <left|right|up|down>", l = "long", f = "fault", w = "win" },
  outcomes = { "Won" }, goal = "Won",
  apply = function(state, verb)
    if verb == "say" then return state.board:set(1, 1, "player") end
    if verb == "long" then return nil, "${long.repeat(3)}" end
    if verb == "fault" then ${fault} end
    if verb == "win" then return state:over "Won" end
    if verb == "left" then
      state.board:set(2, 2, "floor")
      state.board:set(2, 1, "player")
      return
    end
    return nil, "a wall is in the way"
  end,
}`;

// Where everything is that can be pressed, but for the buttons of the message itself, which come and go,
// and for the words below the list of moves, which go down with each move. A board is fitted to its room in
// the frame after the one in which the room changed.
function places(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
    const controls = ".player :is(button, select, summary, input), .player .board, #phone-tabs button, .bar button";
    const found = {};
    for (const element of document.querySelectorAll(controls)) {
      if (element.closest(".notice, .side, .reading, dialog, .menu-list") || !element.checkVisibility()) continue;
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = y + scrollY; // the browser scrolls to what a test clicks on
      const name = (element.ariaLabel ?? element.textContent).split(",")[0];
      found[`${name} ${Object.keys(found).length}`] = [x, top, width, height].join(" ");
    }
    return found;
  });
}

const said = (page) => page.$eval(".notice", ({ innerText }) => innerText);

// Does something, waits for what it says, and compares all places. Returns how high the message is.
async function steady(play, what, act, pattern) {
  const before = await places(play.page);
  assert.ok(Object.keys(before).length > 8, Object.keys(before).join());
  await act();
  await play.says(pattern);
  assert.deepEqual(await places(play.page), before, `${what}: ${await said(play.page)}`);
  return play.page.$eval(".notice", (notice) => notice.getBoundingClientRect().height);
}

for (const [width, height] of sizes) {
  test(`at ${width} x ${height} nothing moves, whatever is said below the board`, async () => {
    const play = await browser.play({ title: "Talk", source: talk("return") }, { width, height, touch: true });
    const key = (...keys) => () => play.press(...keys);
    const one = await steady(play, "a refusal", key("ArrowUp"), /in the way/);
    const many = await steady(play, "a long refusal", key("l"), /seven stones/);
    assert.ok(many > one + 20, `${many} is higher than ${one}`);
    await steady(play, "a question", key("s"), /which direction/);
    await play.until(() => document.querySelectorAll(".notice button").length === 5);
    await steady(play, "its answers", async () => {}, /which direction/);
    await steady(play, "an answer", () => play.click("say up"), /^$/);
    await steady(play, "a hint", key("h"), /win/);
    await steady(play, "it goes", key("ArrowLeft"), /^$/);
    await steady(play, "the end", key("w"), /Won/);
    await play.close();
    const wrong = await browser.play({ title: "Talk", source: talk(`error "${long}"`) },
      { width, height, touch: true });
    await steady(wrong, "an error", () => wrong.press("f"), /seven stones/);
    await wrong.close();
  });
}

// Its values above the board take one line or two.
const values = `
return require("tessera").game {
  name = "values",
  legend = { ["."] = "floor", ["@"] = "player" },
  map = ".../.@./...",
  moves = { "long", "short" },
  keys = { l = "long", s = "short" },
  fields = { treasure = 1, provisions = 1, reputation = 1, experience = 1 },
  apply = function(state, verb)
    for _, name in ipairs { "treasure", "provisions", "reputation", "experience" } do
      state[name] = verb == "long" and 2000000000 or 1
    end
  end,
}`;

for (const [width, height] of phones) {
  test(`at ${width} x ${height} the values above the board move nothing when they grow short`, async () => {
    const play = await browser.play({ title: "Values", source: values }, { width, height, touch: true });
    const heightOf = () => play.page.$eval(".status", (status) => status.offsetHeight);
    const small = await heightOf();
    await play.press("l");
    await play.moves(1);
    const tall = await heightOf();
    assert.ok(tall > small, `${tall} is higher than ${small}`);
    const before = await places(play.page);
    await play.press("s");
    await play.moves(2);
    assert.deepEqual(await places(play.page), before);
    await play.close();
  });
}

test("the same tap on the pad is refused twice, and does nothing else", async () => {
  const play = await browser.play(sample("sokoban"), { width: 360, height: 740, touch: true });
  const tap = async (label) => {
    const box = await play.page.$eval(`.pad [aria-label="${label}"]`, (button) => {
      button.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + 4, height];
    });
    await play.page.touchscreen.tap(box[0], box[1]);
    return box;
  };
  await tap("right");
  await play.moves(1);
  await tap("up");
  await play.moves(2);
  await tap("up");
  await play.moves(3);
  const [x, y] = await tap("up");
  await play.says(/wall/);
  await play.page.touchscreen.tap(x, y);
  await play.says(/wall/);
  await play.moves(3);
  await play.close();
});

for (const [width, height] of sizes) {
  test(`at ${width} x ${height} the strips of the playground move nothing on its board`, async () => {
    const play = await openPlayground(browser, { width, height, touch: true });
    const wide = width >= 896, low = !wide && height < 544;
    const part = async (name) => wide || await play.click(low && name === "Source" ? "How it is made" : name);
    const open = await places(play.page);
    // It speaks of the source: where only the board is seen, it says nothing.
    assert.equal(await play.page.$eval("#welcome", (strip) => strip.checkVisibility()), wide);
    await play.page.$eval("#welcome button", (button) => button.click());
    assert.deepEqual(await places(play.page), open, "the welcome is closed");
    await part("Source");
    await play.replace("goal =", "gaol =");
    await play.report(/did you mean 'goal'/);
    await part("Play");
    assert.ok(await play.page.$eval("#old-rules", (strip) => strip.checkVisibility()));
    assert.deepEqual(await places(play.page), open, "the rules have an error");
    await play.close();
  });
}

test("block elements and lines fill their cells", async () => {
  const source = `return require("tessera").game {
    name = "blocks", legend = { ["."] = "full", ["s"] = "shade", ["l"] = "line", ["@"] = "letter" },
    look = { full = { "█", "red" }, shade = { "▓", "red" }, line = { "═", "red" }, letter = { "A", "red" } },
    map = ".sl@", moves = { "go" }, apply = function() end }`;
  const play = await browser.play({ title: "Blocks", source });
  const wide = await play.page.$$eval(".board use", (uses) => uses.map((use) => {
    const [, drawn] = document.querySelector(use.getAttribute("href")).children;
    // What is in a symbol has no measure of its own.
    const measured = document.querySelector(".board > svg").appendChild(drawn.cloneNode(true));
    const { x, width } = measured.getBBox();
    measured.remove();
    return [x, x + width];
  }));
  for (const [left, right] of wide.slice(0, 3)) assert.ok(left < 0.5 && right > 15.5, `${left} to ${right}`);
  assert.ok(wide[3][0] > 1 && wide[3][1] < 15, "a letter keeps its width");
  await play.close();
});
