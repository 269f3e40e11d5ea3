// The page of the playground, as a test sees it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Play } from "./browser.mjs";

const page = join(process.env.WEB, "index.html");

/** The keys that solve the first level of Sokoban. */
export const SOLUTION = ["ArrowRight", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowLeft"];

export class Playground extends Play {
  // The cells of the board that is played; the one that is painted is another.
  cells() {
    return this.page.$$eval("#player [role=gridcell]", (cells) =>
      cells.map((cell) => cell.getAttribute("aria-label"))
    );
  }

  cell(row, column) {
    return this.page.$eval("#player .board > svg", (svg, row, column) => {
      const box = svg.getBoundingClientRect(), [, , wide] = svg.getAttribute("viewBox").split(" ");
      const size = box.width * 16 / Number(wide);
      return { x: box.left + column * size, y: box.top + row * size };
    }, row, column);
  }

  // Plays the first level of Sokoban to its end.
  async solve() {
    await this.press(...SOLUTION);
    await this.says(/^Solved in 5 moves/);
  }

  // The text of a file of the project, as the editor has it.
  source() {
    return this.page.evaluate(() => globalThis.playground.source.editor.text());
  }

  // Types into the editor: `text` takes the place of `old`, which the source has once.
  async replace(old, text) {
    await this.page.evaluate((old, text) => {
      const { view } = globalThis.playground.source.editor, source = view.state.doc.toString();
      const from = source.indexOf(old);
      if (from < 0) throw new Error(`the source has no ${old}`);
      view.dispatch({
        changes: { from, to: from + old.length, insert: text },
        selection: { anchor: from + text.length },
        userEvent: "input.type"
      });
      view.focus();
    }, old, text);
  }

  // Puts another text into the editor.
  async write(text) {
    await this.page.evaluate((text) => {
      const { view } = globalThis.playground.source.editor;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: text },
        userEvent: "input.type"
      });
    }, text);
  }

  // Waits until an expression about the page is true, and tells what stood there if it never was.
  async until(test, ...args) {
    try {
      await super.until(test, ...args);
    } catch (error) {
      const report = await this.page.$eval("#report", (element) => element.textContent);
      throw new Error(`${error.message}; waited for ${test} (${args}); below the source stands: ${report}`);
    }
  }

  // Waits until what stands below the source matches.
  report(pattern) {
    return this.until(
      (source) => new RegExp(source, "s").test(document.querySelector("#report").textContent),
      pattern.source
    );
  }

  // Waits until the last change has been run.
  settled() {
    return this.until(() => globalThis.playground.settled);
  }

  tab(name) {
    return this.page.evaluate((name) => {
      Array.from(document.querySelectorAll("[role=tab]")).find((tab) => tab.textContent === name).click();
    }, name);
  }

  toast(pattern) {
    return this.until(
      (source) => new RegExp(source).test(document.querySelector("#toasts").textContent),
      pattern.source
    );
  }

  // The palette of the levels: what each thing looks like, and what it is called.
  palette() {
    return this.page.$$eval(".palette [role=radio]", (radios) => radios.map((radio) => {
      const picture = radio.querySelector("svg").cloneNode(true), use = picture.querySelector("use");
      use.replaceWith(document.querySelector(use.getAttribute("href")).innerHTML);
      return { picture: picture.textContent, name: radio.ariaLabel };
    }));
  }

  // What is saved while `act` runs: { name, bytes }.
  async saved(act) {
    await this.page.evaluate(() => {
      globalThis.saved = null;
      HTMLAnchorElement.prototype.click = async function click() {
        const bytes = new Uint8Array(await (await fetchBlob(this.href)).arrayBuffer());
        globalThis.saved = { name: this.download, bytes: Array.from(bytes) };
      };
      // The page may fetch nothing, not even its own Blobs.
      const blobs = new Map(), create = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        const address = create.call(URL, blob);
        blobs.set(address, blob);
        return address;
      };
      const fetchBlob = async (address) => blobs.get(address);
    });
    await act();
    await this.until(() => globalThis.saved !== null);
    const { name, bytes } = await this.page.evaluate(() => globalThis.saved);
    return { name, bytes: Buffer.from(bytes) };
  }

  // Chooses an entry of the menu of files.
  async file(label, note = "") {
    await this.page.click("#open-export");
    await this.page.evaluate((label, note) => {
      Array.from(document.querySelectorAll("[role=menuitem]"))
        .find((item) => item.textContent === label + note)
        .click();
    }, label, note);
  }

  // Opens files as if they had been dropped on the page.
  drop(...files) {
    return this.page.evaluate((files) => {
      const transfer = new DataTransfer();
      for (const { name, text } of files) transfer.items.add(new File([text], name));
      document.body.dispatchEvent(
        new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer })
      );
    }, files);
  }

  // Opens the editor where one plays.
  async edit() {
    await this.click("How it is made");
    await this.until(() => globalThis.playground?.settled && !globalThis.playground.playing);
  }

  // Loads the page again, with another fragment if one is given.
  async reload(fragment) {
    if (fragment !== undefined) {
      await this.page.goto("about:blank");
      await this.page.goto(`file://${page}${fragment}`);
    } else {
      await this.page.reload();
    }
    await this.started();
  }

  // Waits for the board, and where there is more than the board, for the editor.
  async started() {
    await this.until(() => (globalThis.playground
      ? globalThis.playground.settled && document.querySelector("#report").textContent !== ""
      : document.querySelector(".playing #player:not([hidden]) .board > svg")));
  }
}

/** Opens the playground from its file. */
export async function openPlayground(browser, { fragment = "", width = 1440, ...options } = {}) {
  const tab = await browser.tab({ width, ...options });
  await tab.goto(`file://${page}${fragment}`);
  const playground = new Playground(tab, browser);
  await playground.started();
  return playground;
}

/** The documents and games that the build has put beside the page: `guides` or `games`. */
export function dataOf(name) {
  const text = readFileSync(join(process.env.WEB, "parts/documents.js"), "utf8");
  return JSON.parse(JSON.parse(text.slice(text.indexOf("JSON.parse(") + 11, text.lastIndexOf("))"))))[name];
}
