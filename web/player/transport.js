// First, back, play, on, last, a slider and a speed: steps through a replay, or through a solution.

import { changeIcon, iconButton, make, put, relabel, textButton } from "./dom.js";

const speeds = [[2000, "½"], [1000, "1"], [500, "2"], [250, "4"], [100, "10"], [40, "25"]];

export class Transport {
  #timer = null;
  #wanted = 0; // the step to which it is on the way
  #going = null; // resolves when it is there

  constructor() {
    this.step = this.count = 0;
    this.buttons = {
      first: iconButton("first", "First", () => this.jump(0)),
      back: iconButton("back", "Back", () => this.jump(this.#wanted - 1)),
      play: iconButton("play", "Play", () => this.toggle(), { class: "button primary" }),
      on: iconButton("on", "Forward", () => this.jump(this.#wanted + 1)),
      last: iconButton("last", "Last", () => this.jump(this.count)),
    };
    this.slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Step",
      oninput: () => this.jump(Number(this.slider.value)) });
    this.speed = make("select", {}, ...speeds.map(([value, text]) => make("option", { value }, text)));
    this.speed.value = "250";
    this.place = make("span", { class: "place" });
    this.more = make("div", { class: "row" });
    this.element = make("div", { class: "transport", role: "group", hidden: true },
      make("div", { class: "row" }, ...Object.values(this.buttons)), this.slider, this.more);
  }

  get active() {
    return !this.element.hidden;
  }

  get playing() {
    return this.#timer !== null;
  }

  // Milliseconds from one step to the next while it plays; nothing otherwise.
  get pace() {
    return this.playing ? Number(this.speed.value) : undefined;
  }

  // Begins to step through `count` steps. `goTo(step)` resolves when the step is shown, to false if
  // it cannot be. `choices` are [text, function] of more buttons.
  open({ label, count, step = 0, goTo, choices, play = false }) {
    this.#stop();
    Object.assign(this, { label, count, goTo });
    this.element.setAttribute("aria-label", label);
    this.more.replaceChildren(this.place, make("label", { class: "speed" }, "Speed ", this.speed),
      ...choices.map(([text, choose]) => textButton(text, choose)));
    this.slider.max = count;
    this.element.hidden = false;
    this.update(step);
    if (play) this.toggle();
  }

  close() {
    this.#stop();
    this.element.hidden = true;
  }

  update(step) {
    const { buttons, count, slider } = this;
    this.step = step;
    if (!this.#going) this.#wanted = step;
    slider.value = this.#wanted;
    slider.setAttribute("aria-valuetext", `step ${step} of ${count}`);
    buttons.first.disabled = buttons.back.disabled = step === 0;
    buttons.on.disabled = buttons.last.disabled = step >= count;
    put(this.place, `${this.label} ${step} of ${count}`);
  }

  // Stops playing, and goes to a step.
  async jump(step) {
    this.#stop();
    await this.#go(step);
  }

  async toggle() {
    if (this.playing) {
      this.#stop();
      return;
    }
    if (this.step >= this.count && !(await this.#go(0))) return;
    this.#running(true);
    this.#wait();
  }

  pause() {
    this.#stop();
  }

  faster(by) {
    const { speed } = this;
    speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
  }

  // What a key does here: true if it means something.
  press(key) {
    const keys = { left: () => this.jump(this.#wanted - 1), right: () => this.jump(this.#wanted + 1),
      home: () => this.jump(0), end: () => this.jump(this.count), space: () => this.toggle(),
      "+": () => this.faster(1), "-": () => this.faster(-1) };
    if (!Object.hasOwn(keys, key)) return false;
    keys[key]();
    return true;
  }

  // Of several wishes while a step is on its way the last one counts.
  async #go(step) {
    this.#wanted = Math.max(0, Math.min(this.count, step));
    this.#going ??= this.#follow();
    return this.#going;
  }

  async #follow() {
    try {
      while (this.active && this.step !== this.#wanted) {
        const step = this.#wanted;
        if ((await this.goTo(step)) === false) return false;
        this.step = step;
      }
      return this.active;
    } finally {
      this.#going = null;
      this.update(this.step);
    }
  }

  #running(on) {
    changeIcon(this.buttons.play, on ? "pause" : "play");
    relabel(this.buttons.play, on ? "Pause" : "Play");
    if (!on) this.#timer = null;
  }

  #stop() {
    clearTimeout(this.#timer);
    this.#running(false);
  }

  #wait() {
    this.#timer = setTimeout(() => this.#tick(), Number(this.speed.value));
  }

  async #tick() {
    const timer = this.#timer;
    const done = await this.#go(this.step + 1);
    if (timer !== this.#timer || !this.active) return;
    if (done && this.step < this.count) this.#wait();
    else this.#running(false);
  }
}
