// Levels as text, changed by painting. The text is the truth: a change of a cell is a change of a
// character. Lines count from 1, as in messages; rows and columns of a map count from 0.
//
// A map is { numbers, offsets, cells }: the line of each row, where its cells begin in that line, and
// its characters. `legend` is a list of { char, tile }. Between hexagons blanks may stand: `apart` says
// whether they do.

const blankIsCell = (legend) => legend.some(({ char }) => char === " ");

/** The map whose rows stand in these lines. Indentation is no cell. */
export function readMap(lines, numbers, legend, hexagons = false) {
  const rows = numbers.map((number) => (lines[number - 1] ?? "").replace(/\s+$/, ""));
  const before = rows.map((row) => (row === "" ? Infinity : row.search(/\S/)));
  const common = Math.min(...before);
  const offsets = before.map((own) => (blankIsCell(legend) || own === Infinity ? common : own));
  const finite = offsets.map((offset) => (Number.isFinite(offset) ? offset : 0));
  const cells = rows.map((row, i) => [...(hexagons ? row.replace(/\s+/g, "") : row.slice(finite[i]))]);
  const width = Math.max(0, ...cells.map((row) => row.length));
  for (const row of cells) while (row.length < width) row.push(" ");
  return { numbers, offsets: finite, cells, apart: hexagons && rows.some((row) => /\S\s+\S/.test(row)) };
}

export function sizeOf(map) {
  return { rows: map.cells.length, columns: map.cells[0]?.length ?? 0 };
}

/** A map of the same cells, which can be changed. */
export function copyOf(map) {
  return { ...map, cells: map.cells.map((row) => row.slice()) };
}

function mostOf(cells) {
  const counts = new Map();
  for (const cell of cells) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ".";
}

/** The cells with a row or a column more or less on a side: what fills it is what its edge has most. */
export function resized(cells, side, grow) {
  const top = side === "top", left = side === "left";
  if (side === "top" || side === "bottom") {
    const edge = cells.at(top ? 0 : -1);
    if (!grow) return cells.slice(top ? 1 : 0, top ? undefined : -1);
    const row = edge.map(() => mostOf(edge));
    return top ? [row, ...cells] : [...cells, row];
  }
  const most = mostOf(cells.map((row) => row.at(left ? 0 : -1)));
  return cells.map((row) => (grow ? (left ? [most, ...row] : [...row, most])
    : row.slice(left ? 1 : 0, left ? undefined : -1)));
}

// A blank at the border of a map is no cell any more: another character of the same look stands there.
function visible(cells, legend) {
  const blank = legend.find(({ char }) => char === " ");
  const other = blank && legend.find(({ char, tile }) => char !== " " && tile === blank.tile)?.char;
  if (!other) return cells;
  const made = cells.map((row) => (row.every((cell) => cell === " ") ? row.map(() => other) : row.slice()));
  for (const column of [0, made[0].length - 1]) {
    if (made.every((row) => row[column] === " ")) made[0][column] = other;
  }
  return made;
}

/** The lines of a map with these cells; of hexagons that stand apart each is indented by one more blank. */
export function linesOf(cells, legend, offset = 0, apart = false) {
  return visible(cells, legend).map((row, i) =>
    " ".repeat(offset + (apart ? i : 0)) + row.join(apart ? " " : "").replace(/\s+$/, ""));
}

/**
 * What writes other cells into a map's place: `{ from, to, lines }`, the lines from one number to
 * another (exclusive) that become these.
 */
export function rewritten(map, cells, legend) {
  const offset = Math.min(...map.offsets);
  return { from: map.numbers[0], to: map.numbers.at(-1) + 1, lines: linesOf(cells, legend, offset, map.apart) };
}

const isTitle = (line) => /^\s*;\s*name:/.test(line) || /^\s*level\s+\S/.test(line);

/** The lines of a level, with its title and its actions: `{ from, to }`, `to` exclusive. */
export function levelLines(lines, levels, index) {
  const from = levelStart(lines, levels[index].rows[0], index === 0);
  const next = levels.slice(index + 1).find((level) => level.rows);
  return { from, to: next ? levelStart(lines, next.rows[0], false) : lines.length + 1 };
}

// Comments at the beginning of a file are about all of it.
function levelStart(lines, row, first) {
  let from = row, title = row;
  while (from > 1 && (/^\s*(;|$)/.test(lines[from - 2]) || isTitle(lines[from - 2]))) {
    from--;
    if (isTitle(lines[from - 1])) title = from;
  }
  if (title < row || first) return title;
  while (from < row && /^\s*$/.test(lines[from - 1])) from++;
  return from;
}

/** A name that no level has: "Corner 2" for "Corner". */
export function freeName(name, levels) {
  const names = new Set(levels.map((level) => level.name)), base = name.replace(/ \d+$/, "");
  for (let number = 2; ; number++) if (!names.has(`${base} ${number}`)) return `${base} ${number}`;
}

/** The lines of a level without a title, and the blank ones in front: `{ from, to }`, `to` exclusive. */
export function mapLines(lines, rows) {
  let from = rows[0];
  while (from > 1 && lines[from - 2].trim() === "") from--;
  return { from, to: rows.at(-1) + 1 };
}

/** The text with a level behind its others, without a title if it has no name; it begins on line `row`. */
export function withLevel(text, name, rows) {
  const before = text.trimEnd();
  const head = before === "" ? "" : `${before}\n\n`;
  const title = name === null ? "" : `; name: ${name}\n`, row = head.split("\n").length;
  return { text: `${head}${title}${rows.join("\n")}\n`, row: name === null ? row : row + 1 };
}
