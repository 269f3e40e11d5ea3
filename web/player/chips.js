// What a prompt may be answered with, as buttons.

const MOST = 12; // actions that are offered

export class Chips {
  #found = null; // { prompt, text, actions }

  // `refresh()` is called when the actions of a prompt are known.
  constructor(player, refresh) {
    this.player = player;
    this.refresh = refresh;
  }

  async offer({ prompt, asks }) {
    const text = asks?.text;
    if (!text || this.#found?.prompt === prompt) return;
    this.#found = { prompt, text, actions: [], labels: [] };
    const found = await this.player.ask("complete", { text });
    if (!found || this.#found.prompt !== prompt || found.count > MOST) return;
    this.#found.actions = found.actions;
    const begun = prompt.replace(/ *\.\.\..*$/, " ");
    this.#found.labels = found.actions.map((action, i) => {
      const label = found.labels?.[i] ?? action, rest = action.slice(text.length).trim();
      if (rest && label.includes(rest)) return [rest, label];
      return [label.startsWith(begun) ? label.slice(begun.length).trim() : label, label];
    });
    this.refresh();
  }

  buttons({ prompt }) {
    const { player } = this, { actions = [], labels } = this.#found?.prompt === prompt ? this.#found : {};
    const take = async (action) => {
      await player.run("key", { key: "esc" });
      await player.run("apply", { action });
    };
    return [...actions.map((action, i) => [labels[i][0], () => take(action), labels[i][1]]),
      ["Cancel", () => player.run("key", { key: "esc" })]];
  }
}
