// Parts of the page that come later: scripts in the folder `parts` beside it, which call `tesseraPart` with
// their name and what they bring. As scripts, and not fetched, they come from files, too.

const FOLDER = "parts";

const known = new Map(); // promises by name
const arrived = new Map();

globalThis.tesseraPart = (name, value) => arrived.set(name, value);

function fetched(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const end = () => {
      script.remove();
      if (arrived.has(name)) resolve(arrived.get(name));
      else reject(new Error("a part of the page did not come: is there a connection?"));
    };
    script.addEventListener("load", end);
    script.addEventListener("error", end);
    script.src = `${FOLDER}/${name}.js?${document.body.dataset.version}`; // of the same build, whatever is cached
    document.head.append(script);
  });
}

/** What a part brings. Where it did not come, the next call tries again. */
export function part(name) {
  if (!known.has(name)) known.set(name, fetched(name));
  known.get(name).catch(() => known.delete(name));
  return known.get(name);
}
