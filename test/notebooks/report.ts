/** Findings for a notebook, as data and as a row of the table. It measures nothing. */

import { tableText, times } from '../bench/table.ts';

/** The result of a slice's script in a new kernel. `unstable`: a run of all the cells before it differs as well. */
export type Outcome = 'verified' | 'differs' | 'unstable' | 'cannot run here';

/** One gathered and verified slice. */
export interface CheckedSlice {
  readonly exec: number;
  /** Statements in the slice, and in the session before. */
  readonly statements: number;
  readonly of: number;
  readonly guarantee: 'complete' | 'not-guaranteed';
  readonly reasons: readonly string[];
  readonly outcome: Outcome;
  readonly detail: string;
}

/** A line of the results. Times are milliseconds of the kernel's processor. */
export interface NotebookReport {
  readonly name: string;
  readonly executions: number;
  /** Executions with an error without probes. */
  readonly errors: number;
  /** Executions that differ between two runs without probes: these are not judged. */
  readonly unstable: readonly number[];
  /** Executions with another result with probes, or without a trace. */
  readonly altered: readonly { readonly exec: number; readonly difference: string }[];
  readonly slices: readonly CheckedSlice[];
  /** Over all executions: complete slices, and the mean share of statements in a slice. */
  readonly complete: number;
  readonly share: number;
  /** Why slices are not complete, with how many slices each reason concerns. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly plainMs: number;
  readonly tracedMs: number;
  /** The executions that lost the most time to the probes. */
  readonly slowest: readonly { readonly exec: number; readonly plainMs: number; readonly tracedMs: number }[];
  readonly stopped: string | null;
}

const HEADINGS = [
  'notebook',
  'executions',
  'slices',
  'verified',
  'wrong',
  'flagged',
  'unstable',
  'altered',
  'complete',
  'share',
  'overhead',
];

/** All notebooks as a table, with a line of totals. */
export function reportTable(reports: readonly NotebookReport[]): string {
  return tableText(HEADINGS, reports.map(rowOf));
}

function rowOf(report: NotebookReport): string[] {
  const { slices } = report;
  const counted = (test: (slice: CheckedSlice) => boolean): string => String(slices.filter(test).length);
  const failed = ({ outcome }: CheckedSlice): boolean => outcome === 'differs';
  return [
    report.name,
    String(report.executions),
    String(slices.length),
    counted(({ outcome }) => outcome === 'verified'),
    counted((slice) => failed(slice) && slice.guarantee === 'complete'),
    counted((slice) => failed(slice) && slice.guarantee !== 'complete'),
    counted(({ outcome }) => outcome === 'unstable' || outcome === 'cannot run here'),
    String(report.altered.length),
    `${((100 * report.complete) / Math.max(1, report.executions)).toFixed(0)} %`,
    `${(100 * report.share).toFixed(0)} %`,
    times(report.tracedMs / Math.max(1, report.plainMs)),
  ];
}
