// Puts together the page of a game to give away: one file that needs nothing else.

const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text) => String(text).replace(/[&<>"']/g, (character) => entities[character]);

// JSON that cannot end the script element that it stands in.
export const scriptJson = (value) => JSON.stringify(value).replace(/</g, "\\u003c");

// `engine` and `library`: packed and in base64; `worker` and `player`: the texts of their scripts;
// `style`: CSS; `policy`: what the page may do; `game`: its `title` and the arguments of `load`.
export function composeGame({ engine, library, worker, player, style, policy, game }) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="generator" content="Tessera">
<title>${escaped(game.title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<main class="exported">
<h1>${escaped(game.title)}</h1>
<noscript><p>This game needs JavaScript.</p></noscript>
<p id="wait" class="wait" role="status">Loading …</p>
<div id="player" class="large"></div>
<footer>Made with Tessera</footer>
</main>
<script type="text/plain" id="engine">${engine}</script>
<script type="text/plain" id="library">${library}</script>
<script type="text/plain" id="worker">${worker}</script>
<script type="application/json" id="game">${scriptJson(game)}</script>
<script>${player}</script>
</body>
</html>
`;
}
