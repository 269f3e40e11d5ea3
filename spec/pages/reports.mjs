// Runs studies, writes the pages of their reports and opens these in headless Chromium, as `make
// test-pages` does. gnuplot draws the plots.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, before, after } from "node:test";
import { createRequire } from "node:module";

const puppeteer = createRequire(join(process.env.PAGES_MODULES, "x.js"))("puppeteer-core");
const LUA = process.env.LUA || "lua5.4";
const CHROMIUM = process.env.CHROMIUM || "/usr/bin/chromium-headless-shell";

const RUN = `
  run = function(point, random)
    if point.seed == 7 then error("no seven") end
    return { solved = random:below(20) >= point.size, length = point.size * 3 + random:below(9),
      ending = random:below(2) == 0 and "won" or "lost", x = random:below(1000) / 7 }
  end,`;

const STUDY = `return require("tessera").study {
  name = "how hard are grids",
  points = { size = { 6, 8, 10, 14 }, way = { "beam", "walk" }, seed = require("tessera").range(1, 25) },
  ${RUN}
  report = {
    { by = "size", mean = "solved", median = "length" },
    { by = { "size", "way" }, mean = "solved", plot = "heatmap" },
    { by = { "size", "way" }, mean = "solved" },
    { by = "way", mean = "x" },
    { mean = "x" },
    { by = "way", plot = "scatter", x = "size", y = "x", log = "y" },
    { by = "seed", median = "length" },
  },
}`;

let browser, folder;

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "reports-"));
  browser = await puppeteer.launch({ executablePath: CHROMIUM, headless: true,
    args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const run = (...words) => execFileSync(LUA, ["run.lua", "study", ...words], { stdio: ["ignore", "pipe", "pipe"] });

// The page of a study. What it says on the console, and what it asks of the network, is an error.
async function open(study, { scheme = "light", width = 1200, media = "screen", name = "study" } = {}) {
  const file = join(folder, name);
  if (!existsSync(`${file}.html`)) {
    writeFileSync(`${file}.lua`, study);
    run(`${file}.lua`, "--output", `${file}.sqlite`);
    run("report", `${file}.sqlite`, "--html", `${file}.html`);
  }
  const page = await browser.newPage();
  page.wrong = [];
  page.on("console", (message) => page.wrong.push(message.text()));
  page.on("pageerror", (error) => page.wrong.push(String(error)));
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) page.wrong.push(request.url());
  });
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(`file://${file}.html`);
  await page.emulateMediaType(media);
  return page;
}

async function close(page) {
  assert.deepEqual(page.wrong, []);
  await page.close();
}

const texts = (page, selector) => page.$$eval(selector, (all) => all.map((one) => one.textContent));

test("a report has its tables, and a plot of each kind", async () => {
  const page = await open(STUDY);
  assert.deepEqual(await texts(page, "h1"), ["how hard are grids"]);
  assert.equal((await texts(page, ".text"))[0], "192 of 200 points are done. 8 failed.");
  // A plot that has the title of its part does not repeat it.
  assert.deepEqual(await texts(page, "figcaption"), ["Mean solved by size", "Median length by size",
    "Histogram of x", "Size and x by way"]);
  assert.deepEqual((await texts(page, "h2")).slice(1, 3), ["Mean solved by size and way",
    "Mean solved by size and way"]);
  const labels = await page.$$eval("svg", (all) => all.map((svg) => svg.getAttribute("aria-label")));
  assert.equal(labels[0], "Line plot: Mean solved by size. mean solved against size; its numbers are in"
    + " the table below.");
  assert.deepEqual(labels.map((label) => label.match(/^[^:]*/)[0]), ["Line plot", "Line plot",
    "Heat map", "Line plot", "Points with intervals", "Histogram", "Scatter plot", "Line plot"]);
  assert.equal((await page.$$("svg[role=img]")).length, 8);
  assert.equal((await page.$$("script")).length, 0);
  await close(page);
});

test("names of elements are unique, and those that are used are there", async () => {
  const page = await open(STUDY);
  const wrong = await page.evaluate(() => {
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    const uses = [...document.querySelectorAll("use")].map((one) => one.getAttribute("href").slice(1));
    return { twice: ids.filter((id, i) => ids.indexOf(id) !== i), count: uses.length,
      missing: uses.filter((id) => !ids.includes(id)) };
  });
  assert.deepEqual(wrong.twice, []);
  assert.deepEqual(wrong.missing, []);
  assert.ok(wrong.count > 50);
  await close(page);
});

