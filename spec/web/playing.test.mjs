// The board alone, for those who play: everything fits the window, acts when it is pressed, and nothing hides.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { Browser, sample } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";
import { playOf, toPlay } from "../../web/playground/share.js";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

const sizes = [{ width: 360, height: 740, touch: true }, { width: 740, height: 360, touch: true },
  { width: 390, height: 844, touch: true }, { width: 768, height: 1024, touch: true }, { width: 1440, height: 900 },
  { width: 720, height: 450, zoom: 2 }, { width: 360, height: 225, zoom: 4 }];

// What of the board and of what is pressed leaves the window, and which buttons lie over each other.
function misplaced(page) {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll("#player :is(.toolbar, .pad, .levels, .tools) :is(button, summary)")]
      .filter((button) => button.checkVisibility() && !button.closest(".menu-list"));
    const named = [...buttons.map((button) => [button.ariaLabel ?? button.textContent, button]),
      ["board", document.querySelector("#player .room.scrolls") ?? document.querySelector("#player .board")]];
    const rects = named.map(([name, element]) => [name, element.getBoundingClientRect()]), found = [];
    for (const [name, { left, top, right, bottom, width, height }] of rects) {
      if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
        found.push(`${name} leaves the window: ${[left, top, right, bottom].map(Math.round)}`);
      }
      if (width < 24 || height < 24) found.push(`${name} is ${width} x ${height}`);
    }
    rects.forEach(([name, a], i) => rects.slice(i + 1).forEach(([other, b]) => {
      const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top + 0.5
        || b.bottom <= a.top + 0.5;
      if (!apart) found.push(`${name} lies over ${other}`);
    }));
    if (buttons.length < 6) found.push(`${buttons.length} buttons`);
    return found;
  });
}

// How wide the text in the list of levels is shown, without the arrow beside it.
const roomOfName = (page) => page.$eval("#player .levels select", (select) => {
  const { paddingLeft, paddingRight } = getComputedStyle(select);
  return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 20;
});

for (const size of sizes) {
  const { width, height, touch = false, zoom = 1 } = size;
  const name = `${width} x ${height}${zoom > 1 ? `, ${zoom * 100} %,` : ""}`;
  test(`at ${name} the board and all buttons are in the window`, async () => {
    const play = await open({ fragment: "#game=sokoban", ...size });
    for (const game of ["sokoban", "falling", "boulder", "tower", "rush", "connect4"]) {
      await play.page.evaluate((fragment) => globalThis.playground.openFragment(fragment), `#play=${game}`);
      await play.until(() => globalThis.playground.settled && globalThis.playground.result?.view);
      assert.deepEqual(await misplaced(play.page), [], game);
      const small = Math.min(width, height) < 300 ? 50 : 120;
      const [wide, high] = await play.page.$eval("#player .stage", ({ offsetWidth, offsetHeight }) =>
        [offsetWidth, offsetHeight]);
      assert.ok(wide >= small && high >= small, `${game}: the board has ${wide} x ${high}`);
      assert.ok(await roomOfName(play.page) >= 40, `${game}: the name of the level cannot be read`);
      assert.equal(await play.page.$eval("#player .pad", (pad) => pad.checkVisibility()),
        touch && !["rush", "connect4"].includes(game), game);
    }
    // Beside the source as well.
    await play.page.evaluate(() => globalThis.playground.openFragment("#game=falling"));
    await play.until(() => globalThis.playground.settled && globalThis.playground.result?.view);
    if (width < 896) {
      await play.page.evaluate(() => globalThis.playground.layout.show("board"));
      assert.deepEqual(await misplaced(play.page), [], "with the editor");
    }
    assert.equal(await play.page.evaluate(() => document.documentElement.scrollWidth), width);
    await play.close();
  });
}

// ---- what a press does ----

const middle = (play, selector) => play.page.$eval(selector, (button) => {
  const { x, y, width, height } = button.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
});

