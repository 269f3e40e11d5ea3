// Plays as texts and files: they are recorded, saved, and opened again.

import { download, pickFile } from "./dom.js";

export class Plays {
  // The player has game, watching, ask(call), clear() and fail(error).
  constructor(player) {
    this.player = player;
  }

  // `call` is "record", or "letters": of moves.
  async record(call = "record") {
    const result = await this.player.game.request(call);
    if (!result) throw new Error("the play could not be recorded in the time that a request may take");
    return result.text;
  }

  // Shows a recording at one of its steps.
  open(text, step = 0) {
    this.player.clear();
    return this.player.watching.replay(text, step);
  }

  // Puts a thing of the legend into a cell: the play goes on from there. Whether that was possible.
  async place(cell) {
    const { player } = this, { game } = player;
    player.clear();
    const made = await player.ask("put", cell);
    const opened = made && await player.ask("replay", { text: made.text });
    if (!opened) return false;
    player.board.tiles.add(opened.view.tiles ?? []);
    return await player.run("resume", { step: 0, edited: true }) !== null && game.resumed !== null;
  }

  async save() {
    const result = await this.player.ask("record");
    if (result) download(result.text, `${this.player.game.loaded.game}.play`);
  }

  async openFile() {
    const text = await pickFile(".play,text/plain");
    try {
      if (text !== null) await this.open(text);
    } catch (error) {
      this.player.fail(error);
    }
  }
}
