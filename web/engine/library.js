// The texts of the library, as the build has packed them: for node, and whoever bundles the package.

import packed from "../../build/web/library.mjs";

// By their paths: { "lua/tessera/game.lua": "..." }.
export async function libraryFiles() {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}
