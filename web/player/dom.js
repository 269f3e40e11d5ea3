// Elements of the page. Texts become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";

// make("button", { class: "x", onclick: f, "aria-label": "y" }, "text", child, ...)
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) set(element, key, value);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

function set(element, key, value) {
  if (value === undefined || value === null) return;
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
  else if (typeof value === "boolean") element.toggleAttribute(key, value);
  else element.setAttribute(key, String(value));
}

export function makeSvg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

// Sets the text of an element, if it differs: a live region is not spoken again without need.
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

// Icons are strokes on a grid of 24 units.
const icons = {
  undo: "M9 5 4 10l5 5M4 10h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M15 5l5 5-5 5M20 10H10a5.5 5.5 0 0 0 0 11h4",
  restart: "M4 12a8 8 0 1 0 3-6.2M4 3v5h5",
  previous: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  hint: "M9 18h6M10 21h4M8.5 15c0-2-2.5-3-2.5-6a6 6 0 0 1 12 0c0 3-2.5 4-2.5 6z",
  solve: "M6 22V4h12l-2.5 4.5L18 13H6",
  pause: "M8 5v14M16 5v14",
  play: "M7 4v16l13-8z",
  close: "M6 6l12 12M18 6L6 18",
  first: "M6 5v14M18 5l-8 7 8 7z",
  back: "M17 5l-9 7 9 7z",
  on: "M7 5l9 7-9 7z",
  last: "M18 5v14M6 5l8 7-8 7z",
  keys: "M3 6h18v12H3zM7 10h0M11 10h0M15 10h0M17 14h0M7 14h0M10 14h4",
  more: "M5 12h0M12 12h0M19 12h0",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  mute: "M4 9v6h4l5 4V5L8 9zM16 9.5l5 5M21 9.5l-5 5",
  pad: "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  levels: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  games: "M7 7h10a5 5 0 0 1 5 5v2a3 3 0 0 1-5.5 1.7L15 14H9l-1.5 1.7A3 3 0 0 1 2 14v-2a5 5 0 0 1 5-5z"
    + "M7 9v4M5 11h4M17 11h0",
  dice: "M5 5h14v14H5zM9 9h0M15 9h0M12 12h0M9 15h0M15 15h0",
  expand: "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5",
  made: "M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  "up-left": "M17 17 7 7M7 15V7h8",
  "up-right": "M7 17 17 7M9 7h8v8",
  "down-left": "M17 7 7 17M7 9v8h8",
  "down-right": "M7 7l10 10M17 9v8H9",
};

export function icon(name) {
  const path = makeSvg("path", { d: icons[name] });
  return makeSvg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, path);
}

// A button with an icon; its label is spoken, and shown as a tooltip or beside the icon.
export function iconButton(name, label, onclick, { text = false, ...properties } = {}) {
  const button = make("button", { type: "button", class: "button", onclick, ...properties }, icon(name));
  if (text) button.append(make("span", {}, label));
  else relabel(button, label);
  return button;
}

export function relabel(button, label) {
  button.setAttribute("aria-label", label);
  button.title = label;
}

export function changeIcon(button, name) {
  button.querySelector("path").setAttribute("d", icons[name]);
}

export function textButton(text, onclick, properties = {}) {
  return make("button", { type: "button", class: "button", onclick, ...properties }, text);
}

// Hides an element, and says whether that was a change.
export function show(element, visible) {
  if (element.hidden === !visible) return false;
  element.hidden = !visible;
  return true;
}

// Scrolls a list alone, never the page.
export function keepInView(list, item) {
  const top = item.offsetTop, bottom = top + item.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

// Gives the person at the page a file.
export function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

// The text of a file that is chosen; null if none is.
export function pickFile(accept) {
  return new Promise((resolve) => {
    const input = make("input", { type: "file", accept });
    input.addEventListener("change", () => resolve(input.files[0]?.text() ?? null));
    input.addEventListener("cancel", () => resolve(null));
    input.click();
  });
}
