// The editors: CodeMirror with Lua or PuzzleScript, errors at their lines, completion and hover. Colours come from
// the page's style sheet.

import {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
  currentCompletions,
  selectedCompletion,
  selectedCompletionIndex
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting }
  from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { forEachDiagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, Prec, RangeSetBuilder } from "@codemirror/state";
import {
  Decoration,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  ViewPlugin
} from "@codemirror/view";
import { highlightTree, tags } from "@lezer/highlight";
import { candidates, described } from "./completion.js";
import { puzzleCandidates } from "./puzzlescript.js";
import { puzzlescript, sprites } from "./puzzlescript_mode.js";
import { spriteButtons } from "./sprite_buttons.js";
import { make } from "../player/dom.js";

const colours = HighlightStyle.define([
  { tag: [tags.keyword, tags.bool, tags.null], class: "code-keyword" },
  { tag: [tags.string, tags.special(tags.string)], class: "code-string" },
  { tag: tags.number, class: "code-number" },
  { tag: tags.comment, class: "code-comment" },
  { tag: [tags.standard(tags.name), tags.standard(tags.variableName)], class: "code-builtin" },
]);

const language = StreamLanguage.define({ ...lua,
  languageData: { commentTokens: { line: "--", block: { open: "--[[", close: "]]" } },
    closeBrackets: { brackets: ["(", "[", "{", '"'] } } });

