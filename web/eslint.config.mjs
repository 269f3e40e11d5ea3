// The style of the JavaScript of the pages and their tests: `make lint-js`. The packages lie below
// MODULES, with what was built.

import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.MODULES, "x.js"));
const js = require("@eslint/js"), globals = require("globals");

export default [
  { files: ["web/**/*.{js,mjs}", "spec/**/*.mjs", "packaging/**/*.{js,mjs}", "lua/tessera/draw/page.js"] },
  js.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.worker, ...globals.node } },
    rules: { eqeqeq: "error", "no-var": "error", "prefer-const": "error", "max-lines": ["error", 450],
      "max-len": ["error", { code: 120, ignoreRegExpLiterals: true }] } },
];
