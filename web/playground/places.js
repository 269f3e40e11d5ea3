// Where in a text an error is. The engine names the line of the call; an error in a rule also shows
// the rule with a caret, and that rule stands somewhere in the text.

/** The error `{ message, line, column }` at the place of its rule, if the source has it. */
export function placed(error, source) {
  const [, shown, caret] = /\n {2}([^\n]+)\n {2}( *)\^/.exec(error.message ?? "") ?? [];
  if (!shown || !error.line) return error;
  const cut = shown.startsWith("...") ? 3 : 0, rule = shown.slice(cut).replace(/\.\.\.$/, "");
  const lines = source.split("\n");
  const line = lines.findIndex((text, i) => i >= error.line - 1 && text.includes(rule));
  if (line < 0) return error;
  return {
    message: error.message,
    file: error.file,
    line: line + 1,
    column: lines[line].indexOf(rule) + caret.length - cut + 1
  };
}
