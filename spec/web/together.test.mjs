// What the playground does at the same time: searches, paint, exports, limits; and names that are those
// of JavaScript, too.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { Browser } from "./browser.mjs";
import { openPlayground } from "./playground_page.mjs";
import { clean } from "../../web/playground/project.js";
import { loadSeconds } from "../../web/player/game.js";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

const link = (text, more = {}) => `#1.${deflateRawSync(JSON.stringify({ name: "g",
  files: [{ path: "game.lua", text }], ...more })).toString("base64url")}`;

const gameWith = (more) => `local tessera = require "tessera"
return tessera.game { name = "g", legend = { ["."] = "empty", o = "stone" }, map = "...\\n...",
  moves = { "put <row> <column>" }, ${more}
  apply = function(state, _, row, column) state.board:set(row, column, "stone") end }`;

// A search that does not end.
const endless = link(`local tessera = require "tessera"
return tessera.game { name = "g", legend = { ["."] = "empty", o = "stone" }, map = ("."):rep(13) .. "\\n.............",
  moves = { "flip <row> <column>" }, goal = "Never", outcomes = { "Never" },
  apply = function(state, _, row, column)
    state.board:set(row, column, state.board:get(row, column) == "empty" and "stone" or "empty")
  end }`);

const levels = (play) => play.page.evaluate(() => globalThis.playground.source.levels.editor.text());
const searching = (play) => play.until(() =>
  Number(document.querySelector(".progress dd")?.textContent.replace(/,/g, "")) > 1000);

test("a search, paint and an export go on side by side", async () => {
  const play = await open({ fragment: "#game=samegame" });
  await play.tab("Levels");
  await play.tab("Search");
  await play.click("Examine the level");
  await play.until(() => document.querySelector("#levels .painter").checkVisibility());
  await play.page.focus("#levels .board");
  await play.press("ArrowRight", "1", "2");
  await play.until(() => /; name: /.test(globalThis.playground.source.levels.editor.text()));
  await play.close();
  const other = await open({ fragment: endless });
  await other.tab("Search");
  await other.page.click("#search .primary");
  await searching(other);
  const { bytes } = await other.saved(() => other.file("Picture", ".svg"));
  assert.match(bytes.toString(), /^<svg /);
  assert.ok(await other.page.$eval("#search", (panel) => /Stop/.test(panel.innerText)));
  await other.close();
});

test("questions that are asked at once are answered each about its own position", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  const answers = await play.page.evaluate(async () => {
    const { bench } = globalThis.playground;
    const asked = [["right"], ["up"], [], ["right", "up"]].flatMap((actions, i) => {
      return [bench.record({ level: 2, actions }), bench.rows(i + 1)];
    });
    return Promise.all(asked.map((one) => one.then((text) => (Array.isArray(text) ? text.length
      : text.match(/^> .*$/gm)?.join() ?? ""))));
  });
  assert.deepEqual(answers.filter((_, i) => i % 2 === 0), ["> right", "> up", "", "> right,> up"]);
  assert.equal(new Set(answers.filter((_, i) => i % 2 === 1)).size > 1, true);
  await play.close();
});

test("paint stays in its level, or is dropped, if another one is chosen", async () => {
  const play = await open({ fragment: "#game=tower" });
  await play.tab("Levels");
  await play.until(() => document.querySelector("#levels .painter").checkVisibility());
  const paint = (then) => play.page.evaluate((then) => {
    const board = document.querySelector("#levels .board"), select = document.querySelector("#levels select");
    const press = () => board.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    board.focus();
    press();
    if (then === "switch") {
      select.selectedIndex = 1;
      select.dispatchEvent(new Event("change"));
    } else {
      board.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
      press();
    }
    return globalThis.playground.source.levels.painter.board.cells.slice();
  }, then);
  await paint("switch");
  await play.settled();
  const answered = () => play.page.evaluate(() => globalThis.playground.bench.rows(1).then(() => {}));
  await answered();
  assert.equal(await levels(play), "");
  await play.page.select("#levels select", "A step");
  await play.settled();
  await answered();
  await paint("again");
  await play.until(() => globalThis.playground.source.levels.editor.text() !== "");
  await play.settled();
  await answered();
  assert.equal((await levels(play)).match(/; name: /g).length, 1);
  await play.close();
});

