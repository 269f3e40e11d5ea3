// What stands in place of the board if a file returns no game: what scenarios came to, with the page
// of the failed boards in a sandbox of its own.

import { make } from "../player/dom.js";
import { filmFrame } from "./film_page.js";

const LISTED = 1000; // scenarios that are shown

function scenarioItem({ name, line, wrong }, does) {
  const failed = wrong.length > 0;
  const title = line ? make("button", { type: "button", class: "link", onclick: () => does.goTo(line) }, name)
    : make("span", {}, name);
  return make("li", { class: failed ? "failed" : "passed" },
    make("span", { class: "mark", "aria-hidden": "true" }, failed ? "✗" : "✓"), title,
    make("span", { class: "hidden" }, failed ? "failed" : "passed"),
    failed ? make("pre", { tabindex: "0" }, wrong.join("\n")) : null);
}

/** Shows the result of `load` for a file of scenarios. `does` has goTo(line) and film(page). */
export function showScenarios(element, { scenarios, failed, page }, does) {
  const count = `${scenarios.length} scenario${scenarios.length === 1 ? "" : "s"}`;
  const title = failed ? `${failed} of ${count} failed` : `${count} passed`;
  const list = make("div", { class: "scenario-list", role: "region", "aria-label": "Scenarios", tabindex: "0" },
    make("h2", { class: failed ? "failed" : "passed" }, title),
    make("ul", {}, ...scenarios.slice(0, LISTED).map((scenario) => scenarioItem(scenario, does))),
    scenarios.length > LISTED ? make("p", { class: "note" }, `and ${scenarios.length - LISTED} more`) : null);
  element.replaceChildren(list);
  if (!page) return;
  element.append(filmFrame(does.film(page), "Boards of the scenarios"));
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
