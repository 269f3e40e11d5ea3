// The moves of the play in letters (LURD): to be copied and saved, or others to be played.

import { make } from "../player/dom.js";
import { save } from "./files.js";
import { slug } from "./project.js";
import { button, copy, openDialog } from "./widgets.js";

export async function openLetters(app) {
  const text = await app.player.record("letters");
  const { body, close } = openDialog("Moves in letters", { className: "share" });
  const field = make("textarea", { rows: 6, "aria-label": "Letters", spellcheck: "false" });
  const wrong = make("p", { class: "note bad", role: "alert" });
  field.value = text;
  const play = async () => {
    try {
      await app.header.playLetters(field.value);
      close();
      app.player.focus();
    } catch (error) {
      wrong.textContent = error.message;
      field.focus();
    }
  };
  body.append(
    make("p", {}, "l, u, r and d for the moves, capital letters where something is pushed. These are the moves so "
      + "far. Others can be pasted here, and played in this level from its beginning."),
    field,
    wrong,
    make("div", { class: "row" },
      button("Play them", play, { className: "button primary" }),
      button("Copy", () => copy(field, "letters"), { picture: "copy" }),
      button("Save", () => save(`${slug(app.project.name)}.lurd`, field.value)))
  );
  field.select();
  field.focus();
}