test("the limits of a game are those of all workers", async () => {
  const play = await open();
  await play.limit(0.5, 128);
  assert.deepEqual(await play.page.evaluate(() => {
    const { helper, searcher } = globalThis.playground.bench;
    return [helper, searcher].map(({ client }) => [client.seconds, client.megabytes]);
  }), [[0.5, 128], [0.5, 128]]);
  await play.reload();
  assert.deepEqual(await play.page.evaluate(() => {
    const { client } = globalThis.playground.bench.helper;
    return [client.seconds, client.megabytes];
  }), [0.5, 128]);
  await play.close();
});

test("a long play may take longer to load, but not for ever", () => {
  assert.equal(loadSeconds({ seconds: 2 }, null), 4);
  assert.equal(loadSeconds({ seconds: 2 }, { actions: Array(1000) }), 5);
  assert.equal(loadSeconds({ seconds: 2 }, { actions: Array(100000) }), 20);
});

test("at an address whose path begins with two slashes a link is opened and changed", async () => {
  const server = createServer(({ url }, response) => {
    const part = /^\/\/play\/\/(parts\/[\w/]+\.js)\?/.exec(url)?.[1];
    response.setHeader("content-type", part ? "text/javascript" : "text/html");
    response.end(readFileSync(join(process.env.WEB, part ?? "index.html")));
  });
  await new Promise((resolve) => { server.listen(0, "127.0.0.1", resolve); });
  const context = await browser.browser.createBrowserContext(), tab = await context.newPage(), wrong = [];
  tab.on("pageerror", (error) => wrong.push(String(error)));
  const address = `http://127.0.0.1:${server.address().port}//play//`;
  await tab.goto(`${address}#game=lights`);
  await tab.waitForFunction(() => globalThis.playground?.settled);
  await tab.evaluate(() => globalThis.playground.changed());
  assert.equal(await tab.evaluate(() => location.href), address);
  await context.close();
  server.close();
  assert.deepEqual(wrong, []);
});

test("somebody's options may have any name", () => {
  const { options } = clean(JSON.parse('{ "game": "tower", "options": { "__proto__": "x", "constructor": "y" } }'));
  assert.deepEqual(Object.entries(options), [["__proto__", "x"], ["constructor", "y"]]);
});

test("options and files may be called like what every object has", async () => {
  const text = gameWith("options = { constructor = 3, toString = 'x', valueOf = true },");
  const play = await open({ fragment: link(text, { files: [{ path: "game.lua", text },
    { path: "__proto__", text: "" }, { path: "constructor", text: "" }] }) });
  await play.report(/and it plays/);
  await play.tab("Levels");
  const values = () => play.page.$$eval(".options label", (labels) => Object.fromEntries(labels.map((label) => {
    const input = label.querySelector("input");
    return [`-${label.innerText.trim()}`, input.type === "checkbox" ? input.checked : input.value];
  })));
  assert.deepEqual(await values(), { "-constructor": "3", "-toString": "x", "-valueOf": true });
  await play.page.$$eval(".options input", (inputs) => {
    inputs[0].value = "6";
    inputs[0].dispatchEvent(new Event("change"));
  });
  await play.settled();
  await play.report(/and it plays/);
  assert.equal((await values())["-constructor"], "6");
  assert.equal(await play.page.evaluate(() =>
    JSON.stringify(globalThis.playground.project.options)), '{"constructor":"6"}');
  await play.close();
});

for (const kind of ["guide", "game"]) {
  test(`there is no example #${kind}=constructor`, async () => {
    const play = await open({ fragment: `#${kind}=constructor` });
    await play.toast(/there is no example 'constructor'/);
    await play.close();
  });
}

test("of thousands of options and levels a part is drawn, and all levels can be played", async () => {
  const play = await open();
  await play.tab("Levels");
  await play.page.evaluate(() => {
    const client = Object.getPrototypeOf(globalThis.playground.bench.helper.client), { request } = client;
    client.request = async function more(call, ...rest) {
      const result = await request.call(this, call, ...rest);
      if (call !== "load") return result;
      result.levels = Array.from({ length: 20000 }, (_, i) => ({ name: `L${i + 1}`, key: `L${i}`, rows: [2] }));
      result.options = Array.from({ length: 20000 }, (_, i) => ({ name: `o${i}`, value: "1" }));
      result.view.level = 15000;
      return result;
    };
    return globalThis.playground.run();
  });
  assert.deepEqual(await play.page.$$eval("select[aria-label=Level]", (selects) => selects.map((select) => {
    return [select.options.length, select.selectedOptions[0].text.trim()];
  })), [[1001, "L15000"], [1001, "15000 L15000"]]);
  assert.equal((await play.page.$$(".options input")).length, 100);
  assert.match(await play.text(".options .note"), /and 19900 more/);
  await play.close();
});
