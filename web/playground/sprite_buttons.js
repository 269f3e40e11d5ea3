// Pictures of the sprites that a source has, beside their lines: buttons that paint them, for a mouse.
// Alt+Enter paints the one at the cursor; fingers and screen readers find the painter beside the levels.

import { Prec, RangeSet, StateField } from "@codemirror/state";
import { gutter, GutterMarker, keymap } from "@codemirror/view";
import { make } from "../player/dom.js";
import { pictureOf, spritesOf } from "./sprites.js";

const LONGEST = 200000; // characters of a source in which sprites are looked for

class Picture extends GutterMarker {
  constructor(sprite, draw) {
    super();
    Object.assign(this, { sprite, draw });
    this.key = JSON.stringify([sprite.name, sprite.colours, sprite.pixels.map((row) => row.map(({ char }) => char))]);
  }

  eq(other) {
    return other.key === this.key;
  }

  toDOM() {
    const made = make("button", { type: "button", class: "sprite-button", tabindex: "-1",
      title: `Paint the sprite of ${this.sprite.name} (Alt+Enter)`, onclick: () => this.draw(this.sprite.name) });
    made.append(pictureOf(this.sprite));
    return made;
  }
}

/** The buttons for a source of this path; `draw(name)` opens a sprite. */
export function spriteButtons(api, path, draw) {
  const read = ({ doc }) => (doc.length > LONGEST ? [] : spritesOf(api, { path, text: doc.toString() }));
  const known = StateField.define({ create: read,
    update: (sprites, change) => (change.docChanged ? read(change.state) : sprites) });
  const markers = ({ state }) => RangeSet.of(state.field(known).map((sprite) =>
    new Picture(sprite, draw).range(state.doc.lineAt(sprite.from).from)), true);
  const drawHere = ({ state }) => {
    const { head } = state.selection.main;
    const here = state.field(known).find(({ from, to }) => from <= head && head <= to);
    if (here) draw(here.name);
    return Boolean(here);
  };
  return [known, Prec.high(gutter({ class: "cm-sprites", markers })),
    keymap.of([{ key: "Alt-Enter", run: drawHere }])];
}
