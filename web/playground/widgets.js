// Dialogs, menus, tabs and messages: the parts that several panels share.

import { make, makeSvg } from "../player/dom.js";

const icons = {
  close: "M6 6l12 12M18 6L6 18",
  add: "M12 5v14M5 12h14",
  remove: "M5 12h14",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6",
  redo: "M15 7l5 5-5 5M20 12H10a6 6 0 0 0-6 6",
  open: "M4 20V5h6l2 3h8v12z",
  board: "M4 4h16v16H4zM4 12h16M12 4v16M15 15h2v2h-2z",
  draw: "M4 20l1-5L16 4l4 4L9 19zM13.5 6.5l4 4",
};

export function icon(name) {
  return makeSvg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    makeSvg("path", { d: icons[name] }));
}

/** Lets the page answer keys and draw, before work goes on. */
export const pause = () => new Promise((resolve) => setTimeout(resolve));

/** A button with a text, an icon, or both. */
export function button(label, onclick, { shown = true, picture, className = "button", ...more } = {}) {
  const made = make("button", { type: "button", class: className, onclick, ...more });
  if (picture) made.append(icon(picture));
  if (shown) made.append(make("span", {}, label));
  else Object.assign(made, { ariaLabel: label, title: label });
  return made;
}

/** Says something in passing; it is spoken, too. */
export function toast(text, { bad = false, seconds = 5 } = {}) {
  const made = make("p", { class: bad ? "toast bad" : "toast" }, text);
  document.getElementById("toasts").append(made);
  setTimeout(() => made.remove(), seconds * 1000);
}

/** Copies what a field of text has: `what` is its name. */
export async function copy(field, what) {
  const many = what.endsWith("s");
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Without the right to write to the clipboard the old way may still work.
    field.select();
    if (!document.execCommand("copy"))
      return toast(`Copy the ${what} by hand: ${many ? "they are" : "it is"} selected.`, { bad: true });
  }
  return toast(`The ${what} ${many ? "are" : "is"} copied.`);
}

let dialogs = 0;

/** Opens a dialog with a title. Returns `{ element, body, close }`; `onClose` follows any way out. */
export function openDialog(title, { className = "", onClose } = {}) {
  const id = `dialog-title-${dialogs++}`;
  const body = make("div", { class: "dialog-body" });
  const element = make(
    "dialog",
    { class: className, "aria-labelledby": id },
    make(
      "header",
      {},
      make("h2", { id }, title),
      button("Close", () => element.close(), { shown: false, picture: "close", className: "tool small" })
    ),
    body
  );
  element.addEventListener("close", () => {
    element.remove();
    onClose?.();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  element.showModal();
  return { element, body, close: () => element.close() };
}

/** Asks for a text or a yes; resolves to null if the dialog is closed. */
export function ask(title, { text = "", field = null, value = "", yes = "OK" } = {}) {
  return new Promise((resolve) => {
    let answer = null;
    const { body, close } = openDialog(title, { className: "narrow", onClose: () => resolve(answer) });
    const input = field && make("input", { value, autocomplete: "off", spellcheck: "false", maxlength: 100 });
    const form = make(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          answer = input ? input.value.trim() : true;
          close();
        }
      },
      text ? make("p", {}, text) : null,
      input ? make("label", { class: "field" }, make("span", {}, field), input) : null,
      make(
        "div",
        { class: "row end" },
        button("Cancel", close),
        make("button", { class: "button primary" }, yes)
      )
    );
    body.append(form);
    (input ?? form.querySelector(".primary")).focus();
    input?.select();
  });
}

/** A menu below a button. `items()` returns lists of [label, function] or null for a line. */
export function menuButton(opener, items) {
  let menu = null;
  const close = (refocus) => {
    if (!menu) return;
    menu.remove();
    menu = null;
    opener.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (refocus) opener.focus();
  };
  const outside = (event) => {
    if (!menu.contains(event.target) && !opener.contains(event.target)) close(false);
  };
  opener.addEventListener("click", () => {
    if (menu) return close(true);
    menu = makeMenu(items(), close);
    opener.setAttribute("aria-expanded", "true");
    document.body.append(menu);
    place(menu, opener);
    menu.querySelector("[role=menuitem]").focus();
    document.addEventListener("pointerdown", outside, true);
  });
}

function makeMenu(items, close) {
  const menu = make("div", { class: "menu", role: "menu" }, ...items.map((item) => {
    if (!item) return make("hr");
    const [label, does, note] = item;
    return make("button", { type: "button", role: "menuitem", tabindex: "-1", onclick: () => {
      close(true);
      does();
    } }, make("span", {}, label), note ? make("span", { class: "note" }, note) : null);
  }));
  menu.addEventListener("keydown", (event) => {
    const all = Array.from(menu.querySelectorAll("[role=menuitem]")),
      at = all.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape" || event.key === "Tab") close(true);
    else if (next !== undefined) all.at(next % all.length).focus();
    else return;
    event.preventDefault();
  });
  return menu;
}

function place(menu, opener) {
  const box = opener.getBoundingClientRect(), width = menu.offsetWidth;
  menu.style.top = `${box.bottom + 4}px`;
  menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  menu.style.maxHeight = `${innerHeight - box.bottom - 12}px`;
}

/** The radio button of a group that an arrow key leads to, or null. */
export function nextRadio(group, event) {
  const radios = Array.from(group.children), at = radios.indexOf(document.activeElement);
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!by || at < 0) return null;
  event.preventDefault();
  return radios.at((at + by) % radios.length);
}

/** Fills a list of tabs: [name, label]. Arrows go from one to the next, as usual for tabs. */
export function fillTabs(list, tabs, current, choose) {
  const focused = list.contains(document.activeElement);
  list.replaceChildren(
    ...tabs.map(([name, label, panel]) =>
      make(
        "button",
        {
          type: "button",
          role: "tab",
          "aria-selected": String(name === current),
          tabindex: name === current ? "0" : "-1",
          "aria-controls": panel,
          "data-name": name,
          onclick: () => choose(name)
        },
        label
      )
    )
  );
  list.onkeydown = (event) => {
    const at = tabs.findIndex(([name]) => name === current);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(tabs.at(next % tabs.length)[0]);
  };
  const selected = list.querySelector("[aria-selected=true]");
  if (focused) selected?.focus();
  if (selected) list.scrollLeft = Math.max(0, selected.offsetLeft - 40);
}
