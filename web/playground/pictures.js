// Pictures of a play: PNG and GIF, drawn on a canvas from the tiles that the engine gives.

import { GIFEncoder, applyPalette, quantize } from "gifenc";
import { HEXAGONS, SQUARES, STEEP, UNIT } from "../player/hexagons.js";

const MARGIN = 8; // around a board, in the same units
const GIF_MOST = 900, SHEET_MOST = 2048; // pixels of a picture, and of all tiles, wide or high
export const FRAMES_MOST = 1000;
const SLIDES = 4, SLIDE_DELAY = 30; // pictures of what slides in a step, and the milliseconds of each
const FONT = 'font-family="ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace" font-weight="700" '
  + 'text-anchor="middle"';

function loadImage(svg) {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("the picture cannot be drawn"));
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  });
}

async function drawn(svg, width, height) {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const image = await loadImage(svg), context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingEnabled = false;
  context.drawImage(image, 0, 0, width, height);
  URL.revokeObjectURL(image.src);
  return canvas;
}

/** The picture of an SVG as a PNG (a Blob), about `size` pixels wide or high. */
export async function toPng(svg, size = 1024) {
  const [, x, y, wide, high] = /viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"/.exec(svg) ?? [];
  if (x === undefined || y === undefined) throw new Error("the picture has no size");
  const scale = Math.max(1, Math.round(size / Math.max(wide, high)));
  const canvas = await drawn(svg, wide * scale, high * scale);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

const SVG = "http://www.w3.org/2000/svg";
const svgOf = (attributes, content) => `<svg xmlns="${SVG}" ${attributes}>${content}</svg>`;

// All tiles in rows of `across`, as RGBA.
async function tileSheet(tiles, back, cell, across) {
  const size = `width="${UNIT}" height="${UNIT}" viewBox="0 0 ${UNIT} ${UNIT}"`;
  const symbols = tiles.map((tile, i) =>
    svgOf(`x="${(i % across) * UNIT}" y="${Math.floor(i / across) * UNIT}" ${size}`, tile));
  const down = Math.ceil(tiles.length / across), wide = across * cell, high = down * cell;
  const box = `0 0 ${across * UNIT} ${down * UNIT}`;
  const svg = svgOf(`width="${wide}" height="${high}" viewBox="${box}" shape-rendering="crispEdges" ${FONT}`,
    `<rect width="${across * UNIT}" height="${down * UNIT}" fill="${back}"/>${symbols.join("")}`);
  const canvas = await drawn(svg, wide, high);
  return canvas.getContext("2d").getImageData(0, 0, wide, high).data;
}

// How many pixels of each line of a tile lie beside its hexagon, on either side; of a square none.
function besideOf(cell, hexagons) {
  return Array.from({ length: cell }, (_, line) => {
    const { across, down } = HEXAGONS, y = (line + 0.5) * UNIT / cell;
    const slope = Math.max(0, UNIT - down - y, y - down) / STEEP;
    return hexagons ? Math.round(((UNIT - across) / 2 + slope) * cell / UNIT) : 0;
  });
}

// A frame, whose pixels are numbers of colours.
function makeFrame({ rows, columns, hexagons }, cell, across) {
  const margin = Math.floor((cell * MARGIN) / UNIT), share = (units) => Math.round((cell * units) / UNIT);
  const steps = hexagons ? HEXAGONS : SQUARES;
  const step = share(steps.across), down = share(steps.down), slant = share(steps.slant);
  const width = columns * step + (rows - 1) * slant + (cell - step) + 2 * margin,
    height = (rows - 1) * down + cell + 2 * margin;
  return { width, height, margin, cell, columns, across, step, down, slant, beside: besideOf(cell, hexagons),
    pixels: new Uint8Array(width * height) };
}

// Where the picture of a cell begins.
function cornerOf({ margin, columns, step, down, slant }, index) {
  const line = Math.floor(index / columns);
  return [margin + (index % columns) * step + line * slant, margin + line * down];
}

const startOf = ({ across, cell }, tile) =>
  Math.floor((tile - 1) / across) * across * cell * cell + ((tile - 1) % across) * cell;

function paintCell(frame, sheet, index, tile) {
  const { width, cell, across, beside, pixels } = frame, start = startOf(frame, tile);
  const [left, top] = cornerOf(frame, index);
  for (let row = 0; row < cell; row++) {
    const from = start + row * across * cell, away = beside[row];
    pixels.set(sheet.subarray(from + away, from + cell - away), (top + row) * width + left + away);
  }
}

// Paints a piece on its way: what its tile does not cover stays. `share` of the way has been gone.
function paintPiece(frame, sheet, clear, { tile, path, comes, goes }, share) {
  if (comes && share < 0.5 || goes && share >= 0.5) return;
  const { width, cell, across, pixels } = frame, way = path.length - 1, start = startOf(frame, tile);
  const gone = (way > 1 ? share : 1 - (1 - share) ** 2) * way, from = Math.max(0, Math.min(way - 1, Math.floor(gone)));
  const [here, next] = [path[from], path[Math.min(way, from + 1)]].map((number) => cornerOf(frame, number - 1));
  const [left, top] = here.map((at, i) => Math.round(at + (next[i] - at) * (gone - from)));
  for (let row = 0; row < cell; row++) {
    for (let column = 0; column < cell; column++) {
      const at = start + row * across * cell + column;
      if (!clear[at]) pixels[(top + row) * width + left + column] = sheet[at];
    }
  }
}

// Writes the pictures in which the pieces of a step slide, over the board as it is then.
function writeSlides(frame, sheet, clear, moved, write) {
  const after = frame.pixels.slice();
  for (const { path, under } of moved) if (under) paintCell(frame, sheet, path.at(-1) - 1, under);
  const below = frame.pixels.slice();
  for (let i = 0; i < SLIDES; i++) {
    frame.pixels.set(below);
    for (const each of [...moved].reverse()) paintPiece(frame, sheet, clear, each, i / SLIDES);
    write({ delay: SLIDE_DELAY });
  }
  frame.pixels.set(after);
}

/**
 * A film as a GIF (a Uint8Array). `film` is what the call `frames` returns; of long ones the first
 * FRAMES_MOST steps are shown.
 */
export async function toGif(film, delay = 400) {
  const { rows, columns, back, tiles, first, steps, moved } = film;
  const across = Math.ceil(Math.sqrt(tiles.length));
  const room = Math.min(GIF_MOST / (Math.max(rows, columns) + 1), SHEET_MOST / across);
  const cell = Math.max(8, Math.min(48, Math.floor(room / 8) * 8));
  const colours = await tileSheet(tiles, back, cell, across), bare = await tileSheet(tiles, "none", cell, across);
  const clear = Uint8Array.from({ length: bare.length / 4 }, (_, i) => Number(bare[4 * i + 3] < 128));
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(back.slice(at, at + 2), 16));
  const all = new Uint8Array(colours.length + 4);
  all.set(colours);
  all.set([red, green, blue, 255], colours.length);
  const palette = quantize(all, 256);
  const sheet = applyPalette(colours, palette),
    [ground] = applyPalette(new Uint8Array([red, green, blue, 255]), palette);
  const frame = makeFrame(film, cell, across), gif = GIFEncoder();
  frame.pixels.fill(ground);
  first.forEach((tile, i) => paintCell(frame, sheet, i, tile));
  const shown = steps.slice(0, FRAMES_MOST);
  const write = (options) => gif.writeFrame(frame.pixels, frame.width, frame.height, options);
  write({ palette, delay: shown.length > 0 ? Math.max(delay, 800) : delay });
  for (let i = 0; i < shown.length; i++) {
    const changes = shown[i];
    for (let k = 0; k < changes.length; k += 2) paintCell(frame, sheet, changes[k] - 1, changes[k + 1]);
    const slides = moved[i]?.length > 0;
    if (slides) writeSlides(frame, sheet, clear, moved[i], write);
    const rest = i === shown.length - 1 ? 2000 : delay;
    write({ delay: slides ? rest - SLIDES * SLIDE_DELAY : rest });
    if (i % 20 === 19) await new Promise((resolve) => setTimeout(resolve)); // the page stays usable
  }
  gif.finish();
  return gif.bytes();
}
