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
  assert.equal(await copied(0), "make demo\nlua run.lua play samples/games/sokoban.lua");
  assert.match(await copied(1), /^-- boxes\.lua\nlocal tessera/);
  await play.until(() => document.querySelectorAll(".copy")[1].textContent === "Copied");
  await play.close();
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
