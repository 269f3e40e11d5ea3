// Opens pages in headless Chromium, as `make test-pages` does, and compares what they show with the
// recordings and runs that they were made of.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, before, after } from "node:test";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

// puppeteer-core is installed outside of the sources: the Makefile says where.
const puppeteer = createRequire(join(process.env.PAGES_MODULES, "x.js"))("puppeteer-core");
const LUA = process.env.LUA || "lua5.4";
const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium-headless-shell";

let browser, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "pages-"));
  browser = await puppeteer.launch({ executablePath: CHROMIUM, headless: true,
    args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

// Writes a page by run.lua and opens it. What it says on the console, and what it asks of the
// network, is an error.
async function open({ args, input = "", width = 1000, scheme = "light", motion = "no-preference" }) {
  const file = join(folder, `${Math.random()}.html`);
  execFileSync(LUA, ["run.lua", ...args, "--html", file], { input, stdio: ["pipe", "pipe", "inherit"] });
  const page = await browser.newPage();
  page.wrong = [];
  page.on("console", (message) => page.wrong.push(message.text()));
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) page.wrong.push(request.url());
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme },
    { name: "prefers-reduced-motion", value: motion }]);
  await page.goto(`file://${file}`);
  return page;
}

const text = (page, id) => page.$eval(`#${id}`, (element) => element.textContent);
const place = (page) => text(page, "place");

async function close(page) {
  assert.deepEqual(page.wrong, []);
  await page.close();
}

// The steps of a recording: action, refusal, and the board after it, as the library plays them.
function readPlay(path) {
  const printed = execFileSync(LUA, ["run.lua", "spec/pages/boards.lua", "--trust", path], { encoding: "utf8" });
  return printed.split("\f").map((step) => {
    const [action, why, board] = step.split("\v");
    return { action, why, board: board.trimEnd() };
  });
}

// How many different colours a PNG of 8 bits for each channel has, up to 50: a blank one has one.
function coloursOf(png) {
  let at = 8, width, channels;
  const data = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at), type = png.toString("latin1", at + 4, at + 8);
    if (type === "IHDR") {
      width = png.readUInt32BE(at + 8);
      channels = png[at + 17] === 6 ? 4 : 3;
    } else if (type === "IDAT") {
      data.push(png.subarray(at + 8, at + 8 + length));
    }
    at += 12 + length;
  }
  // The bytes before a row's filter is undone tell enough: rows of one colour are all zero or equal.
  const raw = inflateSync(Buffer.concat(data)), seen = new Set(), stride = width * channels + 1;
  for (let row = 0; row * stride < raw.length; row++) {
    seen.add(raw.subarray(row * stride, (row + 1) * stride).toString("latin1"));
    if (seen.size > 50) break;
  }
  return seen.size;
}

async function notBlank(page) {
  const picture = await page.$("#board");
  const png = Buffer.from(await picture.screenshot());
  assert.ok(coloursOf(png) > 10, "the screenshot of the board is blank");
}

for (const name of ["tower/block", "tower/cleared", "robots/won", "robots/refused", "samegame/won",
  "jewelry/running", "horizontally/left_wins"]) {
  test(`${name}: every step shows the recording's board`, async () => {
    const path = `samples/${name}.play`, steps = readPlay(path);
    const page = await open({ args: ["replay", path] });
    for (const [i, step] of steps.entries()) {
      assert.equal(await place(page), `Step ${i} of ${steps.length - 1}`);
      assert.equal(await text(page, "text"), step.board, `after step ${i}`);
      if (step.action) {
        const expected = step.why ? `Refused: ${step.why}` : step.action;
        assert.equal(await text(page, "now"), expected);
      }
      await page.keyboard.press("ArrowRight");
    }
    assert.equal(await page.$eval("#on", (button) => button.disabled), true);
    await notBlank(page);
    await close(page);
  });
}

test("the keyboard alone plays, pauses and jumps", async () => {
  const page = await open({ args: ["replay", "samples/tower/cleared.play"] });
  await page.keyboard.press("End");
  assert.equal(await place(page), "Step 11 of 11");
  await page.keyboard.press("Home");
  assert.equal(await place(page), "Step 0 of 11");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await place(page), "Step 0 of 11");
  for (let i = 0; i < 5; i++) await page.keyboard.press("+");
  assert.equal(await page.$eval("#speed", (select) => select.value), "40");
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.getElementById("place").textContent === "Step 11 of 11");
  assert.equal(await page.$eval("#play", (button) => button.getAttribute("aria-label")), "Play");
  await close(page);
});

test("buttons and the list of moves go to their steps", async () => {
  const page = await open({ args: ["replay", "samples/tower/block.play"] });
  const moves = await page.$$("#moves button");
  assert.equal(moves.length, 16);
  await page.$eval("#moves li:nth-child(6) button", (button) => button.click());
  assert.equal(await place(page), "Step 5 of 15");
  assert.match(await text(page, "now"), /^Refused: push left: /);
  assert.equal(await page.$eval("#now", (element) => element.className), "refused");
  assert.equal(await page.$eval("[aria-current]", (button) => button.textContent), "5push left(refused)");
  await page.click("#back");
  assert.equal(await place(page), "Step 4 of 15");
  await page.click("#last");
  assert.equal(await place(page), "Step 15 of 15");
  await page.click("#first");
  assert.equal(await place(page), "Step 0 of 15");
  await page.click("#play");
  assert.equal(await page.$eval("#play", (button) => button.getAttribute("aria-label")), "Pause");
  await page.click("#play");
  assert.equal(await page.$eval("#play", (button) => button.getAttribute("aria-label")), "Play");
  await close(page);
});

