// Links, drafts, files and exports of the playground.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { Browser } from "./browser.mjs";
import { openPlayground, SOLUTION } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);

const linkOf = (value, format = "1") =>
  `#${format}.${deflateRawSync(
    typeof value === "string" || value instanceof Uint8Array ? value : JSON.stringify(value)
  ).toString("base64url")}`;

const dots =
  "local tessera = require 'tessera'\n"
  + "return tessera.game { name = 'dots', legend = { ['.'] = 'empty', o = 'dot' }, "
  + "moves = { 'put <column>' }, rules = { { 'put <column>', 'down [ empty ] -> [ dot ]' } }, "
  + "ends = { { 'Full', 'no empty' } } }";

// The link to the editor that the dialog offers, without the address of the page.
async function shared(play) {
  await play.page.click("#open-share");
  await play.until(() => document.querySelector(".share textarea")?.value.includes("#play=1."));
  await play.page.click(".share [value=edit]");
  await play.until(() => document.querySelector(".share textarea").value.includes("#1."));
  const link = await play.page.$eval(".share textarea", (field) => field.value);
  await play.press("Escape");
  return link.slice(link.indexOf("#"));
}

test("a link brings source, levels, options, level and play", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.page.select(".player .levels select", "2");
  await play.moves(0);
  await play.press("ArrowRight", "ArrowUp");
  await play.moves(2);
  await play.replace('"the box cannot be pushed"', '"too heavy"');
  await play.settled();
  const link = await shared(play);
  const held = JSON.parse(inflateRawSync(Buffer.from(link.slice(3), "base64url")));
  assert.deepEqual(held.play, { level: 2, actions: ["right", "up"] });
  const other = await open({ fragment: link });
  await other.moves(2);
  assert.equal(await other.page.$eval(".player .levels select", (select) => select.value), "2");
  assert.match(await other.source(), /"too heavy"/);
  assert.deepEqual(await other.cells(), await play.cells());
  await other.reload();
  await other.moves(2);
  await other.close();
  await play.close();
});

test("the link is copied, and holds no play if nobody wants it", async () => {
  const play = await open();
  await play.press("ArrowRight");
  await play.moves(1);
  await play.page
    .browserContext()
    .overridePermissions("file://", ["clipboard-read", "clipboard-write"])
    .catch(() => {});
  await play.page.click("#open-share");
  await play.until(() => document.querySelector(".share textarea")?.value.includes("#play=1."));
  const before = await play.page.$eval(".share textarea", (field) => field.value);
  await play.page.click(".share [type=checkbox]");
  await play.until((before) => document.querySelector(".share textarea").value !== before, before);
  const link = await play.page.$eval(".share textarea", (field) => field.value);
  assert.equal(JSON.parse(inflateRawSync(Buffer.from(link.split("#play=1.")[1], "base64url"))).play, undefined);
  await play.click("Copy link");
  await play.toast(/copied|by hand/);
  await play.close();
});

for (const [what, fragment, message] of [
  ["a later format", linkOf({ name: "x" }, "2"), /format 2; this page knows format 1/],
  ["no base64", "#1.%%%", /damaged/],
  [
    "a part that is missing",
    linkOf({ name: "x", files: [{ path: "a.lua", text: dots.repeat(20) }] }).slice(0, 150),
    /damaged/
  ],
  ["bytes that are no JSON", linkOf("hello"), /damaged/],
  ["bytes that are no text", linkOf(new Uint8Array([255, 254, 0, 1])), /damaged/],
  ["JSON that is no project", linkOf([1, 2]), /no project/],
  ["no files", linkOf({ name: "x", files: [] }), /no project/],
  ["a path out of the folder", linkOf({ files: [{ path: "../x.lua", text: "" }] }), /no project/],
  [
    "a play that is none",
    linkOf({ files: [{ path: "x.lua", text: dots }], play: { level: -1, actions: "?" } }),
    /no project/
  ],
  ["a format of five digits", "#99999.x", /has format 99999/],
  ["an example that is not there", "#game=nothing", /no example/],
  ["a bomb", linkOf(Buffer.alloc(200 << 20, "[")), /more than 8 MB/]
]) {
  test(`a fragment with ${what} is told, and the page goes on`, async () => {
    const play = await open({ fragment });
    await play.toast(message);
    assert.match(await play.source(), /name = "cave"/);
    await play.press("ArrowRight");
    await play.moves(1);
    await play.close();
  });
}

test("a hostile name is only a text", async () => {
  const name = "<img src=x onerror=alert(1)>",
    text = dots.replace("name = 'dots'", `name = 'dots', summary = '${name}'`);
  const play = await open({
    fragment: linkOf({
      name,
      files: [{ path: "x.lua", text }],
      levels: { path: "levels.txt", text: `; name: ${name}\n...\n` }
    })
  });
  await play.tab("Levels");
  await play.click("Copy the level");
  await play.settled();
  await play.page.click("#open-gallery");
  await play.until(() => document.querySelector(".draft strong")?.textContent.startsWith("<img"));
  assert.equal(await play.page.$("img[src=x]"), null);
  await play.close();
});

