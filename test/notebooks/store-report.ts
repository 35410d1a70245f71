/** Findings about the store on a notebook, as data and as a row of the table. It measures nothing. */

import { tableText } from '../bench/table.ts';

/** A cell with another output than in a run without a store. Sessions and cells are counted from 1. */
export interface WrongCell {
  readonly session: number;
  readonly cell: number;
  /** The cells that this session had restored. */
  readonly restored: readonly number[];
  readonly again: boolean;
  readonly difference: string;
}

/** A line of the results. */
export interface StoreReport {
  readonly name: string;
  readonly cells: number;
  /** Cells with an error without a store. */
  readonly errors: number;
  /** Cells that differ between two runs without a store: these are not judged. */
  readonly unstable: readonly number[];
  /** The last cells before the kernels were lost. */
  readonly ends: readonly number[];
  /** Cells stored by any session; cells restored over all sessions, and in the last one. */
  readonly stored: number;
  readonly restored: number;
  readonly restoredAtEnd: number;
  /** Sessions that had to begin again from the top. */
  readonly again: number;
  /** Outputs compared, over all sessions. */
  readonly compared: number;
  readonly wrong: readonly WrongCell[];
  /** Why the last session did not store cells, with how many cells each reason concerns. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly stopped: string | null;
}

const HEADINGS = [
  'notebook',
  'cells',
  'errors',
  'unstable',
  'kills',
  'stored',
  'restored',
  'at the end',
  'from the top',
  'compared',
  'wrong',
  'stopped',
];

/** All notebooks as a table with a line of totals, the wrong cells, and why cells were not stored. */
export function storeSummary(reports: readonly StoreReport[]): string {
  const rows = reports.map((report) => [report.name, ...figures(report).map(String), report.stopped ?? '']);
  const totals = reports.map(figures).reduce(
    (sums, row) => sums.map((sum, at) => sum + (row[at] ?? 0)),
    HEADINGS.slice(2).map(() => 0),
  );
  const table = tableText(HEADINGS, [...rows, [`${reports.length} notebooks`, ...totals.map(String), '']]);
  const wrong = reports.flatMap(({ name, wrong }) =>
    wrong.map(({ session, cell, difference }) => `${name}, session ${session}, cell ${cell}:\n${difference}`),
  );
  const reasons = new Map<string, number>();
  for (const report of reports)
    for (const [why, count] of Object.entries(report.reasons))
      reasons.set(why, (reasons.get(why) ?? 0) + count);
  const listed = [...reasons]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 20)
    .map(([why, count]) => `${count}  ${why}`);
  return [table, ...wrong, 'not stored:', ...listed].join('\n');
}

function figures(report: StoreReport): number[] {
  const { cells, errors, unstable, ends, stored, restored, restoredAtEnd, again, compared, wrong } = report;
  return [
    cells,
    errors,
    unstable.length,
    ends.length,
    stored,
    restored,
    restoredAtEnd,
    again,
    compared,
    wrong.length,
  ];
}
