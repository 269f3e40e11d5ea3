// Makes the site: node web/site/build_site.mjs FOLDER PLAYGROUND MODULES DOCUMENTS. The documents, those
// of `docs` as they lie in DOCUMENTS beside the reference, become pages in FOLDER, beside the playground
// and the pictures; a link that leads nowhere is an error. SITE_URL in the environment is where the site
// will stand: links to it that are posted elsewhere then have a picture.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { collectGames } from "../playground/collect_games.mjs";
import { makeGuide } from "../playground/make_guide.mjs";
import { begin, describe, headings, icon, mark, preview, scrolled, shown } from "./pieces.mjs";
import { sections } from "./search.mjs";

const [folder, playground, modules, made] = process.argv.slice(2).map((path) => resolve(path));
const root = fileURLToPath(new URL("../..", import.meta.url));
const siteUrl = (process.env.SITE_URL ?? "").replace(/([^/])$/, "$1/");
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

// The menu. Documents that no group names stand in the second one, by name.
const groups = [
  ["Learn", ["README", "tutorial", "guide"]],
  ["How to",
    ["cookbook", "levels", "testing", "solving", "studies", "playing", "playground", "pictures",
      "puzzlescript", "games", "lua", "c", "python", "batch"]],
  ["Look up", ["rules", "together", "reference", "python-reference", "benchmarks"]],
  ["The project", ["ARCHITECTURE", "CONTRIBUTING", "CHANGELOG", "upgrading", "SECURITY"]],
];
const FIRST = ["tutorial", "cookbook", "rules", "reference"]; // beside the menu, where there is room
const titles = { README: "Start", rules: "Rules as pictures", playing: "At a terminal", playground: "In a browser",
  puzzlescript: "PuzzleScript", games: "The five games", lua: "From Lua", c: "From C", python: "From Python",
  batch: "Batches", together: "Acting together", "python-reference": "Reference for Python",
  upgrading: "From 0.2 to 0.3" };

// Where the text of a document lies.
const textOf = (path) => path.startsWith("docs/") ? join(made, basename(path)) : join(root, path);

function documents() {
  const named = groups.flatMap(([, names]) => names);
  const others = readdirSync(made).filter((file) => /^[^.]+\.md$/.test(file)).sort()
    .map((file) => basename(file, ".md")).filter((name) => !named.includes(name));
  return groups.flatMap(([group, names], i) => [...names, ...(i === 1 ? others : [])].map((name) => {
    const path = name === name.toUpperCase() ? `${name}.md` : `docs/${name}.md`;
    const [, heading] = /^# (.*)$/m.exec(readFileSync(textOf(path), "utf8"));
    const plain = name.toLowerCase(), isStart = name === "README";
    return { name, group, path, heading, isStart, href: isStart ? "index.html" : `${plain}.html`,
      title: titles[name] ?? plain.replace(/^./, (letter) => letter.toUpperCase()) };
  }));
}

async function examplesOf() {
  const { Marked } = await import(pathToFileURL(createRequire(join(modules, "x.js")).resolve("marked")));
  return Object.fromEntries(makeGuide(root, Marked)
    .map(({ name, examples }) => [`docs/${name}.md`, Object.keys(examples)]));
}

// What the template and the filter are told of a page.
function metadata(page, pages, examples, games) {
  const link = (other) => other && { href: other.href, title: other.title, here: other === page };
  const at = pages.indexOf(page);
  return { pagetitle: page.isStart ? "Tessera" : `${page.heading} - Tessera`, mark,
    description: describe(readFileSync(textOf(page.path), "utf8")),
    groups: groups.map(([title], i) => ({ title, id: `group-${i + 1}`,
      pages: pages.filter(({ group }) => group === title).map(link) })),
    first: pages.filter(({ name }) => FIRST.includes(name)).map(link),
    before: link(pages[at - 1]), after: link(pages[at + 1]),
    examples: (examples[page.path] ?? []).join(" "), games: games.map(({ name }) => name).join(" ") };
}

function render(page, pages, examples, games) {
  const scratch = join(folder, "metadata.json"); // pandoc does not read it from a pipe
  writeFileSync(scratch, JSON.stringify(metadata(page, pages, examples, games)));
  const html = execFileSync("pandoc", ["-f", "gfm", "-t", "html5", "--template", here("template.html"),
    "--lua-filter", here("filter.lua"), "--toc", "--toc-depth=2", "--metadata-file", scratch,
    "-V", `address=${siteUrl && siteUrl + (page.isStart ? "" : page.href)}`, "-V", `site=${siteUrl}`,
    textOf(page.path)], { encoding: "utf8", maxBuffer: 1 << 26 });
  rmSync(scratch);
  const text = scrolled(headings(html));
  return page.isStart ? begin(text, shown(games)) : text;
}

// Every link, picture, script and style of the pages that leads nowhere.
function brokenLinks(pages) {
  const ids = {}, broken = [];
  for (const { href, html } of pages) ids[href] = new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));
  const files = new Set(readdirSync(folder, { recursive: true }));
  for (const { href: from, html } of pages) {
    for (const [, target] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [file, hash] = target.split("#"), page = file || from;
      const fine = files.has(page) && (!hash || page === "play.html" || ids[page]?.has(decodeURIComponent(hash)));
      if (!fine) broken.push(`${from}: ${target}`);
    }
  }
  return broken;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
cpSync(join(root, "docs/pictures"), join(folder, "pictures"), { recursive: true });
for (const name of ["site.css", "site.js"]) cpSync(here(name), join(folder, name));
writeFileSync(join(folder, "icon.svg"), icon);
writeFileSync(join(folder, "preview.svg"), preview);
execFileSync("rsvg-convert", ["-o", join(folder, "preview.png"), join(folder, "preview.svg")]);
rmSync(join(folder, "preview.svg"));
cpSync(join(modules, "node_modules/minisearch/dist/umd/index.js"), join(folder, "minisearch.js"));
cpSync(playground, join(folder, "play.html"));
cpSync(join(playground, "../parts"), join(folder, "parts"), { recursive: true });
const pages = documents(), examples = await examplesOf(), 
  games = collectGames(root, JSON.parse(readFileSync(join(playground, "../gallery.json"), "utf8")));
for (const page of pages) {
  page.html = render(page, pages, examples, games);
  writeFileSync(join(folder, page.href), page.html);
}
// A script, and no JSON: a page that was opened as a file may fetch nothing.
writeFileSync(join(folder, "sections.js"), `globalThis.SECTIONS = ${JSON.stringify(pages.flatMap(sections))};\n`);
const broken = brokenLinks(pages);
if (broken.length > 0) {
  rmSync(join(folder, "index.html")); // so that make begins again
  console.error(`links that lead nowhere:\n${broken.join("\n")}`);
  process.exit(1);
}
console.log(`  SITE ${folder}: ${pages.length} documents, all links lead somewhere`);
