/** The forms of numbers in tables: shares of counts, with the interval of the true share, and amounts. */

import type { StudyTable } from './study.ts';

/** Of the standard normal distribution, for 95 %. */
const Z = 1.959964;

/** `24.1 %`, of nothing `–`. */
export function shareText(count: number, total: number): string {
  return total === 0 ? '–' : `${((100 * count) / total).toFixed(1)} %`;
}

/** The interval of Wilson (1927) for a share, at 95 %, in percent. */
export function wilsonInterval(count: number, total: number): readonly [number, number] {
  if (total === 0) return [0, 100];
  const share = count / total;
  const middle = share + Z ** 2 / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const scale = 1 + Z ** 2 / total;
  return [(100 * (middle - spread)) / scale, (100 * (middle + spread)) / scale];
}

/** `18.7–30.4`. */
export function intervalText(count: number, total: number): string {
  if (total === 0) return '–';
  const [low, high] = wilsonInterval(count, total);
  return `${Math.max(0, low).toFixed(1)}–${Math.min(100, high).toFixed(1)}`;
}

/** The table with its numbers to three digits, and counts in full; `–` for shares of nothing. */
export function withAmounts(table: StudyTable): StudyTable {
  return {
    ...table,
    rows: table.rows.map((row) => row.map((value) => (typeof value === 'number' ? amount(value) : value))),
  };
}

function amount(value: number): number | string {
  if (Number.isNaN(value)) return '–';
  return Number.isInteger(value) ? value : Number(value.toPrecision(3));
}
