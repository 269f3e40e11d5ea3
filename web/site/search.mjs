// What a search in the site looks through: the sections of its pages.

const entities = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

// The text of HTML, in one line. What stands within a line is no end of a word.
const plain = (html) => html.replace(/<\/?(a|code|em|span|strong)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ")
  .replace(/&(#?\w+);/g, (all, name) => entities[name] ?? all).replace(/\s+/g, " ").trim();

/**
 * The sections of a page: from a heading to the next one.
 * @param {{href: string, title: string, html: string}} page `html` is the whole page
 * @returns {{id: string, page: string, title: string, text: string}[]} `id` is where it stands, "rules.html#runs"
 */
export function sections({ href, title, html }) {
  const main = html.slice(html.indexOf("<main"), html.indexOf('<nav class="turn"'))
    .replace(/ ?<a class="anchor".*?<\/a>/gs, "");
  const found = [], heading = /<h[1-4] id="([^"]+)"[^>]*>(.*?)<\/h[1-4]>/gs;
  const all = [...main.matchAll(heading)];
  all.forEach((match, i) => {
    const text = plain(main.slice(match.index + match[0].length, all[i + 1]?.index));
    const id = match[0].startsWith("<h1") ? href : `${href}#${match[1]}`;
    if (!found.some((other) => other.id === id)) found.push({ id, page: title, title: plain(match[2]), text });
  });
  return found;
}
