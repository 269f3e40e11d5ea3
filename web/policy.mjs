// The policies of the pages, for the build.

import { createHash } from "node:crypto";

export const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

// Only scripts of these texts may run, and workers of the page's own text; nothing may be fetched from
// anywhere.
export function policy(...scripts) {
  return (
    `default-src 'none'; script-src ${scripts.map(hash).join(" ")} 'wasm-unsafe-eval'; worker-src blob:; `
    + "style-src 'unsafe-inline'; img-src data: blob:; form-action 'none'; base-uri 'none'"
  );
}
