// A project: the texts of a game, and where its play stands. Everything that comes from outside
// (links, drafts, files) goes through `clean`.
//
//   { name, files: [{ path, text }], active, levels: { path, text } | null, game: string | null,
//     options: { name: value }, play: { level, actions } | null, puzzle: { level, seed, difficulty } | null }
//
// `files` are Lua files, `active` is the number of the one that runs. A game in C has no files.
// `puzzle` was made anew, and stands behind the levels; its `level` is a map.
//
// The bounds are those of files and links: what can be written here can be kept, sent and opened.

export const FILES_MOST = 100;
export const TEXT_MOST = 8 << 20; // characters of a file
export const OPTION_MOST = 10000; // characters of an option's value
const NAME_MOST = 200, OPTIONS_MOST = 1000, ACTIONS_MOST = 100000, ACTION_MOST = 1000;

export function newProject(part) {
  return { name: "untitled", files: [], active: 0, levels: null, game: null, options: {}, play: null,
    puzzle: null, ...part };
}

function wrong(what) {
  throw new Error(`this is no project of the playground: ${what}`);
}

const count = (number) => number.toLocaleString("en");

function text(value, what, most = TEXT_MOST) {
  if (typeof value !== "string") wrong(what);
  if (value.length > most) wrong(`${what} has more than ${count(most)} characters`);
  return value;
}

/** Lines end with a line feed, as the engine counts them, whatever they ended with. */
export const plainLines = (text) => text.replace(/\r\n?/g, "\n");

function few(list, what, most) {
  if (list.length > most) wrong(`it has more than ${count(most)} ${what}`);
  return list;
}

// A path below the project's folder.
export function isPath(value) {
  return (
    typeof value === "string" && value.length <= 100 && /^[\w-][\w.-]*(\/[\w-][\w.-]*){0,4}$/.test(value)
  );
}

function cleanFile(file, what) {
  if (typeof file !== "object" || file === null || !isPath(file.path)) wrong(`the path of ${what}`);
  return { path: file.path, text: plainLines(text(file.text, what)) };
}

function cleanFiles(list) {
  if (!Array.isArray(list)) wrong("the list of files");
  const files = few(list, "files", FILES_MOST).map((file) => cleanFile(file, "a file"));
  if (new Set(files.map((file) => file.path)).size !== files.length) wrong("two files have one path");
  return files;
}

function cleanOptions(options) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) wrong("the options");
  const entries = few(Object.entries(options), "options", OPTIONS_MOST);
  return Object.fromEntries(entries.map(([name, value]) => [text(name, "an option", NAME_MOST),
    text(value, "an option", OPTION_MOST)]));
}

function cleanPlay(play) {
  const { level, actions } = Object(play);
  if (!Number.isInteger(level) || level < 1 || level > 1e6) wrong("the level");
  if (!Array.isArray(actions)) wrong("the actions");
  return { level, actions: few(actions, "moves", ACTIONS_MOST).map((one) => text(one, "a move", ACTION_MOST)) };
}

function cleanPuzzle(puzzle) {
  const { level, seed, difficulty } = Object(puzzle);
  if (!Number.isSafeInteger(seed) || seed < 0) wrong("the seed of a puzzle");
  return { level: text(level, "a puzzle"), seed, difficulty: text(difficulty, "a difficulty", NAME_MOST) };
}

/** A project with nothing in it but what projects have; throws an Error if the value is none. */
export function clean(value) {
  if (typeof value !== "object" || value === null) wrong("no object");
  const files = cleanFiles(value.files ?? []);
  const game = value.game ?? null;
  if (game !== null && !/^[a-z][a-z0-9_]{0,22}$/.test(text(game, "the game"))) wrong("the game");
  if ((files.length === 0) === (game === null)) wrong("expected files, or a game");
  const active = value.active ?? 0;
  if (!Number.isInteger(active) || active < 0 || active >= Math.max(1, files.length)) wrong("the file");
  return { name: text(value.name ?? "untitled", "the name").slice(0, NAME_MOST), files, active, game,
    levels: value.levels ? cleanFile(value.levels, "the levels") : null,
    options: cleanOptions(value.options ?? {}),
    play: value.play ? cleanPlay(value.play) : null, puzzle: value.puzzle ? cleanPuzzle(value.puzzle) : null };
}

// As much of a play as can be opened again.
function shortened({ level, actions }) {
  const long = actions.findIndex((action) => action.length > ACTION_MOST);
  return { level, actions: actions.slice(0, Math.min(ACTIONS_MOST, long < 0 ? Infinity : long)) };
}

/** A copy without what is as it is by default: for links and drafts. */
export function small(project) {
  const { name, files, active, levels, game, options, play, puzzle } = project;
  const kept = { name };
  if (files.length > 0) kept.files = files.map(({ path, text }) => ({ path, text }));
  if (active > 0) kept.active = active;
  if (levels) kept.levels = { path: levels.path, text: levels.text };
  if (game) kept.game = game;
  if (Object.keys(options).length > 0) kept.options = { ...options };
  if (puzzle) kept.puzzle = { ...puzzle };
  const isOwn = play && !play.recording; // a recording is a file of its own
  if (isOwn && (play.level > 1 || play.actions.length > 0)) kept.play = shortened(play);
  return kept;
}

export function activeFile(project) {
  return project.files[project.active] ?? null;
}

/** Whether a file is a game in PuzzleScript. */
export const isPuzzle = (file) => file?.path.endsWith(".txt") ?? false;

/** The arguments of the call `load`. */
export function loadArguments(project) {
  const file = activeFile(project), levels = project.levels;
  const args = { options: project.options };
  if (levels) args.levels = levels.text;
  if (project.puzzle) args.puzzle = project.puzzle;
  if (project.play) {
    args.play = project.play;
    args.level = project.play.level;
  }
  if (!file) return { ...args, game: project.game };
  const files = project.files.filter((other) => other !== file).concat(levels ?? []);
  return { ...args, source: file.text, path: file.path,
    files: Object.fromEntries(files.map((other) => [other.path, other.text])) };
}

/** A name for a file to save: small letters, digits and "-". */
export function slug(name) {
  return name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "game";
}
