/** Findings for a notebook in reactive mode, as data, as a row of the table and as a list of reasons. It measures nothing. */

import { tableText } from '../bench/table.ts';

/** A cell without the output of a run of the whole notebook, with the reason. Cells are counted from 1. */
export interface Held {
  readonly cell: number;
  readonly state: string;
  readonly reasons: readonly string[];
}

/** The results of one step. */
export interface Step {
  readonly what: 'run all' | 'run all again' | 'edit' | 'undo';
  /** The edited cell, null for a file, and the edit. */
  readonly cell: number | null;
  readonly change: string | null;
  /** The runs of this step; and the number of necessary runs, if two runs from the top tell. */
  readonly runs: number;
  readonly due: number | null;
  readonly settled: number;
  readonly held: readonly Held[];
  /** Settled cells compared with a run from the top, and the different ones. */
  readonly compared: number;
  readonly different: readonly { readonly cell: number; readonly difference: string }[];
}

/** A line of the results. */
export interface ReactiveReport {
  readonly name: string;
  readonly cells: number;
  /** Cells with an error in a run from the top. */
  readonly errors: number;
  readonly steps: readonly Step[];
  readonly stopped: string | null;
}

const HEADINGS = [
  'notebook',
  'cells',
  'errors',
  'settled',
  'edits',
  'held',
  'restarts',
  'runs',
  'had to',
  'compared',
  'different',
  'stopped',
];

/** All notebooks as a table, with a line of totals, and below it the cells held back or different. */
export function reactiveSummary(reports: readonly ReactiveReport[]): string {
  const rows = reports.map((report) => {
    const { name, cells, errors, steps, stopped } = report;
    return [name, ...[cells, errors, ...figures(steps)].map(String), stopped ?? ''];
  });
  const sums = figures(reports.flatMap(({ steps }) => steps));
  const sum = (of: (report: ReactiveReport) => number): number =>
    reports.reduce((total, report) => total + of(report), 0);
  const total = [sum(({ cells }) => cells), sum(({ errors }) => errors), ...sums].map(String);
  const table = tableText(HEADINGS, [...rows, [`${reports.length} notebooks`, ...total, '']]);
  return [table, ...reports.flatMap(findings)].join('\n');
}

/**
 * Settled after *Run all* twice; edits; cells held back, and those among them with a request for a restart; runs after edits and
 * necessary runs, where both are known; cells compared and different, over all steps.
 */
function figures(steps: readonly Step[]): number[] {
  const sum = (of: (step: Step) => number): number => steps.reduce((total, step) => total + of(step), 0);
  return [
    sum(({ what, settled }) => (what === 'run all again' ? settled : 0)),
    steps.filter(({ what }) => isEdit(what)).length,
    sum(({ held }) => held.length),
    sum(({ held }) => held.filter(({ state }) => state === 'unsettled').length),
    sum(({ what, runs, due }) => (isEdit(what) && due !== null ? runs : 0)),
    sum(({ what, due }) => (isEdit(what) ? (due ?? 0) : 0)),
    sum(({ compared }) => compared),
    sum(({ different }) => different.length),
  ];
}

function isEdit(what: Step['what']): boolean {
  return what === 'edit' || what === 'undo';
}

/** One line per cell and reason, with the first step and the number of steps. */
function findings({ name, steps }: ReactiveReport): string[] {
  const found = new Map<string, { first: string; count: number }>();
  for (const [index, { what, cell, change, held, different }] of steps.entries()) {
    const edited = change === null ? '' : ` of ${cell === null ? '' : `cell ${cell}: `}${change}`;
    const step = `step ${index + 1}, ${what}${edited}`;
    const all = [
      ...held.map((one) => `cell ${one.cell} ${one.state}: ${one.reasons.join('; ')}`),
      ...different.map((one) => `cell ${one.cell} DIFFERS: ${one.difference}`),
    ];
    for (const text of all) {
      const known = found.get(text);
      if (known) known.count += 1;
      else found.set(text, { first: step, count: 1 });
    }
  }
  return [...found].map(([text, { first, count }]) => `${name}: ${text} (${count}×, first at ${first})`);
}