function explained(option) {
  const box = make("div", { class: "code-info" });
  if (option.signature) box.append(make("code", {}, option.signature));
  if (option.text) box.append(make("p", {}, option.text.replace(/`/g, "")));
  return box;
}

// ---- completion and hover ----

// `candidatesAt(source, place)` says what can be written there.
function completionSource(candidatesAt) {
  return (context) => {
    const found = candidatesAt(context.state.doc.toString(), context.pos);
    if (!found) return null;
    const typed = context.pos > found.from;
    if (!context.explicit && !(typed || found.kind === "member")) return null;
    const options = found.options.filter((option) => !option.used).map((option) => ({
      label: option.label, type: option.type, boost: option.boost, apply: option.apply,
      from: found.from, asked: context.explicit,
      detail: option.colour ? "" : undefined, colour: option.colour,
      info: option.signature || option.text ? () => explained(option) : undefined }));
    return options.length > 0 ? { from: found.from, options, validFor: /^[\w<>-]*$/ } : null;
  };
}

// Enter takes what was asked for or gone to, and what goes on where the written word ends. Otherwise it
// ends the line.
function acceptBetter(view) {
  const { state } = view, chosen = selectedCompletion(state);
  if (!chosen) return false;
  const written = state.sliceDoc(chosen.from, state.selection.main.head);
  const better = chosen.label.startsWith(written)
    && currentCompletions(state).every(({ label }) => label !== written);
  if (better || chosen.asked || selectedCompletionIndex(state) > 0) return acceptCompletion(view);
  closeCompletion(view);
  return false;
}

const completionKeys = Prec.highest(keymap.of([
  ...completionKeymap.filter(({ key }) => key !== "Enter"), { key: "Enter", run: acceptBetter }]));

// A colour stands before its name.
const swatches = { position: 20, render(completion) {
  if (!completion.colour) return null;
  const swatch = make("span", { class: "code-swatch" });
  swatch.style.background = completion.colour;
  return swatch;
} };

function hover(api, extra) {
  return hoverTooltip((view, place) => {
    const found = described(api, view.state.doc.toString(), place, extra());
    return (
      found && {
        pos: found.from,
        end: found.to,
        above: true,
        create: () => ({ dom: explained(found.option) })
      }
    );
  });
}

// ---- the look ----

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "transparent", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "var(--mono)", fontSize: "var(--code-size)", lineHeight: "1.5" },
  ".cm-content": { padding: "10px 0 40px", caretColor: "var(--accent)" },
  ".cm-line": { padding: "0 8px 0 6px" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--soft)", border: "none" },
  ".cm-lineNumbers .cm-gutterElement": { minWidth: "2em", padding: "0 6px 0 0" },
  ".cm-gutter-lint": { width: "1.1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 .1em" },
  ".cm-activeLine": { backgroundColor: "var(--line-tint)" },
  ".cm-activeLineGutter": { backgroundColor: "transparent", color: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-cursor": { borderLeft: "2px solid var(--accent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection)"
  },
  ".cm-selectionMatch": { backgroundColor: "var(--tint)" },
  ".cm-tooltip": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--line)",
    borderRadius: "8px",
    boxShadow: "var(--shadow)"
  },
  ".cm-tooltip.cm-completionInfo": { padding: "0" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--tint)", color: "var(--ink)" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mono)",
    fontSize: "13px",
    borderRadius: "8px"
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "3px 10px 3px 4px" },
  ".cm-panels": { backgroundColor: "var(--paper)", color: "var(--ink)", borderColor: "var(--line)" },
  ".cm-textfield": {
    backgroundColor: "var(--card)",
    color: "var(--ink)",
    border: "1px solid var(--control)"
  },
  ".cm-button": { background: "var(--card)", color: "var(--ink)", border: "1px solid var(--control)" },
  ".cm-diagnostic": { fontFamily: "var(--mono)", fontSize: "13px", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--bad)" }
});

// ---- long lines ----

// Where a long line goes on below, it is indented a little more than its beginning. A line that
// begins with one long word (a sprite) breaks inside of it, and not before it.
function lineStyle(text) {
  const indent = Math.min(16, text.search(/\S|$/)) + 4;
  const within = /^\s*\S{40}/.test(text) ? "; word-break: break-all" : "";
  return `padding-left: calc(6px + ${indent}ch); text-indent: -${indent}ch${within}`;
}

function indented(view) {
  const marks = new RangeSetBuilder();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      marks.add(line.from, line.from, Decoration.line({ attributes: { style: lineStyle(line.text) } }));
      at = line.to + 1;
    }
  }
  return marks.finish();
}

const wrapped = [EditorView.lineWrapping, ViewPlugin.fromClass(class {
  constructor(view) {
    this.decorations = indented(view);
  }

  update(update) {
    if (update.docChanged || update.viewportChanged) this.decorations = indented(update.view);
  }
}, { decorations: (plugin) => plugin.decorations })];

/** Colours the Lua in an element. */
export function highlight(element) {
  const text = element.textContent, parts = [];
  let at = 0;
  highlightTree(language.parser.parse(text), colours, (from, to, name) => {
    parts.push(text.slice(at, from), make("span", { class: name }, text.slice(from, to)));
    at = to;
  });
  element.replaceChildren(...parts, text.slice(at));
}

// ---- editors ----

function common(options) {
  return [
    highlightSpecialChars(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    search({ top: true }),
    theme,
    lintGutter(),
    EditorView.contentAttributes.of({
      tabindex: "0", "aria-describedby": "leave-editor",
      spellcheck: "false",
      autocorrect: "off",
      autocapitalize: "off",
      translate: "no"
    }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) options.onChange(update);
    }),
    Prec.highest(keymap.of([{ key: "Mod-Enter", run: () => (options.onRun(), true) },
      { key: "Mod-.", run: useMeant }]))
  ];
}

function keys() {
  return keymap.of([
    ...closeBracketsKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
    indentWithTab
  ]);
}

function sourceExtensions(options, candidatesAt) {
  return [
    ...common(options),
    lineNumbers(),
    wrapped,
    syntaxHighlighting(colours),
    bracketMatching(),
    closeBrackets(),
    autocompletion({
      override: [completionSource(candidatesAt)],
      addToOptions: [swatches],
      defaultKeymap: false,
      icons: true
    }),
    completionKeys,
    keys()
  ];
}

function luaExtensions(options) {
  const { api, extra } = options;
  return [
    ...sourceExtensions(options, (source, place) => candidates(api, source, place, extra())),
    language,
    indentUnit.of("  "),
    EditorState.tabSize.of(2),
    indentOnInput(),
    hover(api, extra),
    spriteButtons(api, "game.lua", options.draw)
  ];
}

function puzzleExtensions(options) {
  return [
    ...sourceExtensions(options, (source, place) => puzzleCandidates(options.api, source, place)),
    puzzlescript,
    sprites(options.api),
    spriteButtons(options.api, "game.txt", options.draw)
  ];
}

function levelExtensions(options) {
  return [
    ...common(options),
    lineNumbers(),
    keymap.of([...searchKeymap, ...historyKeymap, ...defaultKeymap])
  ];
}

// ---- errors ----

// Puts the word that was meant in the place of the one that stands there, as one step of undo.
function exchange(view, { line, column, word, meant }) {
  const { doc } = view.state;
  if (line > doc.lines) return false;
  const from = doc.line(line).from + column - 1, to = from + word.length;
  if (doc.sliceString(from, to) !== word) return false;
  view.dispatch({ changes: { from, to, insert: meant }, selection: { anchor: from + meant.length },
    annotations: isolateHistory.of("full"), userEvent: "input.complete" });
  return true;
}

// Does what the error that is marked offers.
function useMeant(view) {
  let done = false;
  forEachDiagnostic(view.state, ({ actions }) => {
    if (actions?.length > 0 && !done) done = exchange(view, actions[0].meant);
  });
  return done;
}

const offer = (meant) => ({ name: `Use '${meant.meant}' (Ctrl+.)`, meant,
  apply: (view) => exchange(view, meant) });

// The part of a line that a message is about: from its column to the end of the word.
function spanOf(doc, line, column) {
  const at = doc.line(Math.max(1, Math.min(line ?? 1, doc.lines)));
  const from = Math.min(at.to, column ? at.from + column - 1 : at.from + at.text.search(/\S|$/));
  const word = /^[\w.]+/.exec(at.text.slice(from - at.from));
  const to = column ? from + Math.max(1, word?.[0].length ?? 1) : at.to;
  return { from: Math.min(from, at.to), to: Math.max(from, Math.min(to, at.to)) };
}

const KINDS = { lua: luaExtensions, puzzlescript: puzzleExtensions, levels: levelExtensions };

/**
 * An editor in `parent`. `kind` is "lua", "puzzlescript" or "levels"; `options` has `label`,
 * `onChange(update)`, `onRun()` and, for the first two, `api`, `extra()`, and `draw(name)`: paints a sprite.
 */
export function makeEditor(parent, kind, options) {
  const fresh = (text, label = options.label, its = kind) =>
    EditorState.create({
      doc: text,
      extensions: [...KINDS[its](options), EditorView.contentAttributes.of({ "aria-label": label })]
    });
  const view = new EditorView({ parent, state: fresh("") });
  return {
    view,
    text: () => view.state.doc.toString(),
    focus: () => view.focus(),
    /** A state of the editor, with an undo of its own and perhaps another kind; `show` brings one back. */
    fresh,
    state: () => view.state,
    show: (state) => view.setState(state),
    /** Puts another text in its place. What is equal at the beginning and at the end stays where it is. */
    replace(text, userEvent = "input.replace") {
      const old = view.state.doc.toString(), most = Math.min(old.length, text.length);
      let head = 0, tail = 0;
      while (head < most && old[head] === text[head]) head++;
      while (tail < most - head && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
      if (head === old.length && head === text.length) return;
      view.dispatch({ userEvent,
        changes: { from: head, to: old.length - tail, insert: text.slice(head, text.length - tail) } });
    },
    /** Shows an error `{ message, line, column, meant }`, or none. */
    mark(error) {
      const list = error ? [{ ...spanOf(view.state.doc, error.line, error.column), severity: "error",
        message: error.message, actions: error.meant ? [offer(error.meant)] : [] }] : [];
      view.dispatch(setDiagnostics(view.state, list));
    },
    exchange: (meant) => exchange(view, meant),
    /** Changes the text, as one step of undo. */
    change: (changes, userEvent) =>
      view.dispatch({ changes, userEvent, annotations: isolateHistory.of("full") }),
    goTo(line, column) {
      const { from } = spanOf(view.state.doc, line, column);
      view.dispatch({
        selection: { anchor: from },
        effects: EditorView.scrollIntoView(from, { y: "center" })
      });
      view.focus();
    },
  };
}
