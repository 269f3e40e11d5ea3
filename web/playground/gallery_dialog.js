// The games: drafts of one's own, and all games of the project as cards.

import { make } from "../player/dom.js";
import { isPuzzle } from "./project.js";
import { ask, button, openDialog } from "./widgets.js";

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

// A picture stands in an image, so that names inside of it belong to it alone.
function pictureOf(game) {
  const source = game.picture ? `data:image/svg+xml,${encodeURIComponent(game.picture)}` : "data:,";
  return make("img", { src: source, alt: "", loading: "lazy", width: 160, height: 160 });
}

function card(game, choose) {
  const language = isPuzzle(game.project.files?.[0]) ? "PuzzleScript" : "Lua";
  const about = game.lines ? `${game.lines} ${game.lines === 1 ? "line" : "lines"} of ${language}` : "written in C";
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "card", "data-game": game.name, onclick: choose },
      pictureOf(game),
      make("strong", {}, game.title),
      make("span", { class: "what" }, game.text),
      make("span", { class: "note" }, about)
    )
  );
}

function draftRow(draft, does) {
  const row = make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "draft", onclick: does.open },
      make("strong", {}, draft.name),
      make("span", { class: "note" }, when.format(draft.time))
    ),
    button(
      `Delete ${draft.name}`,
      async () => {
        if (!(await ask(`Delete the draft “${draft.name}”?`, { yes: "Delete" }))) return;
        does.remove();
        row.remove();
      },
      { shown: false, picture: "trash", className: "tool small" }
    )
  );
  return row;
}

/**
 * Opens the dialog. `does` has `games`, `drafts`, open(game), openDraft(id), deleteDraft(id), create(),
 * openFiles().
 */
export function openGallery(does) {
  const { body, close } = openDialog("Games", { className: "gallery" });
  const then = (act) => () => {
    close();
    act();
  };
  body.append(
    make(
      "div",
      { class: "row" },
      button("New game", then(does.create), { picture: "add", className: "button primary" }),
      button("Open files …", then(does.openFiles), { picture: "open" })
    )
  );
  if (does.drafts.length > 0) {
    body.append(
      make("h3", {}, "My drafts"),
      make("p", { class: "note" }, "Kept in this browser, and nowhere else."),
      make(
        "ul",
        { class: "drafts" },
        ...does.drafts.map((draft) =>
          draftRow(draft, {
            open: then(() => does.openDraft(draft.id)),
            remove: () => does.deleteDraft(draft.id)
          })
        )
      )
    );
  }
  const cards = (list) =>
    make(
      "ul",
      { class: "cards" },
      ...list.map((game) =>
        card(
          game,
          then(() => does.open(game))
        )
      )
    );
  body.append(
    make("h3", {}, "Written in Lua"),
    cards(does.games.filter(({ project }) => project.files && !isPuzzle(project.files[0]))),
    make("h3", {}, "Written in PuzzleScript"),
    cards(does.games.filter(({ project }) => isPuzzle(project.files?.[0]))),
    make("h3", {}, "Written in C"),
    make(
      "p",
      { class: "note" },
      "These play and are searched in the same way, but have no source to change here."
    ),
    cards(does.games.filter(({ project }) => project.game))
  );
}
