// Who plays: people at one board, or one of them against searches.

import { make } from "./dom.js";
import { keep, recall } from "./store.js";

const coarse = matchMedia("(pointer: coarse)");
const names = { "alpha-beta": "Computer: alpha-beta", mcts: "Computer: Monte Carlo search",
  "best-reply": "Computer: best reply", random: "Computer: random moves" };
const strengths = [[2000, "2,000"], [20000, "20,000"], [200000, "200,000"], [1000000, "1,000,000"]];

const isStrength = (value) => strengths.some(([nodes]) => nodes === value);

const asOptions = (list) => list.map(([value, text]) => make("option", { value }, text));

function choice(label, options, value, onchange) {
  const select = make("select", { onchange }, ...asOptions(options));
  select.value = value;
  return { select, element: make("label", { class: "field" }, make("span", {}, label), select) };
}

export class Opponent {
  #chosen = false; // somebody has said who plays

  // `does` has against({ method, as }).
  constructor(does) {
    const change = () => {
      this.#chosen = true;
      this.#show();
      does.against(this.chosen);
    };
    this.method = choice("Against", [["", "Another person"]], "", change);
    this.as = choice("You play", [[1, "First"]], "1", change);
    this.strength = choice("Positions for a move", strengths, String(recall("strength", 20000, isStrength)), () => {
      keep("strength", this.nodes);
    });
    this.element = make("section", { class: "card opponent", "aria-label": "Players", hidden: true },
      make("h3", {}, "Players"), this.method.element, this.as.element, this.strength.element);
    this.#show();
  }

  get nodes() {
    return Number(this.strength.select.value);
  }

  get chosen() {
    const method = this.method.select.value;
    return method ? { method, as: Number(this.as.select.value) } : { method: null };
  }

  // Whether to offer the computer where two play and nobody has chosen it: with fingers this card is out of sight.
  get free() {
    return this.two && coarse.matches && !this.method.select.value;
  }

  // The first method plays.
  begin() {
    this.method.select.selectedIndex = 1;
    this.method.select.dispatchEvent(new Event("change"));
  }

  // Where nobody has said who plays, the one who does has a piece in the level. Returns null if that is so.
  seat({ seated }, against) {
    if (this.#chosen || !seated || !against || against.as === seated) return null;
    this.as.select.value = String(seated);
    return { ...against, as: seated };
  }

  // Nobody plays who was not asked to. Returns whether somebody did.
  leave() {
    const left = !this.#chosen && this.method.select.value !== "";
    if (left) {
      this.method.select.value = "";
      this.#show();
    }
    return left;
  }

  // `rivals`: the methods that can play; `seats`: what the players are called. Returns who plays from now on where
  // nobody has said so: if more than two act together and it is free, others who play at random; else false. Two
  // may need each other, as in Relay, where chance helps nobody.
  set(against, { rivals, players, seats, together, view }, free) {
    this.two = players === 2 && !together && rivals.length > 0;
    const others = together && players > 2 && free && !against && !this.#chosen
      && { method: "random", as: view?.seated ?? 1 };
    const numbered = Array.from({ length: players }, (_, i) => `Player ${i + 1}`);
    const called = seats ?? (players === 2 ? ["First", "Second"] : numbered);
    this.method.select.replaceChildren(...asOptions([["", players > 2 ? "Other people" : "Another person"],
      ...rivals.map((method) => [method, names[method]])]));
    this.as.select.replaceChildren(...asOptions(called.map((name, i) => [i + 1, name])));
    this.method.select.value = (against || others)?.method ?? "";
    this.as.select.value = String((against || others)?.as ?? 1);
    this.#show();
    return others;
  }

  #show() {
    const { method } = this.chosen;
    this.as.element.hidden = !method;
    this.strength.element.hidden = !method || method === "random";
  }
}
