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
    await openTyping(play);
    await play.until(() => document.querySelector(".typing [role=option]"));
    await play.page.click(".typing [role=option]");
    await play.moves(1);
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
