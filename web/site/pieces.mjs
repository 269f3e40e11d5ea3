// Pieces of the site's pages: what is added to the HTML that pandoc has made.

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text) => text.replace(/[&<>"]/g, (character) => entities[character]);

const tiles = '<path fill="#3f7fd6" d="M1 1h8v8H1z"/><path fill="#e0a52c" d="M11 1h8v8h-8z"/>'
  + '<path fill="#3f9d6b" d="M1 11h8v8H1z"/><path fill="#d2573f" d="M11 11h8v8h-8z"/>';

/** The four tiles beside the name. */
export const mark = `<svg viewBox="0 0 20 20" aria-hidden="true">${tiles}</svg>`;

/** The same as a file, for the tab of the browser. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">${tiles}</svg>\n`;

/** The picture of a link that was posted elsewhere, which shows the pictures beside it. */
export const preview = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
<rect width="1200" height="630" fill="#f5f3ee"/>
<svg x="72" y="66" width="88" height="88" viewBox="0 0 20 20">${tiles}</svg>
<g font-family="DejaVu Sans,sans-serif" fill="#1d2127">
<text x="190" y="134" font-size="72" font-weight="700">Tessera</text>
<text x="76" y="222" font-size="36">Games on a grid: written in a page of Lua, played, solved</text></g>
${["sokoban", "connect4", "jewelry"].map((name, i) =>
    `<image x="${72 + 364 * i}" y="262" width="328" height="328" href="pictures/${name}.svg"/>`).join("\n")}
</svg>
`;

/** What a document begins with, in a sentence or two: below the title. */
export function describe(markdown) {
  const paragraph = markdown.split("\n\n").find((part) => /^([A-Z[]|`[^`])/.test(part)) ?? "";
  const text = paragraph.replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*\n]/g, (c) => (c === "\n" ? " " : ""));
  return text.length > 200 ? text.slice(0, 200).replace(/ \S*$/, " ...") : text;
}

/** Headings get a link to themselves, for those who want to send it. */
export function headings(html) {
  return html.replace(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs, (_, depth, id, text) => {
    const name = text.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
    const link = `<a class="anchor" href="#${id}" aria-label="Link to “${name}”">#</a>`;
    return `<h${depth} id="${id}">${text} ${link}</h${depth}>`;
  });
}

/** Code and tables can be scrolled with the keyboard; code has a place for its button. */
export function scrolled(html) {
  const table = '<div class="table" role="region" aria-label="Table" tabindex="0">';
  return html.replaceAll("<pre", '<div class="code"><pre tabindex="0"').replaceAll("</pre>", "</pre></div>")
    .replaceAll("<table", `${table}<table`).replaceAll("</table>", "</table></div>");
}

// What a visitor sees first. The others are in the playground's gallery.
const SHOWN = ["sokoban", "boulder", "connect4", "2048", "jewelry", "rush"];

/** The games of the start page, in their order. */
export function shown(games) {
  return SHOWN.map((wanted) => {
    const game = games.find(({ name, picture }) => name === wanted && picture);
    if (!game) throw new Error(`the start page shows '${wanted}', and there is no such game with a picture`);
    return game;
  });
}

/** Puts the way to the playground onto the start page, below its first paragraph. */
export function begin(html, games) {
  const cards = games.map(({ name, title }) => `<li><a href="play.html#play=${name}">`
    + `<img src="pictures/${name}.svg" alt="" width="160" height="160">${escaped(title)}</a></li>`);
  const play = `<section class="begin" aria-labelledby="at-once">
<h2 id="at-once">Play at once</h2>
<p>These games and their sources open in the browser. Change a line, and the game plays anew; nothing is installed.</p>
<p class="ways"><a class="button" href="play.html">Open the playground</a>
<a href="play.html#games">All games</a> <a href="tutorial.html">Follow the tutorial</a></p>
<ul class="games" aria-label="Games to play">${cards.join("")}</ul>
</section>`;
  const at = html.indexOf("</p>", html.indexOf("<h1")) + "</p>".length;
  return `${html.slice(0, at)}\n${play}${html.slice(at)}`;
}
