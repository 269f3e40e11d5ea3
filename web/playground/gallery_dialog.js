// The games: drafts of one's own, and all games of the project as cards, by kinds.

import { make } from "../player/dom.js";
import { Solved } from "../player/solved.js";
import { isPuzzle } from "./project.js";
import { ask, button, openDialog } from "./widgets.js";

const when = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" });

// A picture stands in an image, so that names inside of it belong to it alone.
function pictureOf(game) {
  const source = game.picture ? `data:image/svg+xml,${encodeURIComponent(game.picture)}` : "data:,";
  return make("img", { src: source, alt: "", loading: "lazy", width: 160, height: 160 });
}

// How hard a game for one is: the names of the classes by how much there is to decide in its solutions
// (web/gallery.lua).
const CLASSES = [[16, "Easy"], [32, "Medium"], [Infinity, "Hard"]];
const difficulty = ({ effort, players }) => (players > 1 ? null : CLASSES.find(([most]) => effort <= most)[1]);

function source({ lines, project }) {
  if (!lines) return "written in C";
  return `${lines} ${lines === 1 ? "line" : "lines"} of ${isPuzzle(project.files[0]) ? "PuzzleScript" : "Lua"}`;
}

// How many of the levels were solved in this browser; null where none was.
function solvedMark({ game, keys }) {
  const solved = new Solved();
  solved.begin(game);
  const count = keys.filter((key) => solved.get(`${game} ${key}`) !== undefined).length;
  if (count === 0) return null;
  const text = count === keys.length ? "All levels solved" : `${count} of ${keys.length} levels solved`;
  return make("span", { class: count === keys.length ? "solved all" : "solved" },
    make("span", { "aria-hidden": "true" }, "✓ "), text);
}

function card(game, choose) {
  return make(
    "li",
    {},
    make(
      "button",
      { type: "button", class: "card", "data-game": game.name, onclick: choose },
      pictureOf(game),
      make("strong", {}, game.title),
      make("span", { class: "what" }, `${game.aim}.`),
      solvedMark(game),
      make("span", { class: "note" }, [difficulty(game), source(game)].filter(Boolean).join(", "))
    )
  );
}

// The games of each genre, the easy ones first, and buttons that show one genre alone.
function shelves(genres, games, open) {
  const list = genres.map(([name, title]) => ({ name, title, section: make("section", { "data-genre": name },
    make("h3", {}, title),
    make("ul", { class: "cards" },
      ...games.filter(({ genre }) => genre === name).map((game) => card(game, () => open(game))))) }));
  const status = make("p", { class: "hidden", role: "status" });
  const choices = [["", "All"], ...genres].map(([name, title]) => {
    const pressed = String(name === "");
    return [name, button(title, () => show(name), { className: "button small", "aria-pressed": pressed })];
  });
  function show(wanted) {
    for (const { name, section } of list) section.hidden = wanted !== "" && name !== wanted;
    for (const [name, choice] of choices) choice.setAttribute("aria-pressed", String(name === wanted));
    const shown = games.filter(({ genre }) => wanted === "" || genre === wanted).length;
    status.textContent = `${shown} ${shown === 1 ? "game" : "games"}`;
  }
  const buttons = make("div", { class: "row genres", role: "group", "aria-label": "Kinds of games" },
    ...choices.map(([, choice]) => choice));
  return [buttons, status, ...list.map(({ section }) => section)];
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
 * Opens the dialog. `does` has `games`, `genres` with their titles, `drafts`, open(game), openDraft(id),
 * deleteDraft(id), create(), openFiles().
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
      button("New game …", then(does.create), { picture: "add", className: "button primary" }),
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
  body.append(...shelves(does.genres, does.games, (game) => then(() => does.open(game))()));
}
