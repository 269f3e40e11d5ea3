// What the tests of pages share: headless Chromium, pages of exported games, and waiting for what they
// show.

import { readFileSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { composeGame } from "../../web/player/compose.js";

// The npm packages are installed outside of the sources: the Makefile says where.
const require = createRequire(join(process.env.PAGES_MODULES, "x.js"));
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core"), "utf8");
const PATIENCE = 30000; // milliseconds; the machine may be busy

const html = readFileSync(join(process.env.WEB, "player.html"), "utf8");
const inside = (start, end) => html.slice(html.indexOf(start) + start.length).split(end)[0];

// The parts that an exported game is made of, from the page that `make web` has built.
export const parts = {
  engine: inside('<script type="text/plain" id="engine">', "</script>"),
  library: inside('<script type="text/plain" id="library">', "</script>"),
  worker: inside('<script type="text/plain" id="worker">', "</script>"),
  player: html.slice(html.lastIndexOf("<script>") + 8).split("</script>")[0],
  style: inside("<style>", "</style>"),
  policy: inside('<meta http-equiv="Content-Security-Policy" content="', '"'),
};

const samples = new URL("../../samples/games/", import.meta.url);

// A sample game with its levels.
export function sample(name, more = {}) {
  const read = (path) => readFileSync(new URL(path, samples), "utf8");
  return { title: name, path: `${name}.lua`, source: read(`${name}.lua`),
    levels: read(`levels/${name}.txt`), ...more };
}

// Sokoban with a level that one push to the right solves.
export const onePush = (more = {}) => sample("sokoban", { levels: "#####\n#@$.#\n#####\n", ...more });

export class Browser {
  #idle = []; // tabs that were given back

  async open() {
    this.folder = mkdtempSync(join(tmpdir(), "web-"));
    this.browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium-headless-shell",
      headless: true, protocolTimeout: 120000, args: ["--no-sandbox", "--disable-gpu"] });
    return this;
  }

  async close() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }

  // An empty tab, to be given back by `release`. A process of its own for each page would take longer
  // than most tests, so tabs are used again; but for those that `prepare` changes for good.
  async tab({ width = 1200, height = 900, touch = false, scheme = "light", scripts = true, prepare = null,
    zoom = 1 } = {}) {
    const page = (!prepare && this.#idle.pop()) || await this.#newTab();
    page.wrong = [];
    await page.setViewport({ width, height, hasTouch: touch, isMobile: touch, deviceScaleFactor: zoom });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setJavaScriptEnabled(scripts);
    if (prepare) await page.evaluateOnNewDocument(prepare);
    page.isPrepared = Boolean(prepare);
    return page;
  }

  // What a page says on the console, and what it asks of the network, is wrong. Tabs that are open at the
  // same time share no storage.
  async #newTab() {
    const context = await this.browser.createBrowserContext(), page = await context.newPage();
    page.on("console", (message) => page.wrong.push(message.text()));
    page.on("pageerror", (error) => page.wrong.push(error.stack ?? String(error)));
    page.on("request", (request) => {
      if (!/^(file|data|blob|about):/.test(request.url())) page.wrong.push(request.url());
    });
    return page;
  }

  // Takes a tab back, and fails if something of its page was wrong. A test that has failed gives none back.
  async release(page) {
    const { wrong } = page;
    if (page.isPrepared || wrong.length > 0) {
      await page.browserContext().close();
    } else {
      await page.goto("about:blank");
      await page.mouse.move(0, 0);
      await page._client().send("Storage.clearDataForOrigin", { origin: "file://", storageTypes: "all" });
      this.#idle.push(page);
    }
    if (wrong.length > 0) throw new Error(`the page said: ${wrong.join("; ")}`);
  }

  // Opens the page of an exported game.
  async play(game, options) {
    const file = join(this.folder, `${Math.random()}.html`);
    writeFileSync(file, composeGame({ ...parts, game }));
    const page = await this.tab(options);
    await page.goto(`file://${file}`);
    await until(page, () => !/Loading/.test(document.querySelector("#wait").textContent));
    return new Play(page, this);
  }
}

// Waits until a function is true in the page.
async function until(page, test, ...args) {
  await page.waitForFunction(test, { timeout: PATIENCE, polling: 20 }, ...args);
}

// The player of a page, as a test sees it.
export class Play {
  constructor(page, browser) {
    this.page = page;
    this.browser = browser;
  }

  close() {
    return this.browser.release(this.page);
  }

  until(test, ...args) {
    return until(this.page, test, ...args);
  }

  text(selector) {
    return this.page.$eval(selector, (element) => element.innerText.trim());
  }