const corridor = (length) => `${"#".repeat(length + 4)}\n#@${" ".repeat(length)}$.#\n${"#".repeat(length + 4)}\n`;

test("the pad acts when it is pressed, goes on while it is held, and slides from one side to another", async () => {
  const play = await browser.play(sample("sokoban", { levels: corridor(12) }),
    { width: 390, height: 844, touch: true });
  const { touchscreen } = play.page, right = await middle(play, ".pad [data-at=right]");
  const left = await middle(play, ".pad [data-at=left]"), step = () => play.page.$eval(".moves [aria-current]",
    (button) => Number(button.dataset.step));
  const finger = await touchscreen.touchStart(...right);
  await play.moves(1); // the finger is still down
  await play.until(() => Number(document.querySelector(".moves [aria-current]").dataset.step) >= 4);
  await touchscreen.touchMove(...left);
  await play.until(() => /left/.test(document.querySelector(".moves [aria-current]").textContent));
  await finger.end();
  const at = await step();
  await play.page.touchscreen.tap(...right);
  await play.moves(at + 1); // one tap, one move
  const undo = await middle(play, ".toolbar [aria-label=Undo]");
  const hold = await touchscreen.touchStart(...undo);
  await play.moves(0);
  await hold.end();
  await play.close();
});

test("buttons that act when they are pressed are clicked by keys as well", async () => {
  const play = await browser.play(sample("sokoban", { levels: corridor(3) }));
  await play.click("More");
  await play.click("Buttons on the screen");
  await play.page.focus(".pad [data-at=right]");
  await play.press("Enter", "Space");
  await play.moves(2);
  await play.page.focus(".toolbar [aria-label=Undo]");
  await play.press("Enter");
  await play.moves(1);
  await play.page.$eval(".pad [data-at=right]", (button) => button.click()); // as a screen reader does
  await play.moves(2);
  const [x, y] = await middle(play, ".pad [data-at=left]");
  await play.page.mouse.click(x, y);
  await play.moves(3);
  await play.close();
});

