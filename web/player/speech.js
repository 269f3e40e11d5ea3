// What is said of a view: in words for a screen reader, and in the line below the board.

const FEW = 4; // cells or events that are told one by one

function listed(texts, what) {
  if (texts.length <= FEW) return texts;
  return [...texts.slice(0, FEW - 1), `and ${texts.length - FEW + 1} more ${what}`];
}

// What has happened: the events of the last step, or else the cells that have changed.
function happened(before, view, { steps, changed, board }) {
  if (before && view.step === before.step + 1 && steps[view.step - 1]) {
    const { action, label = action, events } = steps[view.step - 1];
    if (events?.length > 0) return [label, ...listed(events, "events")];
  }
  if (!before || view.step === before.step || !changed) return [];
  const cells = changed.map((i) => board.words.label(Math.floor(i / board.columns) + 1, i % board.columns));
  return cells.length <= FEW ? cells : [`${cells.length} cells changed`];
}

// "Solved in 5 moves.", "You lost: Yellow wins in 12 moves."
export function ending({ outcome, moves, verdict }) {
  return `${verdict ? `${verdict}: ` : ""}${outcome} in ${moves} move${moves === 1 ? "" : "s"}.`;
}

// The sentence for a screen reader; "" if there is nothing to say.
export function sentence(before, view, about) {
  const parts = about.quiet ? [] : happened(before, view, about);
  if (before && view.level !== before.level) parts.unshift(about.level);
  if (view.over) return [...parts, ending(view)].join(". ");
  if (view.prompt) return view.prompt;
  if (view.message && view.message !== before?.message) parts.push(view.message);
  return parts.join(". ");
}

// "flag" of "flag at row <row>, column <column>".
export const short = (what) => what.replace(/(?: (?:at|in|row|column))* *(?:<.*|\.\.\.$)/, "") || what;

// What a replay shows at a step.
export function replaySentence(view, steps) {
  const step = steps[view.step - 1];
  const said = !step ? "The first position" : step.why === undefined ? step.label ?? step.action
    : `Refused: ${step.why}`;
  return [`Step ${view.step} of ${view.count}: ${said}`, ...listed(step?.events ?? [], "events")].join(". ");
}

// The prompt without the keys that may answer it: there are buttons beside it.
export const question = (prompt) => prompt.replace(/ \([^()]*\)$/, "");

/** What the board of a view is called. */
export function labelOf({ title, levels }, { level, replay }) {
  const name = levels[level - 1]?.name;
  const which = levels.length > 1 && name ? `, level ${level} of ${levels.length}: ${name}` : "";
  return `${title}${replay ? ", replay" : which}`;
}
