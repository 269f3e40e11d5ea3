// Sharing: a link that holds everything, the device's own way to share, a picture.

import { make } from "../player/dom.js";
import { save } from "./files.js";
import { slug } from "./project.js";
import { bareAddress, encode, toPlay } from "./share.js";
import { button, copy, openDialog, toast } from "./widgets.js";

// What a link opens.
const KINDS = [["play", "The board, to play"], ["edit", "The editor, to see how it is made"]];

const LONG = 8000; // characters that most programs take

export async function openShare(app) {
  const { body } = openDialog("Share", { className: "share" });
  const field = make("textarea", { readonly: true, rows: 3, "aria-label": "Link", spellcheck: "false" });
  const note = make("p", { class: "note" });
  const opens = KINDS.map(([value, text], i) => make("label", { class: "check" },
    make("input", { type: "radio", name: "opens", value, checked: i === 0, onchange: () => fill() }), text));
  const toPlayIt = opens[0].firstChild;
  const withPlay = make("input", { type: "checkbox", checked: true, onchange: () => fill() });
  const copyButton = button("Copy link", () => copy(field, "link"), { className: "button primary", picture: "copy" });
  const title = app.project.name;
  const share = button("Share …", () => navigator.share({ title, url: field.value }).catch(() => {}), {
    hidden: typeof navigator.share !== "function" });
  const picture = button("Save a picture", async () => {
    try {
      save(`${slug(title)}.png`, await app.header.png());
    } catch (error) {
      toast(error.message, { bad: true });
    }
  });
  picture.hidden = !app.result?.view;
  const recorded = Boolean(app.play().recording), watched = app.player.play().recording && !recorded;
  const without = recorded ? "The play goes on from a recording. A link holds no recordings"
    : "The recording on the board is not in the link: it has the play from before";
  if (recorded) Object.assign(withPlay, { checked: false, disabled: true });
  async function fill() {
    const link = await encode({ ...app.project, play: withPlay.checked ? app.play() : null });
    field.value = bareAddress() + (toPlayIt.checked ? toPlay(link) : link);
    const local =
      location.protocol === "file:"
        ? " This page is a file: the link works where the file lies at the same place."
        : "";
    note.textContent =
      `${field.value.length.toLocaleString("en")} characters.`
      + (field.value.length > LONG ? " Some programs cut links that are so long: send files instead." : "")
      + local
      + (recorded || watched ? ` ${without}. “Save the play” makes a file of it.` : "");
  }
  body.append(
    make(
      "p",
      {},
      `The link holds the source${recorded ? " and the levels" : ", the levels and the play"}. `
        + "Nothing is sent anywhere: who opens it has it all."
    ),
    make("fieldset", {}, make("legend", {}, "It opens"), ...opens),
    field,
    make("label", { class: "check" }, withPlay, make("span", {}, "With the level and the moves")),
    note,
    make("div", { class: "row" }, copyButton, share, picture)
  );
  try {
    await fill();
  } catch (error) {
    note.textContent = `No link can be made here: ${error.message}.`;
    copyButton.disabled = true;
  }
  copyButton.focus();
}
