// What the line below the board says, and which buttons stand beside it.

import { ending, question, replaySentence } from "./speech.js";

// What comes behind the last level, and behind a puzzle that was made.
function afterLast({ game, games, solved, puzzles }) {
  const { levels } = game.loaded, fresh = puzzles.offered ? [["New puzzle", () => puzzles.open()]] : [];
  if (puzzles.current) return ["", fresh];
  if (games) fresh.push(["All games", games]);
  if (levels.length === 1) return ["", fresh];
  const all = levels.every(({ key }) => solved.get(key) !== undefined);
  return [all ? " All levels are solved." : " That was the last level.", fresh];
}

function outcome(player) {
  const { view, game, watching } = player, kind = view.won || view.verdict === "You won" ? "good" : "over";
  const done = view.won || player.opponent.two && view.verdict !== "You lost";
  const won = done && !game.resumed, more = won && view.level < game.loaded.levels.length;
  if (watching.kind) return { kind, text: ending(view), buttons: [] };
  const [said, then] = more ? ["", [["Next level", () => player.begin(view.level + 1)]]]
    : won ? afterLast(player) : ["", []];
  const buttons = [...then, ["Play again", () => player.command("restart")]];
  return { kind, text: ending(view) + said, buttons };
}

// `stop` ends a search, `goOn` lets the computer move.
export function noticeOf(player, { stop, goOn }) {
  const { view, searches, note, game } = player;
  if (searches.running) return { kind: "busy", text: searches.text, buttons: [["Stop", stop]] };
  const waits = view?.paused && !player.watching.kind;
  const start = waits ? [[view.step > 0 ? "Go on" : "Start", () => player.run("pause")]] : [];
  if (note) return note.kind === "hint" ? { ...note, buttons: [...note.buttons ?? [], ...start] } : note;
  if (!view) return { kind: "bad", text: game.loaded.problem?.message ?? "" };
  if (view.replay) {
    const refused = game.steps[view.step - 1]?.why !== undefined;
    return { kind: refused ? "bad" : "", text: replaySentence(view, game.steps) };
  }
  if (view.over) return outcome(player);
  if (view.prompt) {
    const lasts = view.asks?.kind === "cell"; // which is tapped on the board
    return { kind: "ask", lasts, text: question(view.prompt), buttons: player.chips.buttons(view) };
  }
  if (player.rival.waits(view)) {
    return { kind: "ask", text: "The computer is to move.", buttons: [["Let it move", goOn]] };
  }
  const said = view.message ?? (view.step === 0 ? player.keys.beside.holds : "");
  const aim = said === "" && view.step === 0 ? player.head.largeAim : "";
  const offered = view.step === 0 && player.opponent.free
    ? [["Play the computer", () => player.opponent.begin()]] : start;
  return { kind: aim ? "aim" : said ? "say" : "", text: said || aim, buttons: offered };
}
