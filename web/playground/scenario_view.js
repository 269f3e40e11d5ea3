// What stands in place of the board if a file returns no game: what scenarios came to, with the page
// of the failed boards in a sandbox of its own.

import { make } from "../player/dom.js";

function scenarioItem({ name, line, wrong }, does) {
  const failed = wrong.length > 0;
  const title = line ? make("button", { type: "button", class: "link", onclick: () => does.goTo(line) }, name)
    : make("span", {}, name);
  return make("li", { class: failed ? "failed" : "passed" },
    make("span", { class: "mark", "aria-hidden": "true" }, failed ? "✗" : "✓"), title,
    make("span", { class: "hidden" }, failed ? "failed" : "passed"),
    failed ? make("pre", { tabindex: "0" }, wrong.join("\n")) : null);
}

/** Shows the result of `load` for a file of scenarios. `does` has goTo(line). */
export function showScenarios(element, { scenarios, failed, page }, does) {
  const count = `${scenarios.length} scenario${scenarios.length === 1 ? "" : "s"}`;
  const title = failed ? `${failed} of ${count} failed` : `${count} passed`;
  const list = make("div", { class: "scenario-list", role: "region", "aria-label": "Scenarios", tabindex: "0" },
    make("h2", { class: failed ? "failed" : "passed" }, title),
    make("ul", {}, ...scenarios.map((scenario) => scenarioItem(scenario, does))));
  element.replaceChildren(list);
  if (!page) return;
  // The page may run its script and nothing else: it has no origin, and no way out.
  const frame = make("iframe", { sandbox: "allow-scripts", title: "Boards of the scenarios" });
  frame.srcdoc = page;
  element.append(frame);
}

/** Shows that a file is neither a game nor scenarios. */
export function showOther(element, { kind, printed }) {
  const [title, text] = kind === "study"
    ? ["A study", "Studies run on all cores of a computer: lua run.lua study FILE."]
    : ["This file returns no game",
      "It ran to its end. Files that return a game are played, those that return scenarios are tested."];
  element.replaceChildren(make("div", { class: "other" }, make("h2", {}, title), make("p", {}, text),
    printed ? make("pre", { tabindex: "0" }, printed.join("\n")) : null));
}

/** Shows that there is no board yet. */
export function showNothing(element, text) {
  element.replaceChildren(make("p", { class: "other" }, text));
}