test("the points of a plot lie where the numbers below it say", async () => {
  const page = await open(STUDY);
  const { rows, points } = await page.$eval("figure", (figure) => ({
    rows: [...figure.querySelectorAll("tbody tr")].map((row) =>
      [...row.cells].map((cell) => Number(cell.textContent))),
    // The halo of a point has the colour of the paper; the first point stands in no legend.
    points: [...figure.querySelectorAll("svg > g use, svg use")].filter((use) =>
      use.closest("svg") && !use.closest("defs") && use.getAttribute("color")?.includes("--s"))
      .map((use) => use.getAttribute("transform").match(/translate\(([\d.]+),([\d.]+)\)/).slice(1).map(Number)),
  }));
  assert.equal(rows.length, 4);
  const places = [...new Set(points.map(String))].map((one) => one.split(",").map(Number));
  assert.equal(places.length, 4);
  // y = a + b * value, with the a and b of the ends
  const values = rows.map((row) => row[1]);
  const high = values.indexOf(Math.max(...values)), low = values.indexOf(Math.min(...values));
  const slope = (places[high][1] - places[low][1]) / (values[high] - values[low]);
  assert.ok(slope < 0);
  const across = (places[3][0] - places[0][0]) / (rows[3][0] - rows[0][0]);
  for (const [i, [x, y]] of places.entries()) {
    assert.ok(Math.abs(y - places[low][1] - slope * (values[i] - values[low])) < 2, `height of point ${i}`);
    assert.ok(Math.abs(x - places[0][0] - across * (rows[i][0] - rows[0][0])) < 1, `place of point ${i}`);
  }
  await close(page);
});

// The contrast of two colours, as WCAG 2 has it.
function contrast(a, b) {
  const light = (colour) => {
    const [r, g, bl] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => {
      const c = part / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl + 0.05;
  };
  const [x, y] = [light(a), light(b)];
  return Math.max(x, y) / Math.min(x, y);
}

for (const scheme of ["light", "dark"]) {
  test(`plots can be read in the ${scheme}`, async () => {
    const page = await open(STUDY, { scheme });
    const colours = await page.evaluate(() => {
      const style = (one) => getComputedStyle(one);
      const plots = [...document.querySelectorAll("svg")];
      return { card: style(document.querySelector("section + section, nav + section")).backgroundColor,
        texts: plots.filter((svg) => !svg.getAttribute("aria-label").startsWith("Heat")).flatMap((svg) =>
          [...svg.querySelectorAll("text")].map((text) => style(text).fill)),
        series: plots.flatMap((svg) => [...svg.querySelectorAll("use[color^='var(--s']")].map((use) =>
          style(use).color)) };
    });
    assert.ok(colours.texts.length > 40 && colours.series.length > 40);
    for (const colour of new Set(colours.texts)) {
      assert.ok(contrast(colour, colours.card) >= 4.5, `${colour} on ${colours.card}`);
    }
    for (const colour of new Set(colours.series)) {
      assert.ok(contrast(colour, colours.card) >= 3, `${colour} on ${colours.card}`);
    }
    const all = await page.evaluate(() => Array.from({ length: 8 }, (_, i) => {
      const probe = document.body.appendChild(document.createElement("i"));
      probe.style.color = `var(--s${i + 1})`;
      return getComputedStyle(probe).color;
    }));
    assert.equal(new Set(all).size, 8);
    for (const colour of all) assert.ok(contrast(colour, colours.card) >= 3, `${colour} on ${colours.card}`);
    await close(page);
  });
}

test("numbers in the cells of a heat map can be read", async () => {
  const page = await open(STUDY);
  const cells = await page.evaluate(() => {
    const svg = [...document.querySelectorAll("svg")].find((one) =>
      one.getAttribute("aria-label").startsWith("Heat"));
    const boxes = [...svg.querySelectorAll("polygon, path, rect")].map((one) =>
      ({ box: one.getBBox(), fill: getComputedStyle(one).fill })).filter(({ box, fill }) =>
      box.width > 30 && box.height > 15 && fill.startsWith("rgb"));
    return [...svg.querySelectorAll("text")].filter((text) => /^\s*\d\.\d+\s*$/.test(text.textContent))
      .map((text) => {
        const at = new DOMPoint(0, -4).matrixTransform(svg.getCTM().inverse().multiply(text.getCTM()));
        const under = boxes.find(({ box }) => box.x < at.x && at.x < box.x + box.width && box.y < at.y
          && at.y < box.y + box.height);
        return under && [getComputedStyle(text).fill, under.fill];
      }).filter(Boolean);
  });
  assert.equal(cells.length, 8);
  for (const [text, cell] of cells) assert.ok(contrast(text, cell) >= 4.5, `${text} on ${cell}`);
  await close(page);
});

test("keys alone open the numbers and scroll the tables", async () => {
  const page = await open(STUDY);
  const seen = new Set();
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => document.activeElement.tagName + (document.activeElement.className
      ? `.${document.activeElement.className}` : "")));
    if (await page.evaluate(() => document.activeElement.tagName === "SUMMARY")) break;
  }
  assert.ok(seen.has("A") && seen.has("SUMMARY"), [...seen].join());
  await page.keyboard.press("Enter");
  assert.equal(await page.$eval("details", (one) => one.open), true);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
    "Numbers: Mean solved by size");
  assert.notEqual(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  await close(page);
});