test("a jewel asks for what is possible, and says so where nothing is", async () => {
  const play = await open({ fragment: "#play=jewelry", width: 390, height: 844, touch: true });
  const dead = await play.cell(1, 1);
  await play.page.touchscreen.tap(dead.x, dead.y);
  await play.says(/Nothing is possible there/);
  assert.deepEqual(await play.page.$$eval(".notice button", (all) => all.length), 0);
  await play.click("Hint");
  await play.says(/^Hint: swap the jewel in row \d, column \d (left|up|right|down) \(/);
  const [, row, column] = /row (\d), column (\d)/.exec(await play.text(".notice-text"));
  const jewel = await play.cell(Number(row), Number(column));
  await play.page.touchscreen.tap(jewel.x, jewel.y);
  await play.until(() => document.querySelectorAll(".notice button").length >= 2);
  const answers = await play.page.$$eval(".notice button", (all) => all.map((button) => button.textContent));
  assert.equal(answers.pop(), "Cancel");
  for (const answer of answers) assert.match(answer, /^(up|down|left|right)$/);
  await play.click(await play.page.$eval(".notice button", (button) => button.ariaLabel ?? button.textContent));
  await play.moves(1);
  await play.close();
});

test("the names of files never lie over each other", async () => {
  const play = await open({ fragment: "#game=sokoban", width: 360, height: 740, touch: true });
  await play.click("Levels");
  const over = await play.page.$$eval("#file-tabs [role=tab]", (tabs) => tabs.some((tab, i) =>
    tab.scrollWidth > tab.clientWidth + 1
    || i > 0 && tab.getBoundingClientRect().left < tabs[i - 1].getBoundingClientRect().right - 1));
  assert.equal(over, false);
  assert.ok(await play.page.$eval("#file-tabs [aria-selected=true]", (tab) => {
    const { left, right } = tab.getBoundingClientRect(), room = tab.parentElement.getBoundingClientRect();
    return left >= room.left - 1 && right <= room.right + 1;
  }), "the one that is chosen is in sight");
  await play.close();
});

// ---- what is marked ----

const marked = async (play) => (await play.cells()).filter((cell) => cell.includes("marked"));

test("a hint is an arrow on the board, until something else is done", async () => {
  const play = await open({ fragment: "#play=sokoban" });
  await play.page.select(".levels select", "2");
  await play.until(() => document.querySelector("#player .board").ariaLabel.includes("level 2"));
  await play.click("Hint");
  await play.says(/^Hint: up/);
  const cells = ["row 3, column 4: box, marked with an arrow: up", "row 4, column 4: you, marked"];
  assert.deepEqual(await marked(play), cells);
  const places = await play.page.$$eval("#player .marks > g", (all) =>
    all.map((mark) => mark.getAttribute("transform")));
  assert.deepEqual(places, ["translate(56 40) rotate(-90)", "translate(48 48)"]);
  await play.press("ArrowLeft");
  await play.moves(1);
  assert.deepEqual(await marked(play), []);
  assert.equal(await play.page.$eval("#player .marks", (marks) => marks.children.length), 0);
  await play.close();
});

test("a solution that is watched shows at each step what comes next", async () => {
  const play = await open({ fragment: "#play=rush" });
  await play.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]); // it waits
  await play.click("Solve");
  await play.until(() => document.querySelectorAll("#player .marks > g").length === 2);
  assert.deepEqual(await marked(play), ["row 4, column 3: car E, marked with an arrow: up",
    "row 5, column 3: car E, marked"]);
  await play.click("Forward");
  await play.until(() => document.querySelector("#player .place").textContent === "Solution 1 of 5"
    && document.querySelector("#player [role=gridcell][aria-label*=marked]")?.ariaLabel.includes("car F"));
  await play.click("Stop watching");
  await play.until(() => document.querySelectorAll("#player .marks > g").length === 0);
  await play.close();
});

test("four in a row are marked at the end, and mines are shown", async () => {
  const play = await open({ fragment: "#game=connect4" });
  await play.press("1", "2", "1", "2", "1", "2", "1");
  await play.says(/Red wins/);
  assert.deepEqual(await marked(play), [3, 4, 5, 6].map((row) => `row ${row}, column 1: red, marked`));
  await play.press("z");
  await play.moves(6);
  assert.deepEqual(await marked(play), []);
  await play.page.evaluate(() => globalThis.playground.openFragment("#play=mines"));
  await play.until(() => globalThis.playground.settled
    && document.querySelector("#player .title").textContent === "Minesweeper");
  const shown = async () => (await play.cells()).filter((cell) => /: mine/.test(cell)).length;
  assert.equal(await shown(), 0);
  for (const [row, column] of [[1, 1], [2, 1]]) {
    const { x, y } = await play.cell(row, column);
    await play.page.mouse.click(x, y);
  }
  await play.says(/Blown up/);
  assert.ok(await shown() > 1);
  await play.close();
});

// Counts the flourishes of a page.
const watchFlourishes = (play) => play.page.evaluate(() => {
  globalThis.flourishes = 0;
  new MutationObserver((records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) globalThis.flourishes += node.className === "flourish" ? 1 : 0;
    }
  }).observe(document.querySelector("#player .board"), { childList: true });
});

test("a victory has a small flourish, which goes again; none where less motion is wished for", async () => {
  const play = await open({ fragment: "#play=sokoban" });
  await watchFlourishes(play);
  await play.solve();
  await play.until(() => globalThis.flourishes === 1 && !document.querySelector(".flourish"));
  await play.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  await play.press("r");
  await play.moves(0);
  await play.solve();
  await play.moves(5);
  assert.equal(await play.page.evaluate(() => globalThis.flourishes), 1);
  await play.close();
});

// ---- the board alone ----

const visible = (play, selector) => play.page.$eval(selector, (element) => element.checkVisibility());

