// The documents as pages, as `make site` has built them, in headless Chromium.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Browser, Play } from "./browser.mjs";

const site = process.env.SITE ?? join(process.env.WEB, "../site");
const documents = readdirSync(site).filter((name) => /\.html$/.test(name) && name !== "play.html");

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

async function open(name, options) {
  const page = await browser.tab({ width: 1440, ...options });
  await page.goto(`file://${join(site, name)}`);
  return new Play(page, browser);
}

test("the start page leads to the playground, with games that are there", async () => {
  const start = await open("index.html", { width: 390, height: 844 }), { page } = start;
  const button = await page.$eval(".begin .button", (link) => ({
    href: link.getAttribute("href"), bottom: link.getBoundingClientRect().bottom }));
  assert.equal(button.href, "play.html");
  assert.ok(button.bottom < 844, "the way to the playground is seen without scrolling");
  const games = await page.$$eval(".games a", (links) => links.map((link) => link.getAttribute("href")));
  assert.ok(games.length >= 6);
  for (const game of games) assert.match(game, /^play\.html#play=\w+$/);
  const drawn = await page.$$eval(".games img", (images) => images.every((image) => image.naturalWidth > 0));
  assert.ok(drawn);
  await start.close();
});

test("without JavaScript the menu opens and marks the page", async () => {
  const play = await open("rules.html", { width: 390, height: 844, scripts: false }), { page } = play;
  assert.ok(!(await page.$eval(".menu nav", (menu) => menu.checkVisibility())));
  await page.click(".menu summary");
  await page.waitForFunction(() => document.querySelector(".menu").open);
  const links = await page.$$eval(".menu nav a", (all) => all.map((link) => link.getAttribute("href")));
  assert.deepEqual([...links].sort(), [...documents].sort());
  assert.equal(await play.text(".menu [aria-current=page]"), "Rules as pictures");
  assert.equal(await page.$(".copy"), null);
  await play.close();
});

test("a document follows the other to the last one", async () => {
  const seen = [];
  for (let name = "index.html"; name; ) {
    const play = await open(name);
    seen.push(name);
    name = await play.page.$eval("[rel=next]", (link) => link.getAttribute("href")).catch(() => null);
    await play.close();
  }
  assert.deepEqual([...seen].sort(), [...documents].sort());
});

test("the text stands in the middle of a wide window, and no page is wider than a phone", async () => {
  for (const name of documents) {
    const wide = await open(name, { width: 1920, height: 1080 });
    const middle = await wide.page.$eval("main", (main) => {
      const box = main.getBoundingClientRect();
      return (box.left + box.right) / 2 / document.documentElement.clientWidth;
    });
    assert.ok(Math.abs(middle - 0.5) < 0.01, `${name}: the text stands at ${middle}`);
    await wide.page.setViewport({ width: 390, height: 844 });
    assert.equal(await wide.page.evaluate(() => document.documentElement.scrollWidth), 390, name);
    await wide.close();
  }
});

test("code is copied: of a block of the command line, the commands", async () => {
  const play = await open("index.html"), { page } = play;
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => (globalThis.copied = text);
  });
  const copied = async (index) => {
    await page.$$eval(".copy", (buttons, index) => buttons[index].click(), index);
    return page.evaluate(() => globalThis.copied);
  };
  assert.equal(await copied(0), "make demo\nmake test");
  assert.match(await copied(1), /^-- boxes\.lua\nlocal tessera/);
  await play.until(() => document.querySelectorAll(".copy")[1].textContent === "Copied");
  await play.close();
});

test("the bar stays in view, and the list of headings marks the one that is read", async () => {
  const play = await open("rules.html"), { page } = play;
  const readAt = (id) => page.evaluate((id) => {
    document.getElementById(id).scrollIntoView();
    return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done({
      read: document.querySelector(".contents [aria-current]").hash,
      top: document.querySelector("body > header").getBoundingClientRect().top,
      below: document.getElementById(id).getBoundingClientRect().top
        >= document.querySelector("body > header").getBoundingClientRect().bottom,
    }))));
  }, id);
  for (const id of ["conditions", "events", "how-to-read-a-rule"]) {
    assert.deepEqual(await readAt(id), { read: `#${id}`, top: 0, below: true });
  }
  await play.close();
});

