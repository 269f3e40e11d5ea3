// Makes the guide of the playground from Markdown when the page is built: HTML, and a project for
// each block that can be run. A block begins with its file's name: `-- pegs.lua` or `; pegs.txt`; an
// input that a console block pipes into a file becomes the levels of that file's project.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const documents = [
  ["first", "First steps", "web/playground/first_steps.md"],
  ["tutorial", "Your first game", "docs/tutorial.md"],
  ["cookbook", "Cookbook", "docs/cookbook.md"],
  ["guide", "The guide", "docs/guide.md"],
  ["rules", "Rules as pictures", "docs/rules.md"]
];

const slug = (text) => text.toLowerCase().replace(/[^\w -]/g, "").replaceAll(" ", "-");

const unescaped = (text) => text.replace(/\\(.)/g, (_, letter) => ({ n: "\n", t: "\t" })[letter] ?? letter);

// The files that the blocks of a document make, and the inputs that are piped into them.
function filesOf(blocks) {
  const files = new Map(), inputs = new Map();
  for (const { lang, text } of blocks) {
    const [, name] = /^(?:--|;) ([\w.-]+\.(?:lua|txt))\n/.exec(text) ?? [];
    if (name && (lang === "lua" || lang === "text")) files.set(name, `${text}\n`);
    if (lang !== "console") continue;
    for (const [, input, file] of text.matchAll(
      /^\$ printf '([^']*)' \| lua run\.lua (?:solve )?([\w-]+\.lua)/gm
    )) {
      if (!inputs.has(file)) inputs.set(file, unescaped(input));
    }
  }
  return { files, inputs };
}

// The file and all files that it requires, the file first.
function withRequired(name, files, list = []) {
  if (list.some((file) => file.path === name) || !files.has(name)) return list;
  list.push({ path: name, text: files.get(name) });
  for (const [, module] of files.get(name).matchAll(/require "(\w+)"/g))
    withRequired(`${module}.lua`, files, list);
  return list;
}

function levelsFor(list, { files, inputs }) {
  const [{ path, text }] = list;
  const [, named] = /file = "([\w.-]+\.txt)"/.exec(text) ?? [];
  if (named) return { path: named, text: files.get(named) };
  const input = inputs.get(path) ?? mapOf(path, text, files);
  return input && { path: path.replace(/\.lua$/, ".txt"), text: input };
}

// A game that says no map is played with that of a scenario of it.
function mapOf(path, text, files) {
  if (!/tessera\.game \{/.test(text) || /^\s*map = /m.test(text)) return null;
  const needed = `require "${path.replace(/\.lua$/, "")}"`;
  const scenario = Array.from(files.values()).find(
    (other) => other.includes(needed) && /map = "([^"]+)"/.test(other)
  );
  return scenario ? `${/map = "([^"]+)"/.exec(scenario)[1].replaceAll("/", "\n")}\n` : null;
}

// The project of a block, or null if the block cannot be run here.
function projectOf(name, made) {
  const { files } = made;
  if (name.endsWith(".txt")) {
    const game = name.replace(/\.txt$/, ".lua");
    return files.has(game) && { name: name.replace(/\.\w+$/, ""), files: withRequired(game, files),
      levels: { path: name, text: files.get(name) } };
  }
  if (/require[( ]"tessera\.busted"/.test(files.get(name))) return null;
  const list = withRequired(name, files), levels = levelsFor(list, made);
  return { name: name.replace(/\.lua$/, ""), files: list, ...(levels ? { levels } : {}) };
}

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (text) => text.replace(/[&<>"]/g, (character) => entities[character]);

function renderer(name, made, examples) {
  return {
    heading({ tokens, depth, text }) {
      const tag = `h${depth + 1}`, id = `${name}-${slug(text.replace(/[`*]/g, ""))}`;
      return `<${tag} id="${id}">${this.parser.parseInline(tokens)}</${tag}>\n`;
    },
    code({ text, lang }) {
      const [, file] = /^(?:--|;) ([\w.-]+\.(?:lua|txt))\n/.exec(text) ?? [];
      const project = file && (lang === "lua" || lang === "text") && projectOf(file, made);
      if (project) examples[file] = project;
      const example = project ? ` data-example="${file}"` : "";
      return `<pre tabindex="0" data-lang="${lang ?? ""}"${example}><code>${escape(text)}</code></pre>\n`;
    },
    // Other pages are not in this one.
    link({ href, tokens }) {
      const inside = this.parser.parseInline(tokens),
        [, page, hash] = /^(?:(\w+)\.md)?(?:#([\w-]+))?$/.exec(href) ?? [];
      if (href.startsWith("#guide=")) return `<a href="${href}">${inside}</a>`;
      if (/^https:/.test(href))
        return `<a href="${escape(href)}" rel="noreferrer" target="_blank">${inside}</a>`;
      const to = page ?? name;
      if (!documents.some(([known]) => known === to)) return inside;
      return `<a href="#${to}${hash ? `-${hash}` : ""}" data-document="${to}">${inside}</a>`;
    },
    table({ header, rows }) {
      const row = (cells, tag) => {
        const inside = cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`);
        return `<tr>${inside.join("")}</tr>`;
      };
      const head = header.some((cell) => cell.text !== "") ? `<thead>${row(header, "th")}</thead>` : "";
      const body = rows.map((cells) => row(cells, "td")).join("");
      return `<div class="table" tabindex="0" role="region" aria-label="Table"><table>${head}<tbody>${body}`
        + "</tbody></table></div>\n";
    }
  };
}

/**
 * `{ name, title, html, examples }` of each document; `examples` are projects by their file. `Marked`
 * is the class of the npm package.
 */
export function makeGuide(root, Marked) {
  const guides = documents.map(([name, title, path]) => {
    const text = readFileSync(join(root, path), "utf8");
    const marked = new Marked(), blocks = marked.lexer(text).filter((token) => token.type === "code");
    const examples = {};
    marked.use({ renderer: renderer(name, filesOf(blocks), examples) });
    return { name, title, html: marked.parse(text), examples };
  });
  // A link names an example by its file alone.
  const names = guides.flatMap(({ examples }) => Object.keys(examples));
  const twice = names.find((file, i) => names.indexOf(file) < i);
  if (twice) throw new Error(`two documents have an example ${twice}`);
  return guides;
}
