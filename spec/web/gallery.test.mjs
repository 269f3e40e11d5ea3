// Every game of the gallery is played in the playground, and every example of the guide is tried.

import assert from "node:assert/strict";
import { test, before, after } from "node:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Browser } from "./browser.mjs";
import { dataOf, openPlayground } from "./playground_page.mjs";

const browser = new Browser();
before(() => browser.open());
after(() => browser.close());

const open = (options) => openPlayground(browser, options);
const games = dataOf("games");

test("the gallery has all sample games, those in C, and a picture of each", () => {
  const files = readdirSync("samples/games").filter(
    (file) => file.endsWith(".lua") && !/_(scenarios|study)\./.test(file)
  );
  const puzzles = readdirSync("samples/puzzlescript").filter((file) => file.endsWith(".txt"));
  const inC = readdirSync("src/games");
  assert.deepEqual(
    games.map(({ name }) => name).sort(),
    [...[...files, ...puzzles].map((file) => file.replace(/\.\w+$/, "")), ...inC].sort()
  );
  for (const { picture, title } of games) assert.match(picture, /^<svg /, title);
});

// ---- by kind and difficulty ----

const genres = dataOf("genres");
const isShown = (play, name) => play.page.$eval(`dialog [data-game="${name}"]`, (card) => card.checkVisibility());
const gallery = async (options) => {
  const play = await open({ fragment: "#games", ...options });
  await play.until(() => document.querySelector("dialog.gallery .card"));
  return play;
};

test("the gallery shows games by kind, the easy ones first, with aims and difficulties", async () => {
  const play = await gallery();
  const shelves = await play.page.$$eval("dialog section", (sections) => sections.map((section) => ({
    title: section.querySelector("h3").textContent,
    names: [...section.querySelectorAll(".card")].map((card) => card.dataset.game)
  })));
  assert.deepEqual(shelves.map(({ title }) => title), genres.map(([, title]) => title));
  const effort = (name) => games.find((game) => game.name === name).effort;
  for (const { title, names } of shelves) {
    assert.ok(names.length >= 4, title);
    assert.deepEqual(names, names.toSorted((a, b) => effort(a) - effort(b)), title);
  }
  assert.equal(shelves.flatMap(({ names }) => names).length, games.length);
  const text = (name) => play.text(`dialog [data-game="${name}"]`);
  assert.match(await text("sokoban"), /^Sokoban\nPush every box onto a target\.\nMedium, \d+ lines of Lua$/);
  assert.match(await text("floes"), /Easy, \d+ lines of PuzzleScript$/);
  assert.match(await text("connect4"), /^Connect Four\nFour in a row win\.\n\d+ lines of Lua$/);
  await play.close();
});

test("buttons show one kind of games, by keyboard, and the game that is chosen is played", async () => {
  const play = await gallery({ width: 360, height: 740, touch: true });
  await play.page.focus(".genres button");
  const pressed = () => play.page.$$eval(".genres [aria-pressed=true]", (all) =>
    all.map(({ textContent }) => textContent));
  assert.deepEqual(await pressed(), ["All"]);
  await play.press("Tab", "Tab", "Enter");
  assert.deepEqual(await pressed(), ["Slide and jump"]);
  assert.deepEqual([await isShown(play, "rush"), await isShown(play, "sokoban")], [true, false]);
  assert.equal(await play.page.$eval(".gallery [role=status]", (status) => status.textContent), "5 games");
  assert.equal(await play.page.evaluate(() => document.documentElement.scrollWidth), 360);
  for (let i = 0; i < 20 && !await play.page.evaluate(() => document.activeElement.matches("[data-game=rush]")); i++) {
    await play.press("Tab");
  }
  await play.press("Enter");
  await play.until(() => location.hash === "#play=rush" && globalThis.playground.settled);
  assert.equal(await play.text(".player .title"), "Rush Hour");
  await play.page.click(".games"); // from there to the next one
  await play.page.click("dialog [data-game=peg]");
  await play.until(() => location.hash === "#play=peg" && globalThis.playground.settled);
  assert.ok(await play.page.evaluate(() => globalThis.playground.playing));
  await play.close();
});

