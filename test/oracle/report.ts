/** The oracle's figures as text: a table of cases, totals, and the most frequent causes of needless statements. */

import type { Level } from '../../slicer/index.ts';
import { tableText } from '../bench/table.ts';
import type { Excess } from './excess.ts';
import type { Measurement } from './measure.ts';

/** Means and sums over the reproducing measurements of a level. */
export interface Totals {
  readonly level: Level;
  readonly slices: number;
  /** Slices that did not reproduce the result; the other figures leave these out. */
  readonly notReproduced: number;
  readonly ours: number;
  readonly minimum: number;
  readonly static: number;
  /** The mean over slices of our size divided by the observed minimum. */
  readonly meanRatio: number;
  /** The mean over slices of our size divided by the static slicer's. */
  readonly meanOfStatic: number;
  /** The mean over slices of our size divided by the faithful minimum, where known; NaN without any. */
  readonly meanFaithful: number;
  /** How many of the slices are as small as the observed minimum. */
  readonly exact: number;
}

/** The totals of one level. */
export function totalsOf(found: readonly Measurement[], level: Level): Totals {
  const all = found.filter((m) => m.level === level);
  const rows = all.flatMap((m) => (m.minimum === null ? [] : [{ ...m, minimum: m.minimum }]));
  const sum = (size: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((a, row) => a + size(row), 0);
  return {
    level,
    slices: all.length,
    notReproduced: all.length - rows.length,
    ours: sum((m) => m.ours),
    minimum: sum((m) => m.minimum),
    static: sum((m) => m.static),
    meanRatio: mean(rows.map((m) => m.ours / m.minimum)),
    meanFaithful: mean(rows.flatMap((m) => (m.faithful === null ? [] : [m.ours / m.faithful]))),
    meanOfStatic: mean(rows.map((m) => m.ours / m.static)),
    exact: rows.filter((m) => m.ours === m.minimum).length,
  };
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length;
}

/** A row per slice. */
export function measurementTable(found: readonly Measurement[]): string {
  return tableText(
    [
      'case',
      'exec',
      'level',
      'ran',
      'static',
      'ours',
      'minimum',
      'faithful',
      'ours/minimum',
      'ours/static',
      'tried',
    ],
    found.map((m) => [
      m.name,
      String(m.exec),
      m.level,
      String(m.total),
      String(m.static),
      String(m.ours),
      m.minimum === null ? 'not reproduced' : `${m.minimal ? '' : '<= '}${m.minimum}`,
      m.faithful === null ? '' : String(m.faithful),
      m.minimum === null ? '' : (m.ours / m.minimum).toFixed(2),
      (m.ours / m.static).toFixed(2),
      String(m.tried),
    ]),
  );
}

/** A row per level. */
export function totalsTable(found: readonly Measurement[]): string {
  const levels = [...new Set(found.map(({ level }) => level))];
  return tableText(
    [
      'total',
      'slices',
      'not reproduced',
      'static',
      'ours',
      'minimum',
      'mean ours/minimum',
      'mean ours/faithful',
      'mean ours/static',
      'exact',
    ],
    levels.map((level) => {
      const t = totalsOf(found, level);
      const sizes = [t.slices, t.notReproduced, t.static, t.ours, t.minimum].map(String);
      return [
        level,
        ...sizes,
        ratio(t.meanRatio),
        ratio(t.meanFaithful),
        ratio(t.meanOfStatic),
        String(t.exact),
      ];
    }),
  );
}

/** The causes, most frequent first, each with some examples. */
export function excessText(found: readonly Measurement[], examples: number): string {
  const causes = new Map<string, (Excess & { name: string })[]>();
  for (const { name, excess } of found) {
    for (const one of excess) causes.set(one.cause, [...(causes.get(one.cause) ?? []), { ...one, name }]);
  }
  return [...causes]
    .sort((a, b) => b[1].length - a[1].length)
    .map(([cause, all]) => {
      const shown = all
        .slice(0, examples)
        .map((e) => `  ${e.name}: ${e.location}\n${indent(e.needless)}\n${indent(`needed by ${e.reader}`)}`);
      return [`${all.length} ${cause}`, ...shown].join('\n');
    })
    .join('\n');
}

function indent(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
}

function ratio(value: number): string {
  return Number.isNaN(value) ? '' : value.toFixed(3);
}
