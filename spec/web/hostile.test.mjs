// The playground and its pages against games that mean harm: what a page may do, and what it does with
// texts and names that nobody expects.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

const linkOf = (value) =>
  `#1.${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

const gameWith = (more) => `local tessera = require "tessera"
return tessera.game { name = "g", legend = { ["."] = "empty", o = "stone" }, map = "...\\n...",
  moves = { "put <row> <column>" }, ${more}
  apply = function(state, _, row, column) state.board:set(row, column, "stone") end }`;

const link = (text, more = {}) => linkOf({ name: "g", files: [{ path: "game.lua", text }], ...more });

// ---- policies ----

const policyOf = (html) => /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? "";

test("nothing of a page from the worker but its films gets into a frame", async () => {
  const play = await open();
  const page = await play.page.evaluate(() => globalThis.playground.film(`<!doctype html>
    <head><title>A &amp; B</title><meta http-equiv="refresh" content="0;url=https://example.org/">
    <link rel="preconnect" href="https://example.org"><script>alert(1)</script></head>
    <svg><defs><symbol id="t1"><rect fill="url(https://example.org)" onclick="x()" width="16"/>
    <image href="https://example.org"/></symbol><symbol id="other"></symbol></defs></svg>
    <iframe src="https://example.org"></iframe><noscript><p>a</p><pre>..<b>o</pre></noscript>
    <script type="application/json" id="data">{"films":[],"x":"\\u003c/script>"}</script>`));
  assert.doesNotMatch(page, /example\.org|refresh|preconnect|iframe|alert\(|onclick|"other"/);
  assert.match(page, /<title>A &amp; B<\/title>/);
  assert.match(page, /<symbol id="t1" viewBox="0 0 16 16"><rect width="16"><\/rect>\s*<\/symbol>/);
  assert.match(page, /<pre>\.\.o<\/pre>/);
  assert.ok(page.includes('{"films":[],"x":"\\u003c/script>"}'));
  assert.match(policyOf(page),
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'unsafe-inline'; img-src data:; /);
  play.page.wrong = []; // that the handler was blocked
  await play.close();
});

test("exported pages have a policy, play under it, and may do no more", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.solve();
  for (const [entry, shown] of [["Game as a page", 35], ["Play as a page", 0]]) {
    const { bytes } = await play.saved(() => play.file(entry, ".html"));
    const path = join(browser.folder, `${shown}.html`), tab = await browser.tab(), said = [];
    assert.match(policyOf(bytes.toString()), /^default-src 'none'; script-src 'sha256-/);
    writeFileSync(path, bytes);
    tab.on("console", (message) => said.push(message.text()));
    await tab.goto(`file://${path}`);
    await tab.waitForFunction((shown) => document.querySelectorAll("[role=gridcell]").length === shown
      && document.querySelector("svg use"), {}, shown);
    assert.deepEqual(said, []);
    const blocked = await tab.evaluate(async () => {
      const blocked = [];
      addEventListener("securitypolicyviolation", (event) => blocked.push(event.effectiveDirective));
      await fetch("https://example.org/").catch(() => {});
      const script = document.createElement("script");
      script.textContent = "globalThis.ran = true";
      document.body.append(script, Object.assign(document.createElement("iframe"), { src: "https://example.org" }));
      while (blocked.length < 3) await new Promise((resolve) => { setTimeout(resolve, 20); });
      return [...blocked.sort(), globalThis.ran];
    });
    assert.deepEqual(blocked, ["connect-src", "frame-src", "script-src-elem", null]);
    tab.wrong = []; // what was blocked
    await browser.release(tab);
  }
  await play.close();
});

// ---- what an author wrote can be opened again ----

// Waits until the draft is kept, opens it from the gallery, and the link that is shared.
async function opensAgain(play) {
  await play.until(() => document.querySelector("#kept").textContent === "Saved in this browser");
  const written = await play.page.evaluate(() => JSON.stringify(globalThis.playground.project.files));
  await play.page.click("#open-share");
  await play.until(() => document.querySelector(".share textarea")?.value.includes("#play=1."));
  const shared = await play.page.$eval(".share textarea", (field) => field.value.slice(field.value.indexOf("#")));
  await play.press("Escape");
  await play.reload();
  assert.equal(await play.page.evaluate(() => JSON.stringify(globalThis.playground.project.files)), written);
  await play.page.click("#open-gallery");
  await play.page.click(".drafts .draft");
  await play.settled();
  assert.equal(await play.text("#toasts"), "");
  const other = await open({ fragment: shared });
  await other.edit();
  assert.equal(await other.page.evaluate(() => JSON.stringify(globalThis.playground.project.files)), written);
  await other.close();
}

