/**
 * Comparisons of outputs: equal ones, the needed normalisers, and differences that no normaliser may hide.
 * Cases as data; pictures are drawn here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { findPackageRoot } from '../../../instrument/index.ts';
import { compareOutputs, NORMALIZERS, type ShownOutput } from '../../../slicer/index.ts';

/** `needs`: the normalisers (none: the same), or the status. The run was on 4 May 2026, about noon. */
interface Case {
  readonly name: string;
  readonly kind: 'stdout' | 'stderr' | 'result' | 'display' | 'error';
  readonly stored: readonly unknown[];
  readonly now: readonly unknown[];
  readonly needs: readonly string[] | string;
}

const FILE = join(findPackageRoot(), 'test', 'cases', 'reproduce', 'comparisons.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const TIME = { from: new Date(2026, 4, 4, 12, 0, 0), until: new Date(2026, 4, 4, 12, 1, 0) };

function outputsOf(kind: Case['kind'], values: readonly unknown[]): readonly ShownOutput[] {
  if (values.length === 0) return [];
  if (kind === 'stdout' || kind === 'stderr') {
    return values.map((text) => ({ output_type: 'stream', name: kind, text: text as string }));
  }
  if (kind === 'error') {
    const [ename, evalue, traceback] = values as [string, string, string[]];
    return [{ output_type: 'error', ename, evalue, traceback }];
  }
  const [data, count = null] = values as [Record<string, unknown>, number | undefined];
  return kind === 'display'
    ? [{ output_type: 'display_data', data }]
    : [{ output_type: 'execute_result', data, execution_count: count }];
}

function verdictOf(stored: readonly ShownOutput[], now: readonly ShownOutput[]): readonly string[] | string {
  const [verdict] = compareOutputs(stored, now, NORMALIZERS, TIME);
  if (verdict === undefined || verdict.status === 'same') return [];
  return verdict.status === 'normalized' ? verdict.normalizers : verdict.status;
}

test.each(CASES.map((item) => [item.name, item] as const))('%s', (_, { kind, stored, now, needs }) => {
  expect(verdictOf(outputsOf(kind, stored), outputsOf(kind, now))).toEqual(needs);
});

test('every normaliser has a case in which it is needed, and the documents say what it hides', () => {
  const document = readFileSync(join(findPackageRoot(), 'docs', 'reference', 'normalisers.md'), 'utf8');
  const needed = new Set(CASES.flatMap(({ needs }) => needs));
  for (const { name, takes, hides } of NORMALIZERS) {
    if (name !== 'images') expect(needed).toContain(name);
    expect(document).toContain(`| \`${name}\` | ${takes} | ${hides} |`);
  }
});

test('without normalisers only what is equal is the same', () => {
  const [stored, now] = [outputsOf('stdout', ['a', 'b']), outputsOf('stdout', ['ab'])];
  expect(compareOutputs(stored, now, [], TIME)[0]?.status).toBe('different');
});

/** A figure of axes and a curve through the points `y` (0 to 1). */
function figure(y: (x: number) => number, { width = 400, height = 300, shift = 0 } = {}): string {
  const png = new PNG({ width, height });
  png.data.fill(255);
  const dot = (x: number, down: number, colour: readonly number[]): void => {
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const at = ((Math.round(down) + dy) * width + Math.round(x) + dx) * 4;
      for (const [c, value] of colour.entries()) png.data[at + c] = value;
    }
  };
  for (let x = 30; x < width - 20; x += 1) dot(x + shift, height - 30, [0, 0, 0]);
  for (let down = 20; down < height - 30; down += 1) dot(30 + shift, down, [0, 0, 0]);
  for (let x = 40; x < width - 30; x += 0.25) {
    const down = height - 40 - y((x - 40) / (width - 70)) * (height - 80);
    dot(x + shift, down, [31, 119, 180]);
  }
  return PNG.sync.write(png).toString('base64');
}

function pictureVerdict(stored: string, now: string): readonly string[] | string {
  const shown = (png: string, text: string): ShownOutput[] => [
    { output_type: 'display_data', data: { 'image/png': png, 'text/plain': text } },
  ];
  return verdictOf(shown(stored, '<Figure size 432x288>'), shown(now, '<Figure size 640x480>'));
}

describe('pictures', { timeout: 120_000 }, () => {
  const wave = (x: number): number => 0.5 + 0.4 * Math.sin(9 * x);

  test('moved by two pixels, or a little larger', () => {
    expect(pictureVerdict(figure(wave), figure(wave, { shift: 2 }))).toEqual(['images']);
    expect(pictureVerdict(figure(wave), figure(wave, { width: 408, height: 303 }))).toEqual(['images']);
  });

  test('another curve', () => {
    expect(
      pictureVerdict(
        figure(wave),
        figure((x) => 0.5 + 0.4 * Math.sin(9 * x + 1)),
      ),
    ).toBe('different');
    expect(
      pictureVerdict(
        figure(wave),
        figure((x) => x),
      ),
    ).toBe('different');
  });

  test('other proportions, and what is no picture', () => {
    expect(pictureVerdict(figure(wave), figure(wave, { width: 300 }))).toBe('different');
    expect(pictureVerdict(figure(wave), 'bm9uZQ==')).toBe('different');
  });
});
