// What the documents' pages have beyond their text: buttons that copy code, and a menu that closes. All
// is read and followed without it.

// The commands of a block of the command line without their prompts and answers; other code as it is.
function textOf(pre) {
  const text = pre.textContent.replace(/\n$/, "");
  const commands = text.match(/^\$ .*(?:\\\n.*)*/gm);
  return commands ? commands.map((line) => line.slice(2).replace(/ +# .*$/, "")).join("\n") : text;
}

async function copy(button, pre) {
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(textOf(pre));
  } catch {
    getSelection().selectAllChildren(pre); // where a page may not write to the clipboard
    done = "Selected";
  }
  button.textContent = done;
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

for (const pre of document.querySelectorAll(".code > pre")) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", () => copy(button, pre));
  button.setAttribute("aria-live", "polite");
  pre.after(button);
}

const menu = document.querySelector("details.menu");
document.addEventListener("pointerdown", (event) => {
  if (!menu.contains(event.target)) menu.open = false;
});
menu.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu.open) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// The list of headings marks the one that is read: the last one above the upper third of the window.
const marks = [...document.querySelectorAll(".contents a")]
  .map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter(({ link, heading }) => heading && link.checkVisibility());

function markRead() {
  const bottom = Math.ceil(innerHeight + scrollY) >= document.documentElement.scrollHeight;
  const read = bottom ? marks.at(-1)
    : marks.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
  for (const { link } of marks) link.removeAttribute("aria-current");
  if (!read) return;
  read.link.setAttribute("aria-current", "location");
  const list = document.querySelector(".contents"), { offsetTop, offsetHeight } = read.link;
  if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = offsetTop - list.clientHeight / 2;
  }
}

if (marks.length > 0) {
  let waits = false;
  addEventListener("scroll", () => {
    if (!waits) requestAnimationFrame(() => { waits = false; markRead(); });
    waits = true;
  }, { passive: true });
  markRead();
}

// The search: its index is loaded when it is asked for, and is a script, so that it works without a server.
const RESULTS = 8;

const script = (src) => new Promise((loaded, failed) => {
  document.head.append(Object.assign(document.createElement("script"), { src, onload: loaded, onerror: failed }));
});

let index;
function load() {
  index ??= Promise.all([script("minisearch.js"), script("sections.js")]).then(() => {
    const fields = ["title", "page", "text"], fuzzy = (word) => (word.length > 4 ? 0.2 : 0);
    const engine = new globalThis.MiniSearch({ fields, storeFields: fields,
      searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy, combineWith: "AND" } });
    engine.addAll(globalThis.SECTIONS);
    return engine;
  }).catch((error) => {
    index = undefined; // it may come next time
    throw error;
  });
  return index;
}

// What is shown of all that was found. Who types a word wants to be told how; who types a name, as
// session.undo, wants what the reference says of it.
const SHOWN_OF_REFERENCE = 3;

function chosen(results, query) {
  if (/\w[.:_(]/.test(query)) return results.slice(0, RESULTS);
  const isReference = ({ id }) => /^(python-)?reference\.html/.test(id);
  const guides = results.filter((result) => !isReference(result)), reference = results.filter(isReference);
  const room = Math.max(RESULTS - guides.length, SHOWN_OF_REFERENCE);
  const last = reference.slice(0, room);
  return [...guides.slice(0, RESULTS - last.length), ...last];
}

// Some words around the first one that was found.
function excerpt(text, words) {
  const low = text.toLowerCase();
  const places = words.map((word) => low.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  const at = Math.min(...places, text.length);
  const from = at === text.length ? 0 : Math.max(0, text.lastIndexOf(" ", Math.max(0, at - 40)) + 1);
  const rest = text.slice(from), shown = rest.length > 110 ? rest.slice(0, 110).replace(/ \S*$/, " ...") : rest;
  return (from > 0 ? "... " : "") + shown;
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function addSearch() {
  const input = element("input", { type: "search", placeholder: "Search", autocomplete: "off", spellcheck: false });
  input.setAttribute("aria-label", "Search the documents");
  input.setAttribute("aria-keyshortcuts", "/");
  const found = element("ol", { hidden: true }), told = element("p", { className: "told" });
  told.setAttribute("role", "status");
  const form = element("form", { className: "search" }, input, told, found);
  form.setAttribute("role", "search");
  document.querySelector("details.menu").after(form);

  const show = (text, results) => {
    told.textContent = text;
    found.replaceChildren(...results.map(({ id, title, page, text: body, terms }) =>
      element("li", {}, element("a", { href: id }, element("b", { textContent: title }),
        element("small", { textContent: page === title ? "" : page }),
        element("span", { textContent: excerpt(body, terms) })))));
    found.hidden = results.length === 0;
  };
  const close = () => show("", []);
  const seek = async () => {
    const query = input.value.trim();
    if (query === "") return close();
    const engine = await load().catch(() => null);
    if (input.value.trim() !== query) return;
    if (!engine) return show("The search could not be loaded.", []);
    const results = engine.search(query);
    const more = results.length > RESULTS ? `, the best ${RESULTS}` : "";
    show(results.length > 0 ? `${results.length} found${more}` : `Nothing has “${query}”.`,
      chosen(results, query));
  };
  input.addEventListener("focus", () => load().catch(() => {}));
  input.addEventListener("input", seek);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await seek();
    found.querySelector("a")?.click();
  });
  form.addEventListener("keydown", (event) => {
    const links = [input, ...found.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      close();
      input.focus();
    } else if (step && links[at + step]) {
      event.preventDefault();
      links[at + step].focus();
    }
  });
  found.addEventListener("click", close);
  document.addEventListener("pointerdown", (event) => {
    if (!form.contains(event.target)) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || document.activeElement === input) return;
    event.preventDefault();
    input.focus();
  });
}
addSearch();