  async press(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  // Waits until the line below the board says something.
  async says(pattern) {
    try {
      await this.until((source) => {
        return new RegExp(source).test(document.querySelector(".notice-text").textContent);
      }, pattern.source);
    } catch {
      throw new Error(`expected ${pattern}, the page says: ${await this.text(".notice-text")}`);
    }
  }

  // Waits until so many moves are in force.
  async moves(count) {
    try {
      await this.until((step) => {
        return document.querySelector(".moves [aria-current]")?.dataset.step === String(step);
      }, count);
    } catch {
      const [list, said] = [await this.list(), await this.text(".notice-text")];
      throw new Error(`expected ${count} moves, the list is ${list.join(", ")}; the page says: ${said}`);
    }
  }

  // The actions of the list of moves, without the start; of those with a label their names.
  list() {
    return this.page.$$eval(".moves li span:nth-child(2)", (actions) => {
      return actions.slice(1).map((action) => action.title || action.textContent);
    });
  }

  // The board in words, by the labels of its cells.
  cells() {
    return this.page.$$eval("[role=gridcell]", (cells) => cells.map((cell) => cell.ariaLabel));
  }

  // Clicks on a button by its label or its text, as soon as it is there and stands still: what was
  // said just now may move it.
  async click(name) {
    const find = (wanted) => {
      const found = [...document.querySelectorAll("button:enabled, summary")].find((button) => {
        return (button.ariaLabel ?? button.innerText.trim()) === wanted && button.checkVisibility();
      });
      const before = window.foundAt;
      if (!found) return false;
      const { x, y } = found.getBoundingClientRect();
      window.foundAt = { found, x, y };
      return before?.found === found && before.x === x && before.y === y && found;
    };
    const found = await this.page.waitForFunction(find, { timeout: PATIENCE, polling: 50 }, name)
      .catch(async () => {
        const said = await this.text(".notice-text");
        throw new Error(`there is no button ${name}; the page says: ${said}`);
      });
    await found.asElement().click();
  }

  // Sets the limits of a game.
  async limit(...limits) {
    await this.click("More");
    await this.click("Limits …");
    await this.page.$$eval("dialog[open] input", (inputs, limits) => inputs.forEach((input, i) => {
      input.value = limits[i];
      input.dispatchEvent(new Event("change"));
    }), limits);
    await this.press("Escape");
  }

  async openFile(path) {
    const [chooser] = await Promise.all([this.page.waitForFileChooser(),
      this.click("More").then(() => this.click("Open a play …"))]);
    await chooser.accept([path]);
  }

  // The path of the file that is given when something is done.
  async download(act) {
    const session = await this.page.createCDPSession(), folder = mkdtempSync(join(this.browser.folder, "given-"));
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder,
      eventsEnabled: true, browserContextId: this.page.browserContext().id });
    const given = new Promise((resolve) => {
      let name;
      session.on("Browser.downloadWillBegin", (event) => { name = event.suggestedFilename; });
      session.on("Browser.downloadProgress", ({ state }) => {
        if (state === "completed") resolve(join(folder, name));
      });
    });
    await act();
    const path = await given;
    await session.detach();
    return path;
  }

  // The middle of a cell on the screen, as soon as the board stands still.
  async cell(row, column) {
    await this.page.waitForFunction(() => {
      const { x, y, width } = document.querySelector(".board > svg").getBoundingClientRect();
      const now = `${x} ${y} ${width}`, still = window.boardAt === now;
      window.boardAt = now;
      return still;
    }, { timeout: PATIENCE, polling: 50 });
    return this.page.$eval(".board > svg", (svg, row, column) => {
      const box = svg.getBoundingClientRect(), [, , wide] = svg.getAttribute("viewBox").split(" ");
      const size = box.width * 16 / Number(wide);
      return { x: box.left + column * size, y: box.top + row * size };
    }, row, column);
  }

  // Moves a finger.
  async swipe(x, y, right, down) {
    const { touchscreen } = this.page;
    await touchscreen.touchStart(x, y);
    for (let i = 1; i <= 4; i++) await touchscreen.touchMove(x + right * i / 4, y + down * i / 4);
    await touchscreen.touchEnd();
  }

  // What axe-core finds that is serious, in the whole page or in a part of it, or of these kinds. Without
  // `preload` it does not fetch styles, which a page of a file may not.
  async faults(part = "html", kinds = ["serious", "critical"]) {
    if (!await this.page.evaluate(() => Boolean(window.axe))) await this.page.evaluate(axe);
    const { violations } = await this.page.evaluate((part) =>
      window.axe.run(part, { preload: false, resultTypes: ["violations"] }), part);
    return violations.filter(({ impact }) => kinds.includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`);
  }
}
