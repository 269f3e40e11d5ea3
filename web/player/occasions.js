// What the line below the board says, and which buttons stand beside it.

import { ending, question, replaySentence } from "./speech.js";

function outcome({ view, game, watching, begin, command }) {
  const more = view.won && view.level < game.loaded.levels.length && !game.resumed;
  const next = more ? [["Next level", () => begin(view.level + 1)]] : [];
  const buttons = watching.kind ? [] : [...next, ["Play again", () => command("restart")]];
  return { kind: view.won ? "good" : "over", text: ending(view), buttons };
}

// `stop` ends a search, `goOn` lets the computer move.
export function noticeOf(player, { stop, goOn }) {
  const { view, searches, note, game } = player;
  if (searches.running) return { kind: "busy", text: searches.text, buttons: [["Stop", stop]] };
  const start = view?.paused ? [[view.step > 0 ? "Go on" : "Start", () => player.run("pause")]] : [];
  if (note) return note.kind === "hint" ? { ...note, buttons: [...note.buttons ?? [], ...start] } : note;
  if (!view) return { kind: "bad", text: game.loaded.problem?.message ?? "" };
  if (view.replay) {
    const refused = game.steps[view.step - 1]?.why !== undefined;
    return { kind: refused ? "bad" : "", text: replaySentence(view, game.steps) };
  }
  if (view.over) {
    return outcome({ view, game, watching: player.watching, begin: (level) => player.begin(level),
      command: (name) => player.command(name) });
  }
  if (view.prompt) return { kind: "ask", text: question(view.prompt), buttons: player.chips.buttons(view) };
  if (player.rival.waits(view)) {
    return { kind: "ask", text: "The computer is to move.", buttons: [["Let it move", goOn]] };
  }
  return { kind: view.message ? "say" : "", text: view.message ?? "", buttons: start };
}
