// The computer as all other players: when it is to move, and looking for its move.

export class Rival {
  // `player` has view, game, searches, watching, opponent, search(call, label, args) and run(call, args).
  constructor(player) {
    this.player = player;
    this.held = null; // true: it waits until it is let; false: it has been let
  }

  // Whether it is to move in this view and waits. At an earlier step its move would end the later ones.
  waits(view) {
    return Boolean(view?.computer) && (this.held ?? view.step < this.player.game.steps.length);
  }

  // In a level that has just begun.
  begin() {
    const { view, game, opponent } = this.player, wish = view && opponent.seat(view, game.against);
    return wish && this.player.against(wish);
  }

  // A cursor may be moved while it thinks: only another position or another opponent is another matter.
  async move() {
    const { view, game, searches, watching, opponent } = this.player, { against } = game;
    if (!view?.computer || !against || this.waits(view) || searches.running || watching.kind) return;
    this.held = null;
    const result = await this.player.search("answer", "The computer is thinking",
      { method: against.method, nodes: opponent.nodes });
    const now = this.player.view;
    if (!result) this.held ??= true;
    else if (now?.step !== view.step || now.text !== view.text || game.against !== against) await this.move();
    else if (result.action) await this.player.run("apply", { action: result.action });
    else await this.player.run("against", { method: null });
  }

  // It need not wait any longer.
  goOn() {
    this.held = false;
    return this.move();
  }
}
