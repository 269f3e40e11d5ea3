// The panes: widths that can be dragged, a pane at the side that can be closed, one pane at a time on a
// phone, F6 from one to the next.

import { make } from "../player/dom.js";

const NARROW = matchMedia("(max-width: 55.99rem)"), WIDE = matchMedia("(min-width: 78rem)");
const LARGE = matchMedia("(min-width: 105rem)"); // where a source needs a smaller part
const LEAST = 16; // percent of the width that a pane keeps
const STEP = 2;

const byId = (id) => document.getElementById(id);

export class Layout {
  #widths = LARGE.matches ? { source: 38, side: 22 } : { source: 42, side: 22 };
  #closed = false; // the pane at the side, where there is room for it

  // `parts` are [name, label, pane, show]: what the tabs on a phone show.
  constructor(parts, remembered, onChange) {
    Object.assign(this.#widths, cleaned(remembered));
    this.#closed = remembered?.closed === true;
    this.onChange = onChange;
    this.panes = byId("panes");
    this.#split(byId("split-source"), "source", 1);
    this.#split(byId("split-side"), "side", -1);
    this.#apply();
    this.#makeTabs(parts);
    document.addEventListener("keydown", (event) => this.#cycle(event));
  }

  get narrow() {
    return NARROW.matches;
  }

  /** Whether the pane at the side is shown. */
  get sideShown() {
    return WIDE.matches ? !this.#closed : this.panes.dataset.front === "side-pane";
  }

  /** Shows a part of the pane at the side: on a window of middle width in the place of the source. */
  openSide(name) {
    if (!WIDE.matches) return this.show(name);
    return this.#close(false);
  }

  closeSide() {
    if (WIDE.matches) this.#close(true);
    else this.show("source");
  }

  #close(closed) {
    if (this.#closed === closed) return;
    this.#closed = closed;
    this.#apply();
    this.#tell();
  }

  // Brings a part to the front on a phone; on a wide window it is there already.
  show(name) {
    const { pane, show } = this.parts.get(name);
    this.panes.dataset.front = pane;
    for (const [other, { button }] of this.parts) {
      if (other === name) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    show?.();
  }

  /** Marks the tab of the part that has an error, or none. */
  mark(name) {
    for (const [other, { button, label }] of this.parts) {
      button.classList.toggle("wrong", other === name);
      button.ariaLabel = other === name ? `${label}, has an error` : null;
    }
  }

  #makeTabs(parts) {
    this.parts = new Map();
    for (const [name, label, pane, show] of parts) {
      const button = make(
        "button",
        { type: "button", "data-part": name, onclick: () => this.show(name) },
        label
      );
      this.parts.set(name, { pane, show, button, label });
      byId("phone-tabs").append(button);
    }
  }

  // ---- widths ----

  #apply() {
    const { source, side } = this.#widths;
    const beside = this.#closed ? 0 : side;
    this.panes.classList.toggle("side-closed", this.#closed);
    this.panes.style.setProperty("--source", `${source}fr`);
    this.panes.style.setProperty("--board", `${100 - source - beside}fr`);
    this.panes.style.setProperty("--side", `${side}fr`);
    for (const [id, value] of [["split-source", source], ["split-side", side]]) {
      byId(id).setAttribute("aria-valuenow", Math.round(value));
      byId(id).setAttribute("aria-valuemin", LEAST);
      byId(id).setAttribute("aria-valuemax", 100 - 2 * LEAST);
    }
  }

  #tell() {
    this.onChange({ ...this.#widths, closed: this.#closed });
  }

  #resize(name, value) {
    const other = name === "source" ? this.#widths.side : this.#widths.source;
    this.#widths[name] = Math.max(LEAST, Math.min(100 - LEAST - other, value));
    this.#apply();
  }

  #split(handle, name, sign) {
    handle.addEventListener("pointerdown", (event) => {
      const from = event.clientX, before = this.#widths[name], width = this.panes.clientWidth;
      const move = (moved) => this.#resize(name, before + sign * (moved.clientX - from) / width * 100);
      event.preventDefault();
      handle.setPointerCapture(event.pointerId);
      handle.addEventListener("pointermove", move);
      handle.addEventListener("lostpointercapture", () => {
        handle.removeEventListener("pointermove", move);
        this.#tell();
      }, { once: true });
    });
    handle.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
      if (!by) return;
      event.preventDefault();
      this.#resize(name, this.#widths[name] + sign * by);
      this.#tell();
    });
  }

  // ---- F6 ----

  #cycle(event) {
    if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const panes = Array.from(this.panes.querySelectorAll(".pane")).filter((pane) => pane.offsetParent);
    const at = panes.findIndex((pane) => pane.contains(document.activeElement));
    const next = panes.at((at + (event.shiftKey ? -1 : 1)) % panes.length);
    const first = next.querySelector(".cm-content, [role=grid], button:not([disabled])");
    (first?.checkVisibility?.() === false ? next : first ?? next).focus();
  }
}

function cleaned(widths) {
  const { source, side } = Object(widths);
  const fine = [source, side].every((value) => Number.isFinite(value) && value >= LEAST);
  return fine && source + side <= 100 - LEAST ? { source, side } : {};
}