test("a narrow window scrolls tables, and not the page", async () => {
  const page = await open(STUDY, { width: 375 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 375));
  await close(page);
});

test("on a phone the text of plots is 11 pixels high at least", async () => {
  const page = await open(STUDY, { width: 360 });
  const small = await page.$$eval("figure svg text", (all) => all.filter((text) => {
    const { a, b } = text.getScreenCTM(); // some are turned
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b) < 11;
  }).map((text) => text.textContent));
  assert.deepEqual(small, []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await close(page);
});

test("on paper tables have all of their rows, and the colours are those for light", async () => {
  const page = await open(STUDY, { media: "print", scheme: "dark" });
  const cut = await page.$$eval(".panel > .scroll", (all) => all.filter((one) =>
    one.scrollHeight > one.clientHeight + 1).map((one) => [one.textContent.slice(0, 60), one.scrollHeight,
    one.clientHeight, getComputedStyle(one).maxHeight]));
  assert.deepEqual(cut, []);
  assert.equal(await page.$eval("details", (one) => getComputedStyle(one).display), "none");
  assert.equal(await page.$eval("body", (one) => getComputedStyle(one).color), "rgb(29, 33, 39)");
  await close(page);
});

test("a single plot stands beside its table, and tables of 40 rows show all of them", async () => {
  const page = await open(`return require("tessera").study {
    name = "rows", points = { n = require("tessera").range(1, 41) },
    run = function(point) return { x = point.n } end,
    report = { { by = "n", max = "x", where = { n = { max = 40 } } }, { by = "n", max = "x" } },
  }`, { name: "rows" });
  const parts = await page.$$eval("section + section, nav + section", (all) => all.map((one) => {
    const figure = one.querySelector("figure").getBoundingClientRect();
    const table = one.querySelector(".panel > .scroll");
    return { wide: figure.width, beside: table.getBoundingClientRect().left > figure.right,
      cut: table.scrollHeight > table.clientHeight + 1 };
  }));
  assert.deepEqual(parts.map(({ beside, cut }) => [beside, cut]), [[true, false], [true, true]]);
  for (const { wide } of parts) assert.ok(wide > 620, String(wide));
  await close(page);
});

test("hostile names stay texts, in the page and for gnuplot", async () => {
  const marks = ["a", "b", "c"].map((name) => join(folder, `mark-${name}`));
  const names = ["`touch " + marks[0] + "`", "\"; system(\"touch " + marks[1] + "\") #",
    "'\nset output '" + marks[2] + "'\n", "</svg><script>console.log(1)</script>", "x_{a}^b & <b>\u0434\u07ff",
    "日本語の名前 ".repeat(20)];
  const page = await open(`return require("tessera").study {
    name = ${JSON.stringify(names[3])},
    points = { way = { ${names.map((name) => JSON.stringify(name)).join(", ")} }, size = { 1, 2 }, seed = { 1, 2, 3 } },
    ${RUN}
    report = {
      { title = ${JSON.stringify(names[3])}, by = "way", mean = "x" },
      { by = { "way", "size" }, mean = "x", plot = "heatmap" },
      { by = { "way", "size" }, mean = "x", plot = "line" },
      { by = "way", plot = "histogram", mean = "x" },
      { by = "way", plot = "scatter", x = "length", y = "x" },
    },
  }`, { name: "hostile" });
  for (const mark of marks) assert.ok(!existsSync(mark), mark);
  assert.equal((await page.$$("script, b")).length, 0);
  assert.equal((await page.$$("figure svg")).length, 5);
  assert.deepEqual(await texts(page, "h1"), [names[3]]);
  const written = (await texts(page, "svg text")).map((text) => text.trim());
  for (const name of ["x_{a}^b & <b>\u0434\u07ff", names[3].slice(0, 23) + "…"]) {
    assert.ok(written.includes(name), `${name} in ${written}`);
  }
  await close(page);
});

test("a page has a policy: what gets into it neither runs nor fetches", async () => {
  const page = await open(STUDY);
  assert.deepEqual(page.wrong, []);
  const blocked = await page.evaluate(async () => {
    const blocked = [];
    addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
    await fetch("https://example.org/").catch(() => {});
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script, Object.assign(document.createElement("iframe"), { src: "https://example.org" }));
    const stop = Date.now() + 20000;
    while (blocked.length < 3 && Date.now() < stop) await new Promise((resolve) => { setTimeout(resolve, 20); });
    return [...blocked.sort(), globalThis.ran];
  });
  assert.deepEqual(blocked, ["connect-src", "frame-src", "script-src-elem", null]);
  await page.close();
});
