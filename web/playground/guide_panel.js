// The guide beside the game: its blocks can be tried. The HTML is made from docs/ when the page is
// built; the reference is made when it is first read.

import { make } from "../player/dom.js";
import { highlight } from "./editor.js";
import { referencePage } from "./reference_page.js";
import { button } from "./widgets.js";

const REFERENCE = { name: "reference", title: "Reference" };

export class GuidePanel {
  #tried = null;

  // `guides` are { name, title, html, examples }; `does` has open(project, fragment), and `api`, what
  // the editor knows.
  constructor(element, guides, does) {
    Object.assign(this, { element, guides, does });
    this.pages = new Map(); // those that were read
    this.choice = make("select", { "aria-label": "Document", onchange: () => this.open(this.choice.value) },
      ...[...guides, REFERENCE].map(({ name, title }) => make("option", { value: name }, title)));
    this.body = make("div", { class: "guide-body", tabindex: "0", role: "region", "aria-label": "Guide" });
    element.append(make("div", { class: "row guide-head" }, this.choice), this.body);
    this.body.addEventListener("click", (event) => this.#follow(event));
  }

  /** Shows the first document. */
  begin() {
    this.open(this.guides[0].name);
  }

  #page({ name, html, examples }) {
    const page = make("article", { class: "prose", "data-name": name });
    page.innerHTML = html;
    if (page.querySelector("[data-lang=console]")) {
      page.firstChild.after(
        make(
          "p",
          { class: "note" },
          "“Try it” opens an example here. Lines that begin with $ are for the command line."
        )
      );
    }
    for (const block of page.querySelectorAll("pre[data-lang=lua] > code")) highlight(block);
    for (const block of page.querySelectorAll("pre[data-example]")) {
      const file = block.dataset.example;
      const tryIt = button("Try it", () => this.#try(tryIt, examples[file], file), { className: "button try",
        "aria-label": `Try ${file}` });
      block.after(tryIt);
    }
    return page;
  }

  #try(pressed, project, file) {
    this.#tried?.classList.remove("tried");
    this.#tried = pressed;
    pressed.classList.add("tried");
    this.does.open(project, `#guide=${file}`);
  }

  open(name, id = null) {
    if (!this.pages.has(name)) {
      this.pages.set(name, name === REFERENCE.name ? referencePage(this.does.api)
        : this.#page(this.guides.find((guide) => guide.name === name)));
    }
    const page = this.pages.get(name);
    this.choice.value = name;
    this.body.setAttribute("aria-label", this.choice.selectedOptions[0].textContent);
    if (page.parentElement !== this.body) {
      this.body.replaceChildren(page);
      this.body.scrollTop = 0;
    }
    const target = id && page.querySelector(`#${CSS.escape(id)}`);
    if (target) this.body.scrollTop = target.offsetTop - 12;
  }

  /** Shows where an example stands. */
  showExample(file) {
    const guide = this.guides.find(({ examples }) => Object.hasOwn(examples, file));
    if (!guide) return;
    this.open(guide.name);
    const block = this.body.querySelector(`[data-example="${CSS.escape(file)}"]`);
    if (block) this.body.scrollTop = block.offsetTop - 12;
  }

  #follow(event) {
    const link = event.target.closest("a[data-document]");
    if (!link) return;
    event.preventDefault();
    this.open(link.dataset.document, link.getAttribute("href").slice(1));
  }
}
