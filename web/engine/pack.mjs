// Writes a JSON file as a module whose text inflate.js reads: node web/engine/pack.mjs library.json library.mjs

import { readFileSync, writeFileSync } from "node:fs";
import { constants, deflateRawSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const packed = deflateRawSync(readFileSync(from), { level: constants.Z_BEST_COMPRESSION });
writeFileSync(to, `export default "${packed.toString("base64")}";\n`);
