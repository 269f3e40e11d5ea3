// PuzzleScript in the editor: colours of the text, and sprites in the colours of their objects.

import { StreamLanguage } from "@codemirror/language";
import { RangeSetBuilder } from "@codemirror/state";
import { Decoration, ViewPlugin } from "@codemirror/view";
import { HEADING, outlined, paletteOf, valueOf, WORDS } from "./puzzlescript.js";

const SIGNS = /^(?:->|\.\.\.|[[\]|=+><^])/;

// The words of a section; in the prelude and in front of a sprite what comes first is a name.
function wordToken(stream, state) {
  const word = stream.match(/^[^\s[\]|=()]+/)[0].toLowerCase(), first = state.first;
  state.first = false;
  if (state.section === "prelude") {
    if (!first) stream.skipToEnd();
    return first ? "keyword" : "string";
  }
  if (state.section === "objects") return state.row === 1 ? "variableName.standard" : "string";
  if (word === "message") state.rest = true;
  return WORDS[state.section].has(word) || state.section === "rules" && word === "v" ? "keyword" : null;
}

function startOfLine(stream, state) {
  state.first = true;
  state.rest = false;
  const heading = HEADING.exec(stream.string);
  if (heading) {
    state.section = heading[1].toLowerCase();
    state.row = 0;
    stream.skipToEnd();
    return "keyword";
  }
  if (/^\s*=+\s*$/.test(stream.string)) {
    stream.skipToEnd();
    return "comment";
  }
  state.row = stream.string.trim() === "" ? 0 : state.row + 1;
  return null;
}

export const puzzlescript = StreamLanguage.define({
  name: "puzzlescript",
  languageData: { commentTokens: { block: { open: "(", close: ")" } }, closeBrackets: { brackets: ["["] } },
  startState: () => ({ section: "prelude", depth: 0, row: 0, first: true, rest: false }),
  blankLine: (state) => { state.row = 0; },
  token(stream, state) {
    if (stream.sol() && state.depth === 0) {
      const found = startOfLine(stream, state);
      if (found) return found;
    }
    if (stream.eatSpace()) return null;
    if (state.rest) return stream.skipToEnd(), "string";
    if (state.depth > 0 || stream.peek() === "(") {
      do {
        const sign = stream.next();
        state.depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
      } while (state.depth > 0 && !stream.eol());
      return "comment";
    }
    if (state.section === "objects" && state.row > 2) return stream.match(/^[^(]+/), null;
    const isMap = state.section === "levels" && !/^\s*message\b/i.test(stream.string);
    if (isMap) return stream.match(/^[^(]+/), null;
    if (state.section !== "prelude" && stream.match(SIGNS)) return "keyword";
    if (stream.eat(")")) return null;
    return wordToken(stream, state);
  }
});

// ---- sprites ----

// Black or white, whichever is read more easily on the colour.
function inkOn(hex) {
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(hex.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

function painted(view, api) {
  const marks = new RangeSetBuilder(), { doc } = view.state, outline = outlined(doc.toString());
  const palette = paletteOf(api, outline), { from: first, to: last } = view.viewport;
  for (const { colours, from } of outline.objects) {
    const looks = colours.map((word) => valueOf(word, palette)).map((hex) => hex
      && Decoration.mark({ attributes: { style: `background:${hex};color:${inkOn(hex)}` } }));
    for (let number = from + 1; number <= Math.min(doc.lines, from + 64); number++) {
      const line = doc.line(number);
      if (!/^\s*[.\d][.\d\s]*$/.test(line.text)) break;
      if (line.to < first || line.from > last) continue;
      for (const { 0: sign, index } of line.text.matchAll(/\d/g)) {
        if (looks[sign]) marks.add(line.from + index, line.from + index + 1, looks[sign]);
      }
    }
  }
  return marks.finish();
}

/** Shows the pixels of sprites in their colours. */
export const sprites = (api) => ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = painted(view, api);
  }

  update(update) {
    if (update.docChanged || update.viewportChanged) this.decorations = painted(update.view, api);
  }
}, { decorations: (plugin) => plugin.decorations });