test("a screen reader hears the step, the events and the board", async () => {
  const page = await open({ args: ["replay", "samples/tower/block.play"] });
  for (let i = 0; i < 7; i++) await page.keyboard.press("ArrowRight");
  assert.equal(await text(page, "spoken"), "Step 7 of 15: push right."
    + " pushed # from row 4, column 18 to row 4, column 19. moves 6. score 0");
  await page.$eval("#words-box", (box) => { box.open = true; });
  await page.waitForSelector("#words li");
  assert.equal(await page.$eval("#words li:nth-child(1)", (item) => item.textContent), "23 × space");
  const names = [];
  const collect = (node) => {
    names.push(`${node.role} ${node.name}`);
    (node.children || []).forEach(collect);
  };
  collect(await page.accessibility.snapshot());
  for (const wanted of ["heading tower: block", "image tower: block: 7 rows, 23 columns", "button Play",
    "button First", "button Forward", "slider Step"]) {
    assert.ok(names.includes(wanted), `${wanted} is not among ${names.join(", ")}`);
  }
  await close(page);
});

for (const scheme of ["light", "dark"]) {
  test(`${scheme}: texts can be read at the width of a phone`, async () => {
    const page = await open({ args: ["replay", "samples/tower/block.play"], width: 360, scheme,
      motion: "reduce" });
    const found = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return { wide: document.documentElement.scrollWidth, ink: style.color, paper: style.backgroundColor };
    });
    assert.equal(found.wide, 360);
    const bright = (colour) => colour.match(/\d+/g).map(Number).reduce((a, b) => a + b);
    assert.ok(Math.abs(bright(found.ink) - bright(found.paper)) > 500, `${found.ink} on ${found.paper}`);
    assert.equal(bright(found.paper) > 382, scheme === "light");
    await notBlank(page);
    await close(page);
  });
}

test("the board of a play takes the width that there is", async () => {
  for (const width of [360, 390, 768]) {
    const page = await open({ args: ["replay", "samples/tower/block.play"], width });
    const share = await page.evaluate(() => document.getElementById("board").getBoundingClientRect().width
      / document.getElementById("stage").clientWidth);
    assert.ok(share > 0.93 && share <= 1, `${share} of ${width} pixels`);
    await close(page);
  }
});

test("a run's page has every dataset", async () => {
  const input = readFileSync("samples/tower/statement.in");
  const page = await open({ args: ["tower"], input });
  assert.equal(await page.$$eval("#films option", (list) => list.length), 3);
  await page.select("#films", "1");
  await page.click("#last");
  assert.match(await text(page, "status"), /outcomeCleared/);
  await close(page);
});

test("a moving picture shows each step at its time, and the last one without motion", async () => {
  const file = join(folder, "moving.svg");
  execFileSync(LUA, ["run.lua", "replay", "samples/tower/cleared.play", "--svg-animated", file,
    "--delay", "100"]);
  const page = await browser.newPage();
  const shown = async (step, motion) => {
    await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: motion }]);
    await page.goto(`file://${file}`);
    return page.evaluate((time) => {
      for (const animation of document.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
      const groups = [...document.querySelectorAll("g")];
      return groups.filter((group) => getComputedStyle(group).visibility === "visible")
        .map((group) => group.getAttribute("class"));
    }, step * 100 + 50);
  };
  const last = await shown(11, "no-preference");
  assert.ok(last.length > 5);
  for (let step = 0; step <= 11; step++) {
    const wanted = last.filter((name) => Number(name.slice(1)) <= step);
    assert.deepEqual(await shown(step, "no-preference"), wanted, `at step ${step}`);
  }
  assert.deepEqual(await shown(0, "reduce"), last);
  await page.close();
});

test("what a game says is no markup", async () => {
  const file = join(folder, "evil.lua");
  const { writeFileSync } = await import("node:fs");
  writeFileSync(file, `return require("tessera").game {
    name = "evil", legend = { ["<"] = "left", ["&"] = "right" }, moves = { "go" },
    look = {
      left = { "</", "red", label = "</script><script>alert(1)</script>" },
      right = { "\\"'", "blue", label = "<img src=x>" },
    },
    apply = function() return nil, "</script><b>\\27[2J" end,
  }`);
  const page = await open({ args: [file], input: "<&\n\ngo\n" });
  await page.keyboard.press("End");
  assert.match(await text(page, "now"), /<\/script><b>\\x1B\[2J$/);
  assert.equal(await text(page, "text"), "<&");
  await page.$eval("#words-box", (box) => { box.open = true; });
  await page.waitForSelector("#words li");
  assert.equal(await text(page, "words"), "</script><script>alert(1)</script>, <img src=x>");
  assert.equal(await page.$$eval("img, b", (list) => list.length), 0);
  await close(page);
});

test("a report shows how many positions there are at each depth", async () => {
  const input = "3 4\n....\nS#.G\n####\n0\n0 0\n";
  const page = await open({ args: ["solve", "tower", "--report"], input });
  const depths = await page.$$eval("#depths tr", (rows) => rows.map((row) => row.textContent));
  assert.deepEqual(depths, ["01", "13", "24", "36", "43", "52", "63"]);
  assert.match(await text(page, "facts"), /shortest solution2 actions/);
  await page.keyboard.press("End");
  assert.equal(await place(page), "Step 2 of 2");
  await close(page);
});
