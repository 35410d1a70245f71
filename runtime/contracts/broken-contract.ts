/** Findings from the rows of a contract's query: one for each position. No query runs here. */

import type { NotebookFacts, PathStep, RuleFinding, SqlValue } from '../../slicer/index.ts';
import type { Contract } from './contract.ts';

/** Most rows in a finding. */
const MOST_ROWS = 5;
/** Most findings of one contract. */
const MOST_PLACES = 20;
/** Most characters of a value. */
const LONGEST_VALUE = 80;

type Row = Readonly<Record<string, SqlValue>>;

/** Findings from the rows of a contract. `more`: the query gave more rows. */
export function brokenContract(
  contract: Contract,
  rows: readonly Row[],
  more: boolean,
  facts: NotebookFacts,
): RuleFinding[] {
  const places = new Map<string, Row[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.cell ?? null, row.line ?? null]);
    const known = places.get(key);
    if (known) known.push(row);
    else places.set(key, [row]);
  }
  const told = [...places.values()].slice(0, MOST_PLACES);
  const findings = told.map((of) => findingAt(contract, of, facts));
  const left = places.size - told.length;
  if (left === 0 && !more) return findings;
  const message = `${contract.name}: ${more ? 'many' : left} other places are like these`;
  return [...findings, { cell: null, at: null, message, severity: contract.severity }];
}

function findingAt(contract: Contract, rows: readonly Row[], { cells }: NotebookFacts): RuleFinding {
  const first = rows[0]!;
  const cell = cells.find(({ id }) => id === first.cell);
  const at = cell === undefined ? null : linesOf(cell.source, first.line, first.end_line);
  const words = contract.message?.replace(/\{(\w+)\}/g, (whole, name: string) =>
    name in first ? shown(first[name]!) : whole,
  );
  return {
    cell: cell?.id ?? null,
    at,
    message: `${contract.name}: ${words ?? `this must not be: ${rowText(first)}`}`,
    severity: contract.severity,
    path: rows.flatMap((row) => stepsOf(row, cells)),
    evidence: evidenceOf(rows),
  };
}

/** Columns like `from_cell`, with `from_line` where there is one, name further positions. */
function stepsOf(row: Row, cells: NotebookFacts['cells']): PathStep[] {
  return Object.entries(row).flatMap(([column, value]) => {
    const what = /^(\w+)_cell$/.exec(column)?.[1];
    const cell = cells.find(({ id }) => id === value);
    if (what === undefined || cell === undefined) return [];
    const at = linesOf(cell.source, row[`${what}_line`], null) ?? { from: 0, to: 0 };
    return [{ cell: cell.id, at, what: what.replaceAll('_', ' ') }];
  });
}

/** The code of some lines; null where no line is meant. */
function linesOf(source: string, first: SqlValue | undefined, last: SqlValue | undefined) {
  const lines = source.split('\n');
  if (typeof first !== 'number' || first < 1 || first > lines.length) return null;
  const end = typeof last === 'number' && last >= first ? Math.min(last, lines.length) : first;
  const before = lines.slice(0, first - 1).reduce((length, line) => length + line.length + 1, 0);
  const text = lines.slice(first - 1, end).join('\n');
  const from = before + text.length - text.trimStart().length;
  return { from, to: Math.max(from, before + text.trimEnd().length) };
}

function evidenceOf(rows: readonly Row[]): string {
  const told = rows.slice(0, MOST_ROWS).map(rowText);
  return [...told, ...(rows.length > MOST_ROWS ? [`and ${rows.length - MOST_ROWS} more rows`] : [])].join(
    '\n',
  );
}

function rowText(row: Row): string {
  return Object.entries(row)
    .map(([name, value]) => `${name} = ${value === null ? 'null' : shown(value)}`)
    .join(', ');
}

function shown(value: SqlValue): string {
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 1)}…` : text;
}
