// What is heard: the engine says which sounds of the game, here they are played. Nothing is heard before
// somebody has pressed something, in a window that is not looked at, or where it was silenced.

import { changeIcon, iconButton, make, put, relabel, show } from "./dom.js";
import { keep, recall } from "./store.js";

const TOGETHER = 4; // sounds of one step that are played

export class Sounds {
  #numbers = {}; // those of the game, by what is heard
  #waves = new Map(); // by number
  #context = null;

  // `synth()` resolves to { RATE, wave(number) }; it is asked for when something is to be heard.
  constructor({ synth }) {
    this.synth = synth;
    this.muted = recall("muted", false, (value) => typeof value === "boolean");
    this.button = iconButton("sound", "Silence", () => this.toggle(), { class: "button sound" });
    this.entry = make("span"); // of the menu, for windows that have no room for the button
    this.#refresh();
  }

  // A game begins.
  begin({ sounds }) {
    this.#numbers = sounds ?? {};
    const audible = this.synth !== undefined && Object.keys(this.#numbers).length > 0;
    for (const button of [this.button, this.entry.closest("button")]) show(button, audible);
  }

  toggle() {
    this.muted = !this.muted;
    keep("muted", this.muted);
    this.#refresh();
  }

  #refresh() {
    changeIcon(this.button, this.muted ? "mute" : "sound");
    relabel(this.button, this.muted ? "Sound" : "Silence");
    put(this.entry, this.muted ? "Sound: off" : "Sound: on");
  }

  get #silent() {
    return this.muted || !this.synth || !document.hasFocus() || !navigator.userActivation?.hasBeenActive;
  }

  // What one step makes to be heard.
  async play(heard = []) {
    const numbers = new Set(heard.map((name) => this.#numbers[name]).filter((number) => number !== undefined));
    if (numbers.size === 0 || this.#silent) return;
    try {
      const synth = await this.synth();
      if (this.#silent) return;
      this.#context ??= new AudioContext();
      if (this.#context.state === "suspended") await this.#context.resume();
      for (const number of [...numbers].slice(0, TOGETHER)) this.#start(synth, number);
    } catch {
      // Where there is no sound, the game goes on without.
    }
  }

  #start(synth, number) {
    const context = this.#context;
    if (!this.#waves.has(number)) {
      const samples = synth.wave(number), buffer = context.createBuffer(1, samples.length, synth.RATE);
      buffer.copyToChannel(samples, 0);
      this.#waves.set(number, buffer);
    }
    const source = context.createBufferSource();
    source.buffer = this.#waves.get(number);
    source.connect(context.destination);
    source.start();
  }
}
