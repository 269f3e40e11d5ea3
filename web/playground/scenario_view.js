// What scenarios came to: a list, and the page with the failed boards in a sandbox of its own.

import { make } from "../player/dom.js";

/** Shows the result of `load` for a file of scenarios. `does` has goTo(line). */
export function showScenarios(element, result, does) {
  const { scenarios, failed } = result;
  const head = make(
    "h2",
    { class: failed ? "failed" : "passed" },
    failed
      ? `${failed} of ${scenarios.length} scenarios failed`
      : `${scenarios.length} scenario${scenarios.length === 1 ? "" : "s"} passed`
  );
  const items = scenarios.map(({ name, line, wrong }) =>
    make(
      "li",
      { class: wrong.length > 0 ? "failed" : "passed" },
      make("span", { class: "mark", "aria-hidden": "true" }, wrong.length > 0 ? "✗" : "✓"),
      line
        ? make("button", { type: "button", class: "link", onclick: () => does.goTo(line) }, name)
        : make("span", {}, name),
      make("span", { class: "hidden" }, wrong.length > 0 ? "failed" : "passed"),
      wrong.length > 0
        ? make(
            "pre",
            { tabindex: "0" },
            wrong.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join("\n")
          )
        : null
    )
  );
  element.replaceChildren(
    make(
      "div",
      { class: "scenario-list", role: "region", "aria-label": "Scenarios", tabindex: "0" },
      head,
      make("ul", {}, ...items)
    )
  );
  if (!result.page) return;
  // The page may run its script and nothing else: it has no origin, and no way out.
  const frame = make("iframe", { sandbox: "allow-scripts", title: "Boards of the scenarios" });
  frame.srcdoc = result.page;
  element.append(frame);
}

/** Shows that a file is neither a game nor scenarios. */
export function showOther(element, result) {
  const study = result.kind === "study";
  element.replaceChildren(
    make(
      "div",
      { class: "other" },
      make("h2", {}, study ? "A study" : "This file returns no game"),
      make(
        "p",
        {},
        study
          ? "Studies run on all cores of a computer: lua run.lua study FILE."
          : "It ran to its end. Files that return a game are played, those that return scenarios are tested."
      ),
      result.printed?.length > 0 ? make("pre", { tabindex: "0" }, result.printed.join("\n")) : null
    )
  );
}
