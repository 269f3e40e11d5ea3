// Writes the texts of the library as a module that library.js reads: node web/engine/pack.mjs library.json library.mjs

import { readFileSync, writeFileSync } from "node:fs";
import { constants, deflateRawSync } from "node:zlib";

const [from, to] = process.argv.slice(2);
const { files } = JSON.parse(readFileSync(from, "utf8"));
const packed = deflateRawSync(JSON.stringify(files), { level: constants.Z_BEST_COMPRESSION });
writeFileSync(to, `export default "${packed.toString("base64")}";\n`);