test("an endless script of a link is ended", async () => {
  const play = await open({ fragment: linkOf({ files: [{ path: "x.lua", text: "while true do end" }] }) });
  await play.report(/did not return within/);
  await play.close();
});

// ---- drafts ----

const drafts = (play) =>
  play.page.evaluate(
    () => Object.keys(localStorage).filter((key) => key.startsWith("tessera.draft.")).length
  );

test("what is changed is kept, and is there after a reload", async () => {
  const play = await open();
  assert.equal(await drafts(play), 0);
  await play.replace("Cave: take", "Mine: take");
  await play.press("Escape");
  await play.page.focus("#player .board");
  await play.settled();
  await play.press("ArrowRight");
  await play.moves(1);
  await play.until(() => document.querySelector("#kept").textContent === "Saved in this browser");
  await play.reload();
  await play.moves(1);
  assert.match(await play.source(), /Mine: take/);
  assert.equal(await drafts(play), 1);
  await play.close();
});

test("somebody's link does not overwrite a draft; drafts are chosen and deleted", async () => {
  const play = await open();
  await play.replace("Cave: take", "Mine: take");
  await play.until(() => document.querySelector("#kept").textContent === "Saved in this browser");
  await play.reload(
    linkOf({
      name: "Dots",
      files: [{ path: "dots.lua", text: dots }],
      levels: { path: "l.txt", text: "....\n" }
    })
  );
  assert.match(await play.source(), /name = 'dots'/);
  assert.equal(await drafts(play), 1);
  await play.replace("'Full'", "'All full'");
  await play.until(() => document.querySelector("#kept").textContent === "Saved in this browser");
  assert.equal(await drafts(play), 2);
  assert.equal(await play.page.evaluate(() => location.hash), "");
  await play.page.click("#open-gallery");
  assert.deepEqual(await play.page.$$eval(".draft strong", (list) => list.map((name) => name.textContent)), [
    "Dots",
    "Mine"
  ]);
  await play.click("Delete Dots");
  await play.click("Delete");
  await play.until(() => document.querySelectorAll(".draft").length === 1);
  await play.page.click(".draft");
  await play.until(() => /Mine: take/.test(globalThis.playground.source.editor.text()));
  assert.equal(await drafts(play), 1);
  await play.close();
});

test("the draft of another tab is not overwritten", async () => {
  const play = await open();
  await play.replace("Cave: take", "One: take");
  await play.until(() => document.querySelector("#kept").textContent === "Saved in this browser");
  await play.page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith("tessera.draft."));
    const value = JSON.parse(localStorage.getItem(key));
    localStorage.setItem(key, JSON.stringify({ ...value, time: value.time + 5 }));
  });
  await play.replace("One: take", "Two: take");
  await play.until(
    () => Object.keys(localStorage).filter((key) => key.startsWith("tessera.draft.")).length === 2
  );
  await play.close();
});

for (const [what, prepare] of [
  [
    "blocked",
    () =>
      Object.defineProperty(window, "localStorage", {
        get() {
          throw new DOMException("no", "SecurityError");
        }
      })
  ],
  [
    "full",
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    }
  ]
]) {
  test(`where storage is ${what}, that is said, and all goes on`, async () => {
    const play = await open({ prepare });
    await play.replace("Cave: take", "Mine: take");
    await play.toast(/keeps no drafts/);
    assert.equal(await play.text("#kept"), "Not saved");
    await play.report(/and it plays/);
    await play.close();
  });
}

// ---- files ----

test("source, levels and play are saved, and opened again", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.solve();
  const lua = await play.saved(() => play.file("Save sokoban.lua"));
  assert.equal(lua.name, "sokoban.lua");
  assert.equal(lua.bytes.toString(), readFileSync("samples/games/sokoban.lua", "utf8"));
  const levels = await play.saved(() => play.file("Save the levels", ".txt"));
  assert.equal(levels.bytes.toString(), readFileSync("samples/games/levels/sokoban.txt", "utf8"));
  const recording = await play.saved(() => play.file("Save the play", ".play"));
  assert.match(recording.bytes.toString(), /^tessera play 1\ntessera sokoban 1\n/);
  await play.close();

  const other = await open();
  await other.drop({ name: "sokoban.play", text: recording.bytes.toString() });
  await other.says(/Step \d of 5/);
  assert.match(await other.source(), /name = "sokoban"/);
  await other.drop({ name: "my dots.lua", text: dots }, { name: "some.txt", text: "..\n" });
  await other.until(
    () => globalThis.playground.project.files[0].path === "my_dots.lua" && globalThis.playground.settled
  );
  assert.equal((await other.cells()).length, 2);
  await other.drop({ name: "more.txt", text: "...\n" });
  await other.until(() => document.querySelectorAll("#player [role=gridcell]").length === 3);
  await other.close();
});