for (const [what, more, change] of [
  ["many files", {}, () => {
    const { project } = globalThis.playground;
    for (let i = 1; i < 60; i++) project.files.push({ path: `f${i}.lua`, text: "" });
  }],
  ["a long name, a long option and long levels", { name: "x".repeat(900) }, () => {
    const { project } = globalThis.playground;
    project.options = { t: "z".repeat(1500) };
    project.levels = { path: "levels.txt", text: `${"; a long comment\n".repeat(90000)}...\n...\n` };
  }],
  ["a play of 100,010 moves", {}, () => {
    globalThis.playground.play().actions.push(...Array(100010).fill("put 1 1"));
  }]
]) {
  test(`a draft and a link with ${what} can be opened again`, async () => {
    const play = await open({ fragment: link(gameWith("options = { t = 'a' },"), more) });
    await play.page.evaluate(change);
    await play.page.evaluate(() => globalThis.playground.changed());
    await opensAgain(play);
    await play.close();
  });
}

test("what could not be opened again is not kept, and that is said", async () => {
  const play = await open({ fragment: link(gameWith("")) });
  await play.page.evaluate(() => {
    const { project } = globalThis.playground;
    for (let i = 1; i < 101; i++) project.files.push({ path: `f${i}.lua`, text: "" });
    globalThis.playground.changed();
  });
  await play.toast(/The draft is not saved: .*more than 100 files\./);
  assert.equal(await play.text("#kept"), "Not saved");
  await play.page.click("#file-menu");
  await play.page.evaluate(() => {
    Array.from(document.querySelectorAll("[role=menuitem]"))
      .find((item) => item.textContent.startsWith("New scenarios")).click();
  });
  await play.toast(/A game has at most 100 files/);
  await play.close();
});

test("a link with more than 100,000 moves is refused, and takes no time", async () => {
  const play = await open({ fragment: link(gameWith(""), { play: { level: 1, actions: Array(100001).fill("u") } }) });
  await play.toast(/it has more than 100,000 moves/);
  await play.close();
});

// ---- storage that somebody else has filled ----

for (const [what, entries] of [
  ["nothing", { limits: null, "keys.cave": null, "solved.cave": null, settings: null, pad: null, strength: null }],
  ["texts", { limits: "x", "keys.cave": "x", "solved.cave": "x", settings: "x", pad: "x", strength: "x" }],
  ["wrong numbers", { limits: { seconds: -5, megabytes: null }, "keys.cave": { x: 5, y: { a: 1 } },
    "solved.cave": { x: "y", "cave 1": { a: 1 } }, settings: { widths: { source: "x" }, size: 5, side: {} },
    strength: { toString: 5 }, pad: { a: 1 } }],
  ["numbers out of bounds", { limits: { seconds: 1e308, megabytes: 1e308 }, strength: -1 }],
  ["no numbers", { limits: { seconds: "NaN", megabytes: "1" }, last: { a: 1 } }],
  ["drafts that are none", { "draft.a": { time: 1e300, project: { game: "tower" } }, "draft.b": [], last: "a",
    "draft.c": { time: 5, project: { name: { toString: 1 }, game: "tower" } }, "draft.d": { time: 5 },
    "draft.e": { time: 1e12, project: { name: "Good", game: "tower" } } }]
]) {
  test(`storage that holds ${what} does no harm`, async () => {
    const play = await open();
    await play.page.evaluate((entries) => {
      for (const [name, value] of Object.entries(entries)) {
        localStorage.setItem(`tessera.${name}`, JSON.stringify(value));
      }
    }, entries);
    await play.reload();
    await play.page.focus("#player .board");
    await play.press("ArrowRight", "ArrowRight");
    await play.moves(2);
    await play.page.click("#open-gallery");
    assert.deepEqual(await play.page.$$eval(".draft strong", (names) => names.map((name) => name.textContent)),
      "draft.e" in entries ? ["Good"] : []);
    await play.press("Escape");
    await play.click("More");
    await play.click("Limits …");
    assert.deepEqual(await play.page.$$eval("dialog[open] input", (inputs) => inputs.map(({ value }) => value)),
      ["2", "512"]);
    await play.press("Escape");
    await play.close();
  });
}