test("the search leads to a section, by keyboard alone", async () => {
  const play = await open("index.html"), { page } = play;
  await page.keyboard.press("/");
  await page.keyboard.type("searc");
  await page.waitForSelector(".search li");
  await page.keyboard.type("h.solve");
  await page.waitForFunction(() => document.querySelector(".search li b")?.textContent === "search.solve");
  assert.match(await play.text(".search [role=status]"), /^\d+ found, the best 8$/);
  assert.deepEqual(await play.faults(".search"), []);
  await page.keyboard.press("ArrowDown");
  await Promise.all([page.waitForNavigation(), page.keyboard.press("Enter")]);
  assert.match(page.url(), /reference\.html#searchsolve$/);
  await page.focus(".search input");
  await page.keyboard.type("<img> xyzzy");
  await page.waitForFunction(() => /^Nothing has/.test(document.querySelector(".search [role=status]").textContent));
  assert.equal(await play.text(".search [role=status]"), "Nothing has “<img> xyzzy”.");
  await page.keyboard.press("Escape");
  assert.equal(await play.text(".search [role=status]"), "");
  await play.close();
});

test("a word finds guides first, then the reference; a name finds the reference", async () => {
  const play = await open("index.html"), { page } = play;
  const found = async (query) => {
    await page.$eval(".search input", (input) => (input.value = ""));
    await page.focus(".search input");
    await page.keyboard.type(query);
    await page.waitForSelector(".search li");
    return page.$$eval(".search a", (links) => links.map((link) => link.getAttribute("href")));
  };
  const undo = await found("undo"), first = undo.findIndex((href) => href.startsWith("reference.html"));
  assert.ok(undo.slice(0, first).includes("playground.html#playing"), undo.join());
  assert.equal(undo[first], "reference.html#sessionundo");
  assert.ok(first > 0 && undo.slice(first).every((href) => href.startsWith("reference.html")), undo.join());
  assert.equal((await found("session:undo"))[0], "reference.html#sessionundo");
  await play.close();
});

test("on a phone the field of the search has the whole bar while one searches", async () => {
  const play = await open("index.html", { width: 360, height: 740, touch: true }), { page } = play;
  const wide = () => page.$eval(".search input", (input) => input.getBoundingClientRect().width);
  assert.ok(await wide() < 120);
  await page.focus(".search input");
  assert.ok(await wide() > 240, `the field is ${await wide()} px wide`);
  await page.keyboard.down("Shift");
  await page.keyboard.press("Tab");
  await page.keyboard.up("Shift");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Documents");
  assert.ok(await wide() < 120);
  await play.close();
});

test("no table breaks a word of code on a phone", async () => {
  const play = await open("games.html", { width: 360, height: 740, touch: true });
  const broken = await play.page.$$eval("td code", (codes) => codes.filter((code) =>
    /^\S{1,12}$/.test(code.textContent) && code.getClientRects().length > 1).map((code) => code.textContent));
  assert.deepEqual(broken, []);
  assert.ok(await play.page.$eval("td .whole", (code) => code.textContent === "tower"));
  for (const name of ["python.html", "solving.html", "testing.html", "reference.html"]) {
    await play.page.goto(play.page.url().replace(/[^/]*$/, name));
    const torn = await play.page.$$eval("table code", (codes) => codes.flatMap((code) => [...code.childNodes])
      .filter((text) => text.nodeType === Node.TEXT_NODE && /^[^\s-]+$/.test(text.data)).filter((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      }).map(({ data }) => data));
    assert.deepEqual(torn, [], name);
    assert.equal(await play.page.evaluate(() => document.documentElement.scrollWidth), 360, name);
  }
  await play.close();
});

test("what the search finds has a place on its page", async () => {
  const play = await open("index.html"), { page } = play;
  await page.focus(".search input");
  await page.waitForFunction(() => globalThis.SECTIONS);
  const ids = await page.evaluate(() => globalThis.SECTIONS.map(({ id }) => id));
  assert.ok(ids.length > 500);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual([...new Set(ids.map((id) => id.split("#")[0]))].sort(), [...documents].sort());
  await play.close();
});

test("a link has an icon and says what it leads to; paper has the text alone", async () => {
  for (const name of documents) {
    const play = await open(name), { page } = play;
    const said = await page.$eval("meta[property='og:description']", (meta) => meta.content);
    assert.ok(said.length >= 20 && said.length <= 210 && !/[[\]`*|]/.test(said), `${name}: ${said}`);
    assert.equal(await page.$eval("link[rel=icon]", (link) => link.getAttribute("href")), "icon.svg");
    await page.emulateMediaType("print");
    const seen = await page.$$eval("body > header, .contents, .turn, .copy",
      (all) => all.some((one) => one.checkVisibility()));
    assert.equal(seen, false, name);
    await page.emulateMediaType("screen");
    await play.close();
  }
});

test("a heading links to itself", async () => {
  const play = await open("guide.html");
  const links = await play.page.$$eval("main :is(h2, h3)", (headings) => headings.map((heading) =>
    [`#${heading.id}`, heading.querySelector(".anchor").getAttribute("href")]));
  assert.ok(links.length > 5);
  for (const [own, href] of links) assert.equal(href, own);
  await play.close();
});

for (const scheme of ["light", "dark"]) {
  test(`axe-core finds nothing serious on the pages, ${scheme}`, async () => {
    for (const name of ["index.html", "tutorial.html", "guide.html", "playground.html", "rules.html"]) {
      for (const width of scheme === "light" || name === "guide.html" ? [390, 1440] : [1440]) {
        const play = await open(name, { width, scheme });
        assert.deepEqual(await play.faults(), [], `${name} at ${width}`);
        await play.page.click(".menu summary");
        assert.deepEqual(await play.faults(".menu"), [], `the menu of ${name} at ${width}`);
        await play.close();
      }
    }
  });
}
