/**
 * The visual difference of two PNG pictures, from 0 to 1. It does not know their content; fonts, line widths
 * and sizes may differ a little.
 */

import { Buffer } from 'node:buffer';
import { PNG } from 'pngjs';

/** Up to this distance two pictures count as alike. */
export const PICTURES_ALIKE = 0.03;

/** Cells along the longer side. */
const GRID = 100;
/** Of 255: the least distance of a drawn cell from the background, and of two unlike cells. */
const [DRAWN, UNLIKE] = [10, 28];
/** The limit of pixels: nobody displays a larger picture. */
const LARGEST = 50_000_000;
/**
 * The tolerance for proportions: figures are cut to their content, and the default size has changed from 6 :
 * 4 to 6.4 : 4.8.
 */
const PROPORTION = 0.2;

/** Mean colours of a grid of cells, three numbers each. */
interface Grid {
  readonly width: number;
  readonly height: number;
  readonly colours: Float32Array;
}

/**
 * The share of drawn cells without a similar cell in the other picture, at the same position or one beside
 * it. Null if one of them (base64) is no picture, or their proportions differ.
 */
export function pictureDistance(stored: string, now: string): number | null {
  const [a, b] = [read(stored), read(now)];
  if (a === null || b === null) return null;
  const [ratioA, ratioB] = [a.width / a.height, b.width / b.height];
  if (Math.abs(ratioA - ratioB) > PROPORTION * Math.max(ratioA, ratioB)) return null;
  const width = Math.max(1, Math.round(ratioA >= 1 ? GRID : GRID * ratioA));
  const height = Math.max(1, Math.round(ratioA >= 1 ? GRID / ratioA : GRID));
  const [gridA, gridB] = [gridOf(a, width, height), gridOf(b, width, height)];
  return Math.max(unlike(gridA, gridB), unlike(gridB, gridA));
}

function read(base64: string): PNG | null {
  try {
    const bytes = Buffer.from(base64, 'base64');
    // the size is at a fixed offset: a small file may claim to be an enormous picture
    if (bytes.length < 24 || bytes.readUInt32BE(16) * bytes.readUInt32BE(20) > LARGEST) return null;
    return PNG.sync.read(bytes);
  } catch {
    return null;
  }
}

/** Means over cells, on white. */
function gridOf({ width: from, height: tall, data }: PNG, width: number, height: number): Grid {
  const colours = new Float32Array(width * height * 3);
  const counts = new Uint32Array(width * height);
  for (let y = 0; y < tall; y += 1) {
    const row = Math.floor((y * height) / tall) * width;
    for (let x = 0; x < from; x += 1) {
      const cell = row + Math.floor((x * width) / from);
      const at = (y * from + x) * 4;
      const alpha = data[at + 3]! / 255;
      for (let c = 0; c < 3; c += 1) {
        colours[cell * 3 + c]! += 255 - alpha * (255 - data[at + c]!);
      }
      counts[cell]! += 1;
    }
  }
  for (let i = 0; i < colours.length; i += 1) colours[i]! /= Math.max(1, counts[Math.floor(i / 3)]!);
  return { width, height, colours };
}

function unlike(grid: Grid, other: Grid): number {
  const background = commonest(grid);
  let [drawn, alone] = [0, 0];
  for (let y = 0; y < grid.height; y += 1) {
    for (let x = 0; x < grid.width; x += 1) {
      const colour = colourAt(grid, x, y);
      if (difference(colour, background) < DRAWN) continue;
      drawn += 1;
      if (!isNear(other, x, y, colour)) alone += 1;
    }
  }
  return drawn === 0 ? 0 : alone / drawn;
}

/**
 * Whether a colour is between the colours of the cells around the position, because a line between two cells
 * is paler in both.
 */
function isNear(other: Grid, x: number, y: number, colour: readonly number[]): boolean {
  const [low, high] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  for (let ny = Math.max(0, y - 1); ny <= Math.min(other.height - 1, y + 1); ny += 1) {
    for (let nx = Math.max(0, x - 1); nx <= Math.min(other.width - 1, x + 1); nx += 1) {
      for (const [c, value] of colourAt(other, nx, ny).entries()) {
        low[c] = Math.min(low[c]!, value);
        high[c] = Math.max(high[c]!, value);
      }
    }
  }
  return colour.every((value, c) => value >= low[c]! - UNLIKE && value <= high[c]! + UNLIKE);
}

/** The colour of most cells. */
function commonest(grid: Grid): readonly number[] {
  const counts = new Map<string, number>();
  let best = '';
  for (let i = 0; i < grid.width * grid.height; i += 1) {
    const key = colourAt(grid, i % grid.width, Math.floor(i / grid.width))
      .map((value) => Math.round(value / 8))
      .join();
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.get(key)! > (counts.get(best) ?? 0)) best = key;
  }
  return best.split(',').map((value) => Number(value) * 8);
}

function colourAt({ width, colours }: Grid, x: number, y: number): readonly number[] {
  const at = (y * width + x) * 3;
  return [colours[at]!, colours[at + 1]!, colours[at + 2]!];
}

function difference(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
}