test("a link to play opens the board with its aim; how it is made is one tap away, and Back returns", async () => {
  const play = await open({ fragment: "#play=sokoban" });
  assert.equal(await play.text(".player .title"), "Sokoban");
  assert.equal(await play.text(".player .aim"), "Push every box onto a target.");
  for (const part of ["#name", "#source-pane", "#phone-tabs"]) assert.equal(await visible(play, part), false);
  await play.solve();
  await play.edit();
  assert.ok(await visible(play, "#source-pane"));
  assert.equal(await play.page.evaluate(() => location.hash), "#game=sokoban");
  await play.moves(5);
  await play.page.goBack();
  await play.until(() => document.body.classList.contains("playing"));
  await play.moves(5); // the play goes on
  await play.page.goForward();
  await play.until(() => !document.body.classList.contains("playing"));
  await play.click("Play in the whole window");
  assert.equal(await play.page.evaluate(() => location.hash), "#play=sokoban");
  assert.equal(await visible(play, "#name"), false);
  await play.close();
});

test("on a phone the source is one tap away, and its tab gives the board back", async () => {
  const play = await open({ fragment: "#play=sokoban", width: 360, height: 740, touch: true });
  await play.edit();
  assert.ok(await visible(play, "#source-pane"));
  await play.click("Play");
  assert.ok(await visible(play, "#player"));
  await play.click("Play in the whole window");
  assert.equal(await visible(play, "#phone-tabs"), false);
  await play.close();
  const low = await open({ fragment: "#game=sokoban", width: 740, height: 360, touch: true });
  assert.equal(await visible(low, "#name"), false);
  await low.click("How it is made");
  assert.ok(await visible(low, "#name"));
  assert.ok(await visible(low, "#source-pane"));
  await low.close();
});

test("on a phone on its side the aim stands below the board until the first move", async () => {
  const play = await open({ fragment: "#play=sokoban", width: 740, height: 360, touch: true });
  await play.says(/^Push every box onto a target\.$/);
  await play.press("ArrowRight");
  await play.says(/^$/);
  await play.moves(1);
  await play.close();
});

test("the last level says so, and that all are solved", async () => {
  const levels = "; name: One\n#####\n#@$.#\n#####\n\n; name: Two\n######\n#@ $.#\n######\n";
  const play = await browser.play(sample("sokoban", { levels }));
  await play.click("Next level");
  await play.press("ArrowRight", "ArrowRight");
  await play.says(/^Solved in 2 moves\. That was the last level\.$/);
  await play.click("Previous level");
  await play.press("ArrowRight");
  await play.says(/^Solved in 1 move\.$/);
  await play.page.$eval(".notice-buttons .button", (next) => next.click());
  await play.until(() => document.querySelector(".board").ariaLabel.includes("level 2 "));
  await play.press("ArrowRight", "ArrowRight");
  await play.says(/^Solved in 2 moves\. All levels are solved\.$/);
  await play.close();
});

test("where fingers play the cursor is shown as soon as it is used", async () => {
  const play = await open({ fragment: "#play=connect4", width: 360, height: 640, touch: true });
  const shown = () => play.page.$$eval("#player .board .cursor", (paths) =>
    paths.some((path) => path.checkVisibility()));
  assert.equal(await shown(), false);
  const { x, y } = await play.cell(3, 3);
  await play.page.touchscreen.tap(x, y);
  await play.moves(1);
  assert.equal(await shown(), true);
  await play.close();
});

