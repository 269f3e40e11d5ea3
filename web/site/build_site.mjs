// Makes the site: node web/site/build_site.mjs FOLDER PLAYGROUND MODULES. The documents become pages in
// FOLDER, beside the playground and the pictures; a link that leads nowhere is an error.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { collectGames } from "../playground/collect_games.mjs";
import { makeGuide } from "../playground/make_guide.mjs";

const [folder, playground, modules] = process.argv.slice(2).map((path) => resolve(path));
const root = fileURLToPath(new URL("../..", import.meta.url));
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

// What stands in front in the navigation; other documents follow by name, those about the code last.
const first = ["README.md", ...["guide", "rules", "reference", "testing", "studies"]
  .map((name) => `docs/${name}.md`)];
const last = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];

function documents() {
  const others = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md")).sort()
    .map((name) => `docs/${name}`).filter((path) => !first.includes(path));
  return [...first, ...others, ...last].map((path) => {
    const [, heading] = /^# (.*)$/m.exec(readFileSync(join(root, path), "utf8"));
    const name = basename(path, ".md").toLowerCase();
    if (name === "readme") return { path, heading, href: "index.html", title: "Start" };
    return { path, heading, href: `${name}.html`, title: name.replace(/^./, (letter) => letter.toUpperCase()) };
  });
}

async function examplesOf() {
  const { Marked } = await import(pathToFileURL(createRequire(join(modules, "x.js")).resolve("marked")));
  return Object.fromEntries(makeGuide(root, Marked)
    .map(({ name, examples }) => [`docs/${name}.md`, Object.keys(examples)]));
}

// A page, whose code and tables can be scrolled with the keyboard.
function render(page, pages, examples, games) {
  const metadata = { pagetitle: page.title === "Start" ? "Tessera" : `${page.heading} - Tessera`,
    pages: pages.map(({ href, title }) => ({ href, title, here: href === page.href })),
    examples: (examples[page.path] ?? []).join(" "), games: games.join(" ") };
  const scratch = join(folder, "metadata.json"); // pandoc does not read it from a pipe
  writeFileSync(scratch, JSON.stringify(metadata));
  const html = execFileSync("pandoc", ["-f", "gfm", "-t", "html5", "--template", here("template.html"),
    "--lua-filter", here("filter.lua"), "--toc", "--toc-depth=2", "--metadata-file", scratch,
    join(root, page.path)], { encoding: "utf8", maxBuffer: 1 << 26 });
  rmSync(scratch);
  const scrolled = '<div class="table" role="region" aria-label="Table" tabindex="0">';
  return html.replaceAll("<pre", '<pre tabindex="0"').replaceAll("<table", `${scrolled}<table`)
    .replaceAll("</table>", "</table></div>");
}

// Every link, picture and style of the pages that leads nowhere.
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
cpSync(here("site.css"), join(folder, "site.css"));
cpSync(playground, join(folder, "play.html"));
const pages = documents(), examples = await examplesOf(), games = collectGames(root).map(({ name }) => name);
for (const page of pages) {
  page.html = render(page, pages, examples, games);
  writeFileSync(join(folder, page.href), page.html);
}
const broken = brokenLinks(pages);
if (broken.length > 0) {
  console.error(`links that lead nowhere:\n${broken.join("\n")}`);
  process.exit(1);
}
console.log(`  SITE ${folder}: ${pages.length} documents, all links lead somewhere`);