test("the gallery marks what was solved in this browser", async () => {
  const play = await open({ fragment: "#play=sokoban" });
  assert.equal(await play.page.$eval(".games", (button) => button.ariaLabel), "Games");
  await play.solve();
  await play.page.click(".games");
  await play.until(() => document.querySelector("dialog .solved"));
  assert.match(await play.text('dialog [data-game="sokoban"] .solved'), /^✓ 1 of 5 levels solved$/);
  assert.equal(await play.page.$$eval("dialog .solved", (marks) => marks.length), 1);
  const keys = games.find(({ name }) => name === "2048").keys.map((key) => [`game2048 ${key}`, 3]);
  await play.page.evaluate((text) => localStorage.setItem("tessera.solved.game2048", text),
    JSON.stringify(Object.fromEntries(keys)));
  await play.press("Escape");
  await play.page.click(".games");
  await play.until(() => document.querySelector("dialog .solved.all"));
  assert.match(await play.text('dialog [data-game="2048"] .solved'), /^✓ All levels solved$/);
  await play.close();
});

for (const [width, height, scheme] of [[360, 740, "dark"], [1440, 900, "light"]]) {
  test(`nothing serious or moderate for axe-core in the gallery, ${width} x ${height}, ${scheme}`, async () => {
    const play = await gallery({ width, height, scheme, touch: width < 1000 });
    assert.deepEqual(await play.faults("dialog", ["moderate", "serious", "critical"]), []);
    await play.page.click(".genres button:nth-child(4)");
    assert.deepEqual(await play.faults("dialog", ["moderate", "serious", "critical"]), []);
    await play.close();
  });
}

// ---- all of them are played ----

// Plays an action through the field in which actions are typed.
async function typeAction(play, action) {
  await play.until(() => document.querySelector(".typing input").value === "");
  await play.page.$eval(".typing input", (input, action) => {
    input.value = action;
    input.dispatchEvent(new Event("input"));
    input.focus();
  }, action);
  await play.press("Enter");
}

// Whether time passes in the game.
const isTimed = (play) => play.page.$$eval("#player .toolbar button", (buttons) =>
  buttons.some((button) => /^(Start|Go on)$/.test(button.ariaLabel) && button.checkVisibility()));

async function openTyping(play) {
  await play.click("More");
  await play.click("Type an action");
}

for (const { name, title, project } of games) {
  test(`${title} is opened from the gallery, and its first level can be played`, async () => {
    const play = await open();
    await play.page.click("#open-gallery");
    await play.until(() =>
      Array.from(document.querySelectorAll(".card img")).every(
        (image) => image.loading === "lazy" || image.complete
      )
    );
    await play.page.click(`[data-game="${name}"]`);
    await play.until((name) => location.hash === `#game=${name}` && globalThis.playground.settled, name);
    assert.equal(await play.text(".player .title"), title);
    assert.equal(await play.page.$eval("#report", (report) => report.className), "report");
    assert.equal(
      await play.page.$$eval("#file-tabs [role=tab]", (tabs) => tabs.length),
      (project.files?.length ?? 0) + 1
    );
    const things = await play.palette();
    assert.ok(things.length > 1);
    for (const part of ["picture", "name"])
      assert.equal(new Set(things.map((thing) => thing[part])).size, things.length, JSON.stringify(things));
    await openTyping(play);
    await play.until(() => document.querySelector(".typing [role=option]"));
    const before = await play.list(); // those who have no piece have passed
    await play.page.click(".typing [role=option]");
    await play.until((count) => document.querySelectorAll(".moves li").length - 1 > count, before.length);
    await play.close();
  });

  const path = [`samples/games/levels/${name}.play`, `samples/puzzlescript/plays/${name}.play`].find(existsSync);
  if (path) {
    test(`${title} is played to its end`, async () => {
      const text = readFileSync(path, "utf8"),
        all = Array.from(text.matchAll(/^> (.*)\n< (\w+)/gm), ([, action, answer]) => ({ action, answer })),
        actions = all.filter(({ answer }) => answer === "ok").map(({ action }) => action);
      const play = await open({ fragment: `#game=${name}` });
      await play.drop({ name: `${name}.play`, text });
      await play.until(
        (count) => document.querySelector(".transport .place")?.textContent.endsWith(` 0 of ${count}`),
        all.length
      );
      await play.click("Play on from here");
      await play.moves(0);
      // While actions are typed, time stands still.
      const arrows = actions.every((action) => /^(up|down|left|right)$/.test(action)) && !await isTimed(play);
      if (!arrows) await openTyping(play);
      for (const [i, action] of actions.entries()) {
        if (arrows) await play.press(`Arrow${action[0].toUpperCase()}${action.slice(1)}`);
        else await typeAction(play, action);
        await play.moves(i + 1);
      }
      const outcome = /^< ok: (.*)$/m.exec(text)?.[1];
      if (outcome) await play.says(new RegExp(`${outcome} in ${actions.length} moves`));
      assert.deepEqual(await play.list(), actions);
      await play.close();
    });
  }
}