test("levels are pictures, those that were solved are marked", async () => {
  const play = await open({ fragment: "#play=sokoban" });
  await play.solve();
  await play.click("All levels");
  await play.until(() => document.querySelectorAll(".level-card").length === 5
    && document.querySelectorAll(".level-card svg use").length > 100);
  const cards = await play.page.$$eval(".level-card", (all) => all.map((card) =>
    [card.innerText.replace(/\s+/g, " ").trim(), card.getAttribute("aria-current"),
      card.querySelectorAll("use").length]));
  assert.match(cards[0][0], /^1 Round the corner ✓.*5/);
  assert.equal(cards[0][1], "true");
  assert.match(cards[1][0], /^2 Two boxes$/);
  assert.ok(cards[1][2] > 20, "the second level is drawn");
  assert.deepEqual(await play.faults("dialog[open]", ["moderate", "serious", "critical"]), []);
  await play.page.click("[data-level='2']");
  await play.until(() => document.querySelector(".player .levels select").value === "2");
  await play.press("ArrowRight");
  await play.moves(1);
  await play.close();
});

test("a game with many levels draws those that are seen, and one without a picture says its name", async () => {
  const many = Array.from({ length: 200 }, (_, i) => `; ${i + 1}\n${corridor(1 + i % 5)}`).join("\n");
  const wide = corridor(2600);
  const play = await browser.play(sample("sokoban", { levels: `${wide}\n${many}` }));
  await play.click("All levels");
  await play.until(() => document.querySelectorAll(".level-card").length === 201
    && document.querySelectorAll(".level-card svg").length > 3);
  assert.ok(await play.page.$$eval(".level-card svg", (all) => all.length < 100));
  assert.equal(await play.page.$eval("[data-level='1']", (card) => card.querySelector("svg")), null);
  await play.page.$eval("[data-level='200']", (card) => card.scrollIntoView());
  await play.until(() => document.querySelector("[data-level='200'] svg use"));
  await play.close();
});

test("a shared link opens the board, or the editor", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.page.click("#open-share");
  const link = (kind) => play.page.click(`.share [value=${kind}]`).then(() => play.until((kind) =>
    /#play=1\./.test(document.querySelector(".share textarea").value) === (kind === "play"), kind))
    .then(() => play.page.$eval(".share textarea", ({ value }) => value.slice(value.indexOf("#"))));
  const [toPlay, toEdit] = [await link("play"), await link("edit")];
  assert.equal(toPlay, `#play=${toEdit.slice(1)}`);
  assert.deepEqual(await play.faults("dialog[open]"), []);
  await play.close();
  const other = await open({ fragment: toPlay });
  assert.equal(await visible(other, "#name"), false);
  assert.equal(await other.text(".player .title"), "Sokoban");
  await other.edit();
  assert.equal(await other.page.evaluate(() => location.hash), toEdit);
  assert.match(await other.source(), /name = "sokoban"/);
  await other.close();
});

test("a link to play that holds no game that plays opens the editor", async () => {
  for (const fragment of ["#play=nothing", "#play=1.%%%"]) {
    const play = await open({ fragment });
    await play.toast(/no example|damaged/);
    assert.ok(await visible(play, "#source-pane"), fragment);
    await play.close();
  }
});

for (const [width, height, scheme] of [[360, 740, "light"], [740, 360, "dark"], [1440, 900, "dark"]]) {
  test(`nothing serious or moderate for axe-core where one plays, ${width} x ${height}, ${scheme}`, async () => {
    const play = await open({ fragment: "#play=boulder", width, height, scheme, touch: width < 1000 });
    assert.deepEqual(await play.faults("html", ["moderate", "serious", "critical"]), []);
    await play.close();
  });
}

test("a game whose name begins with a digit is no link that holds a source", () => {
  assert.deepEqual(playOf("#play=2048"), { fragment: "#game=2048", large: true });
  assert.deepEqual(playOf("#play=1.q1YqSy0qzszPAwA"), { fragment: "#1.q1YqSy0qzszPAwA", large: true });
  assert.deepEqual(playOf("#game=2048"), { fragment: "#game=2048", large: false });
  assert.equal(toPlay("#game=2048"), "#play=2048");
  assert.equal(toPlay("#1.q1YqSy0qzszPAwA"), "#play=1.q1YqSy0qzszPAwA");
});
