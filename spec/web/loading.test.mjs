// What the page of the playground brings when: the board first, and the editor after it, or when it is asked for.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { newProject } from "../../web/playground/project.js";
import { encode } from "../../web/playground/share.js";
import { Browser } from "./browser.mjs";
import { Playground } from "./playground_page.mjs";

// Compressed bytes before the first key. Some servers know gzip alone, which is worse.
const MOST = { brotli: 450000, gzip: 460000 };

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const file = (path) => readFileSync(join(process.env.WEB, path));

// Opens the page. `asked` has the names of its parts as they are asked for; those that `held` names wait until
// `go` is called with what shall become of them: "continue" or "abort".
async function open(fragment, held = /^$/, options = {}) {
  const page = await browser.tab({ width: 1440, prepare: "0", ...options }), asked = [], waiting = [];
  await page.setRequestInterception(true);
  page.on("request", (request) => {
    const name = /\/parts\/(.*)\.js\?\w+$/.exec(request.url())?.[1];
    if (name) asked.push(name);
    if (name && held.test(name)) waiting.push(request);
    else request.continue();
  });
  await page.goto(`file://${join(process.env.WEB, "index.html")}${fragment}`);
  const play = new Playground(page, browser);
  return { play, page, asked, go: async (what) => {
    held = /^$/;
    for (const request of waiting.splice(0)) await request[what]();
  }, board: () => play.until(() => document.querySelector("#player:not([hidden]) .board > svg")) };
}

test(`before the first key no more than ${MOST.brotli / 1000} kB come, and nothing of the editor`, async () => {
  const { play, page, asked, board } = await open("#play=sokoban");
  await board();
  const bytes = [file("index.html"), ...asked.map((name) => file(`parts/${name}.js`))];
  for (const [name, compressed] of [["gzip", gzipSync], ["brotli", brotliCompressSync]]) {
    const sum = bytes.reduce((sum, text) => sum + compressed(text).length, 0);
    assert.ok(sum <= MOST[name], `${name}: ${sum} bytes`);
  }
  assert.deepEqual(asked, ["games/sokoban"]);
  await play.press("ArrowRight");
  await play.moves(1);
  await play.until(() => document.querySelectorAll("head > script").length === 0);
  assert.deepEqual(asked.toSorted(), ["games/sokoban", "library", "sounds"]);
  assert.equal(await page.evaluate(() => globalThis.playground), undefined);
  await play.edit();
  assert.deepEqual(asked.slice(3).sort(), ["documents", "editor"]);
  assert.match(await play.source(), /name = "sokoban"/);
  await play.moves(1);
  await play.close();
});

test("the board is there and plays before the editor, which takes over what was played", async () => {
  const { play, page, asked, go, board } = await open("", /editor/);
  await board();
  await play.press("ArrowRight");
  await play.moves(1);
  assert.ok(asked.includes("editor"));
  await page.click("#open-share"); // too early: it is done when it can be
  await go("continue");
  await play.started();
  await play.until(() => document.querySelector("dialog[open].share"));
  await play.press("Escape", "ArrowLeft");
  await play.moves(1);
  assert.deepEqual(await page.evaluate(() => globalThis.playground.play().actions), ["right"]);
  await play.close();
});

test("the editor is made in pieces, between which the page can do other things", async () => {
  const { play, page, go, board } = await open("", /editor/);
  await board();
  await page.evaluate(() => {
    const { tesseraPart } = globalThis, { port1, port2 } = new MessageChannel();
    globalThis.tesseraPart = (...part) => {
      globalThis.between = 0; // turns of the page since the part has come
      port1.onmessage = () => {
        globalThis.between++;
        if (!globalThis.playground?.settled) port2.postMessage("");
      };
      port2.postMessage("");
      tesseraPart(...part);
    };
  });
  await go("continue");
  await play.started();
  assert.ok(await page.evaluate(() => globalThis.between) >= 5);
  await play.close();
});

test("a link that is played needs its own text alone; PuzzleScript more of the library, at once", async () => {
  for (const [name, parts] of [["tower", ["games/tower", "library"]], ["crates", ["games/crates", "library"]],
    ["lights", ["games/lights"]]]) {
    const { play, asked, board } = await open(`#play=${name}`);
    await board();
    assert.deepEqual(asked, parts);
    await play.close();
  }
});

test("an action whose rule can do without what has not come yet is played once", async () => {
  const text = `local tessera = require "tessera"
return tessera.game {
  name = "once", legend = { ["#"] = "wall", ["@"] = "you" }, map = "#@", fields = { n = 0 }, moves = { "go" },
  apply = function(state)
    pcall(require, "tessera.search")
    state.n = state.n + 1
  end,
}
`;
  const link = await encode(newProject({ name: "once", files: [{ path: "once.lua", text }], active: 0 }));
  const { play, asked, board } = await open(link.replace("#", "#play="));
  await board();
  assert.deepEqual(asked, []);
  await play.press("g");
  await play.moves(1);
  await play.until(() => document.querySelectorAll("head > script").length === 0);
  assert.deepEqual(asked, ["library"]);
  await play.press("g");
  await play.moves(2);
  await play.close();
});

test("where a part does not come, this is said, the play goes on, and it is asked for again", async () => {
  const { play, page, asked, go, board } = await open("#play=lights", /documents|editor|library/);
  await board();
  await play.click("How it is made");
  await play.until(() => document.querySelector("#board-pane[aria-busy]"));
  await go("abort");
  await play.toast(/^The editor cannot be opened: a part of the page did not come: is there a connection\?$/);
  await page.focus("#player [role=grid]");
  await play.press("Enter");
  await play.moves(1);
  await play.edit();
  assert.equal(asked.filter((name) => name === "editor").length, 2);
  play.page.wrong = []; // what was blocked
  await play.close();
});

test("a link to a game that is not there is told, and another game is opened", async () => {
  const { play } = await open("#play=nothing");
  await play.started();
  await play.toast(/there is no example 'nothing'/);
  await play.report(/and it plays/);
  await play.close();
});
