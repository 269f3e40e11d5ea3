// Where in a text an error is. The engine names line and column of what is wrong, if the text shows it.
// Else it names the line of the rule, or that of the call, such as `tessera.game {`; what is wrong stands
// there or somewhere below it: a rule that the message shows with a caret, or a word in quotes.

// The first line from `line` on that has the text, and the column.
function find(source, line, text, isWhole = false) {
  const lines = source.split("\n");
  for (let i = line - 1; i < lines.length; i++) {
    for (let at = lines[i].indexOf(text); at >= 0; at = lines[i].indexOf(text, at + 1)) {
      const around = lines[i].slice(Math.max(0, at - 1), at) + lines[i].slice(at + text.length, at + text.length + 1);
      if (!isWhole || !/\w/.test(around)) return { line: i + 1, column: at + 1 };
    }
  }
  return null;
}

// The place of the rule that a message shows with a caret.
function ofRule(message, line, source) {
  const [, shown, caret] = /\n {2}([^\n]+)\n {2}( *)\^/.exec(message) ?? [];
  if (!shown) return null;
  const cut = shown.startsWith("...") ? 3 : 0, rule = shown.slice(cut).replace(/\.\.\.$/, "");
  const found = find(source, line, rule);
  return found && { line: found.line, column: found.column + caret.length - cut };
}

// The place of the word in quotes that a message ends with: "rule 2: unknown key 'ovr' (did you mean
// 'over'?)".
function ofWord(message, line, source) {
  const words = message.split("\n")[0].replace(/ \(.*$/, "").match(/'[^']+'/g) ?? [];
  const word = words.length > 0 ? words[words.length - 1].slice(1, -1) : "";
  return word === "" || words.length < 2 ? null : find(source, line, word, true);
}

/** The error `{ message, line, column }` at its place, if the source shows it. */
export function placed(error, source) {
  const { message = "", line, column } = error;
  if (!line || column) return error;
  const found = ofRule(message, line, source) ?? (/: game '/.test(message) ? ofWord(message, line, source) : null);
  if (!found) return error;
  return { message: message.replace(/^([^:\n]+):\d+:/, `$1:${found.line}:`), file: error.file, ...found };
}

// ---- what was meant ----

// The word in quotes that a message is about, and the one that it suggests.
const MEANT = /'([^'\n]+)'[^'\n:]*\(did you mean '([^'\n]+)'\?\)/;

// Names in PuzzleScript may be written in small or large letters: those of the word stay.
function alike(written, meant) {
  if (written.length > 1 && written === written.toUpperCase()) return meant.toUpperCase();
  return /^\p{Lu}/u.test(written) ? meant[0].toUpperCase() + meant.slice(1) : meant;
}

/**
 * What the message of a placed error suggests: `{ line, column, word, meant }`, the word as the source has
 * it there; or null, if it suggests nothing or the source shows no such word.
 */
export function suggestion({ message = "", line, column }, source) {
  const [, word, meant] = MEANT.exec(message) ?? [];
  if (!word || !line) return null;
  if (!column) {
    const found = find(source, line, word, true);
    return found && { ...found, word, meant };
  }
  const written = (source.split("\n")[line - 1] ?? "").slice(column - 1, column - 1 + word.length);
  if (written === word) return { line, column, word, meant };
  return written.toLowerCase() === word ? { line, column, word: written, meant: alike(written, meant) } : null;
}