test("recordings of the games in C are opened as replays", async () => {
  const play = await open();
  for (const path of ["samples/tower/cleared.play", "samples/robots/won.play"]) {
    await play.drop({ name: "x.play", text: readFileSync(path, "utf8") });
    const [, game] = path.split("/");
    await play.until(
      (game) =>
        globalThis.playground.project.game === game
        && / 0 of \d+$/.test(document.querySelector(".transport .place")?.textContent),
      game
    );
    await play.press("End");
    await play.says(/Step (\d+) of \1/);
  }
  await play.close();
});

// ---- the guide ----

// What an example says below the source or beside it, if it is no game that plays.
const expected = {
  "wrong.lua": /1 of 1 scenario failed/,
  "nosy.lua": /io is refused/,
  "endless.lua": /did not return within|hello/,
  "darkness.lua": /press 1 1, press 1 2/,
  "limits.lua": /nodes\t5\n12\tdone/,
  "make.lua": /study/,
  "opponent.lua": /put 1 3\talpha-beta/,
  "record.lua": /tessera play 1/,
  "blocks.lua": /shift_piece\ttrue/,
  "slope.lua": /in turn\t1/,
  "ways.lua": /nearer\t3\t6\tleft/
};

for (const { name, title, examples } of dataOf("guides")) {
  test(`${title}: every example runs`, async () => {
    const play = await open();
    await play.page.select("#guide select", name);
    for (const file of Object.keys(examples)) {
      const button = await play.page.$(`[aria-label="Try ${file}"]`);
      if (!button) await play.page.evaluate((file) => { location.hash = `#guide=${file}`; }, file);
      else await button.click();
      await play.until((file) => location.hash === `#guide=${file}` && globalThis.playground.settled, file);
      const said = await play.page.evaluate(
        () =>
          `${document.querySelector("#report").textContent}\n${
            document.querySelector("#scenarios").checkVisibility()
              ? document.querySelector("#scenarios").textContent
              : ""
          }`
      );
      if (expected[file]) assert.match(said, expected[file], file);
      else assert.match(said, /and it plays|All scenarios pass/, `${file}: ${said}`);
    }
    await play.close();
  });
}

test("blocks that need what a browser has not got cannot be tried", () => {
  const guide = dataOf("guides").find(({ name }) => name === "guide");
  assert.ok(!guide.examples["my_spec.lua"]);
  assert.deepEqual(guide.examples["dark.lua"].files.map(({ path }) => path), ["dark.lua", "ghosts.lua"]);
});

test("the guide leads from page to page", async () => {
  const play = await open();
  await play.page.select("#guide select", "guide");
  await play.page.click('.prose a[href="#rules"]');
  assert.match(await play.text("#guide h2"), /Rules as pictures/);
  await play.page.click('.prose a[href^="#guide-"]');
  assert.match(await play.text("#guide h2"), /The guide/);
  assert.ok(await play.page.$eval(".guide-body", (body) => body.scrollTop) > 0);
  await play.close();
});