test("what cannot be opened is told", async () => {
  const play = await open();
  await play.drop({ name: "picture.png", text: "x" });
  await play.toast(/expected a game/);
  await play.drop({ name: "x.play", text: "tessera play 1\ntessera nobody 1\n" });
  await play.toast(/a recording of nobody/);
  await play.drop({ name: "x.play", text: "tessera play 1\ntessera sokoban 1\nrubbish\n" });
  await play.toast(/line \d/);
  await play.close();
});

test("a game is exported as a page that plays", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  const page = await play.saved(() => play.file("Game as a page", ".html"));
  assert.equal(page.name, "sokoban.html");
  await play.close();
  const path = join(browser.folder, "exported.html"), tab = await browser.tab();
  writeFileSync(path, page.bytes);
  await tab.goto(`file://${path}`);
  await tab.waitForFunction(() => document.querySelectorAll("[role=gridcell]").length === 35);
  for (const key of SOLUTION) await tab.keyboard.press(key);
  await tab.waitForFunction(() => /Solved/.test(document.querySelector(".notice-text").textContent));
  await browser.release(tab);
});

// The frames of a GIF: their number, and the size of the picture.
function readGif(bytes) {
  assert.equal(bytes.subarray(0, 6).toString("latin1"), "GIF89a");
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frames: 0, delays: [] };
  const colours = (flags) => (flags & 128 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + colours(bytes[10]);
  const skipBlocks = () => {
    while (bytes[at] !== 0) at += bytes[at] + 1;
    at++;
  };
  while (bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      if (bytes[at + 1] === 0xf9) size.delays.push(bytes.readUInt16LE(at + 4));
      at += 2;
      skipBlocks();
    } else {
      assert.equal(bytes[at], 0x2c);
      size.frames++;
      at += 10 + colours(bytes[at + 9]) + 1;
      skipBlocks();
    }
  }
  assert.equal(at, bytes.length - 1);
  return size;
}

test("pictures and films are saved", async () => {
  const play = await open({ fragment: "#game=sokoban" });
  await play.press("ArrowRight", "ArrowUp", "ArrowLeft");
  await play.moves(3);
  const svg = await play.saved(() => play.file("Picture", ".svg"));
  assert.match(svg.bytes.toString(), /^<svg .*<desc[^>]*>.*@.*<\/desc>/s);
  const png = await play.saved(() => play.file("Picture", ".png"));
  assert.equal(png.bytes.toString("latin1", 1, 4), "PNG");
  assert.ok(png.bytes.readUInt32BE(16) >= 900 && png.bytes.length > 2000);
  const gif = readGif((await play.saved(() => play.file("Film", ".gif"))).bytes);
  const slides = [3, 3, 3, 3]; // pictures in which the player and a box slide
  assert.deepEqual(gif, { width: 384, height: 288, frames: 16,
    delays: [80, ...slides, 28, ...slides, 28, ...slides, 188] });
  const page = await play.saved(() => play.file("Play as a page", ".html"));
  assert.match(page.bytes.toString(), /<title>Sokoban<\/title>/);
  await play.close();
});

test("the page may fetch nothing, and runs no script but its own", async () => {
  const play = await open();
  await play.page.evaluate(async () => {
    globalThis.blocked = [];
    addEventListener("securitypolicyviolation", (event) => globalThis.blocked.push(event.effectiveDirective));
    await fetch("https://example.org/").catch(() => {});
    const script = document.createElement("script");
    script.textContent = "globalThis.ran = true";
    document.body.append(script);
    new Image().src = "https://example.org/x.png";
  });
  await play.until(() =>
    ["connect-src", "script-src-elem", "img-src"].every((what) => globalThis.blocked.includes(what))
  );
  assert.equal(await play.page.evaluate(() => globalThis.ran), undefined);
  play.page.wrong = [];
  await play.close();
});

const MANY = `local tessera = require "tessera"
local legend, below, above = {}, {}, {}
for i = 33, 126 do
  local char = string.char(i)
  if not char:find "[,/;]" then
    legend[char] = { ground = "g" .. i, things = "t" .. i }
    below[#below + 1], above[#above + 1] = "g" .. i, "t" .. i
  end
end
return tessera.game { name = "many", layers = { "ground", "things" }, legend = legend,
  map = ("!"):rep(100) .. ("\\n" .. ("!"):rep(100)):rep(79), moves = { "go" },
  setup = function(s)
    for i = 0, 7999 do
      s.ground:set(i // 100 + 1, i % 100 + 1, below[i % #below + 1])
      s.things:set(i // 100 + 1, i % 100 + 1, above[i // #below % #above + 1])
    end
  end,
  apply = function(s) s.ground:set(1, 1, below[2]) end }`;

test("a film of thousands of different tiles shows them", async () => {
  const play = await open({ fragment: linkOf({ name: "many", files: [{ path: "many.lua", text: MANY }] }) });
  const { bytes } = await play.saved(() => play.file("Film", ".gif"));
  const colours = await play.page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/gif" }));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    return new Set(new Uint32Array(context.getImageData(0, 0, picture.width, picture.height).data.buffer)).size;
  }, [...bytes]);
  assert.ok(colours > 100, `${colours} colours`);
  await play.close();
});
