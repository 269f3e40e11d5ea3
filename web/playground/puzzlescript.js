// What a text in PuzzleScript declares, and what can be written at a place of it. A text that is half
// written is the usual case; the engine says what is wrong with it.

/** The name of a section, alone on its line. */
export const HEADING = /^\s*(objects|legend|sounds|collisionlayers|rules|winconditions|levels)\s*$/i;
const SECTIONS = ["OBJECTS", "LEGEND", "SOUNDS", "COLLISIONLAYERS", "RULES", "WINCONDITIONS", "LEVELS"];

const table = (text) => new Map(text.trim().split("\n").map((line) => line.split(/ - /, 2))
  .flatMap(([words, about]) => words.trim().split(" ").map((word) => [word, about])));

// What stands in front of the first bracket, and what a rule commands.
const RULE_WORDS = table(`
late - after everything has moved
rigid - if one part of a body cannot move, none of it does
random - one of the places where the group of rules fits, drawn
up down left right - the direction of the rule; in a cell: what moves there
horizontal vertical orthogonal - the rule in two directions, or all four; in a cell: what moves in one of them
parallel perpendicular - what moves along the rule, or across it
moving stationary - what moves, or does not
action - what the action key moves
randomdir - moves in a direction that is drawn
no - the cell has none of it
startloop endloop - the rules between them are repeated until nothing changes
again - another turn follows
cancel - the whole turn is taken back
checkpoint - restart leads here from now on
restart win - ends the turn so
message - shows the text that follows
sfx0 sfx1 sfx2 sfx3 sfx4 sfx5 sfx6 sfx7 sfx8 sfx9 sfx10 - plays a sound`);
/** The words of each section, with what they mean. */
export const WORDS = {
  legend: table("and - a cell that has all of them\nor - a name for one of them"),
  sounds: table("move action create destroy cantmove - when it sounds\n" +
    "titlescreen startgame cancel endgame startlevel undo restart endlevel showmessage closemessage - when it sounds"),
  collisionlayers: new Map(),
  rules: RULE_WORDS,
  winconditions: table("all some any no - how many\non - the other objects stand in the same cell"),
  levels: table("message - shows the text that follows"),
  objects: new Map()
};

// ---- what a text declares ----

/**
 * The parts of a text: `sections`, one for each line; `objects` { name, colours, from }, where `from` is
 * the line of the sprite, from 0; the `names` of objects and of the legend; and the `palette`.
 */
export function outlined(text) {
  const found = { sections: [], objects: [], names: new Set(), palette: "arnecolors" };
  let section = "prelude", row = 0, made;
  for (const [number, line] of text.split("\n").entries()) {
    const heading = HEADING.exec(line), bare = line.replace(/\([^()]*\)/g, "").trim();
    if (heading) section = heading[1].toLowerCase();
    found.sections.push(section);
    row = bare === "" || heading || /^=+$/.test(bare) ? 0 : row + 1;
    const words = bare.toLowerCase().split(/\s+/);
    if (section === "prelude" && words[0] === "color_palette") found.palette = words[1];
    if (row === 0) continue;
    if (section === "objects" && row === 1) {
      made = { name: words[0], colours: [], from: number + 2 };
      found.objects.push(made);
      found.names.add(words[0]);
    } else if (section === "objects" && row === 2) {
      made.colours = words;
    } else if (section === "legend" && words[1] === "=" && words[0].length > 1) {
      found.names.add(words[0]);
    }
  }
  return found;
}

/** The value of a colour's name, or null. */
export function valueOf(word, palette) {
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(word);
  if (short) return `#${short.slice(1).map((digit) => digit + digit).join("")}`;
  return /^#[\da-f]{6}$/.test(word) ? word : palette.get(word) ?? null;
}

/** The colours of the palette that a text has chosen. */
export function paletteOf(api, outline) {
  const palettes = new Map(Object.entries(api.puzzlescript.palettes));
  return new Map(Object.entries(palettes.get(outline.palette) ?? palettes.get("arnecolors")));
}

// ---- completion ----

const option = (label, type, text) => ({ label, type, text });
const colourOptions = (palette) => [...palette].map(([name, hex]) => ({ label: name, type: "constant",
  signature: hex, colour: hex }));

function preludeOptions(api, before, palette) {
  const [, key] = /^\s*(\w+)\s/.exec(before) ?? [];
  if (key === "color_palette")
    return Object.keys(api.puzzlescript.palettes).map((name) => option(name, "constant"));
  if (key === "background_color" || key === "text_color") return colourOptions(palette);
  return key ? [] : api.puzzlescript.settings.map((name) => option(name, "property"));
}

function optionsAt(api, outline, line, before) {
  const section = outline.sections[line], palette = paletteOf(api, outline);
  const headings = /^\s*\w*$/.test(before) ? SECTIONS.map((name) => option(name, "namespace", "a section")) : [];
  if (section === "prelude") return [...preludeOptions(api, before, palette), ...headings];
  if (section === "objects")
    return outline.objects.some(({ from }) => from === line + 1) ? colourOptions(palette) : headings;
  const named = section === "levels" ? [] : [...outline.names].map((name) => option(name, "variable"));
  return [...named, ...[...WORDS[section]].map(([word, about]) => option(word, "keyword", about)), ...headings];
}

/** What can be written at a place: `{ from, kind, options }`, or null, as for Lua. */
export function puzzleCandidates(api, source, place) {
  const before = source.slice(source.lastIndexOf("\n", place - 1) + 1, place);
  if (/\(/.test(before) || /^\s*message\s/i.test(before)) return null;
  const outline = outlined(source), line = source.slice(0, place).split("\n").length - 1;
  const from = place - /\w*$/.exec(before)[0].length;
  return { from, kind: "name", options: optionsAt(api, outline, line, before) };
}
