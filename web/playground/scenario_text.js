// What a new file of scenarios begins with: the play that is on the board, and what came of it.

const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&").replace(/\n/g, "\\n")}"`;

// Between long brackets that the rows do not close; indentation does not count.
function block(rows) {
  let marks = "";
  while (rows.some((row) => row.includes(`]${marks}]`) || row.endsWith(`]${marks}`))) marks += "=";
  return `[${marks}[\n${rows.map((row) => `      ${row}\n`).join("")}    ]${marks}]`;
}

function list(actions) {
  const lines = [""];
  for (const action of actions.map(quoted)) {
    const line = lines.at(-1);
    if (line.length + action.length > 80) lines.push(action);
    else lines[lines.length - 1] = line === "" ? action : `${line}, ${action}`;
  }
  return lines.length > 1 ? `{\n      ${lines.join(",\n      ")},\n    }` : lines[0] ? `{ ${lines[0]} }` : "{}";
}

function optionsText(options) {
  const isPlain = (kind) => kind === "boolean" || kind === "integer";
  return options.map(({ name, kind, value }) => `${name} = ${isPlain(kind) ? value : quoted(value)}`).join(", ");
}

/**
 * The text of scenarios of the game in the file `path`. `played` has the `rows` of the level or null,
 * the `options` [{ name, kind, value }] that were set, the `actions` and the `outcome` or null.
 */
export function scenarioText(path, { rows, options, actions, outcome }) {
  const module = path.replace(/\.(lua|txt)$/, "").replaceAll("/", ".");
  const name = /^[a-z_]\w*$/i.test(module) ? module : "game";
  const lines = [`name = ${quoted(outcome ?? "the play so far")},`, `game = ${name},`];
  if (rows) lines.push(`map = ${block(rows)},`);
  if (options.length > 0) lines.push(`options = { ${optionsText(options)} },`);
  lines.push(`play = ${list(actions)},`,
    `expect = { moves = ${actions.length}, outcome = ${outcome === null ? "false" : quoted(outcome)} },`);
  return `local tessera = require "tessera"
local ${name} = require ${quoted(module)}

return {
  tessera.scenario {
${lines.map((line) => `    ${line}\n`).join("")}  },
}
`;
}
