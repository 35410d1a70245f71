/** The results of `sluice reproduce` for people. */

import type { NotebookResult } from '../../../slicer/index.ts';
import { counted } from '../../words/index.ts';

const STATUS: Readonly<Record<NotebookResult['status'], string>> = {
  same: 'same',
  normalized: 'same but for',
  different: 'differs',
  failed: 'fails',
  timeout: 'too slow',
  unreadable: 'unreadable',
  'not-python': 'not Python',
};
const CELL: Readonly<Record<string, string>> = {
  different: 'differs',
  failed: 'fails',
  timeout: 'is too slow',
  missing: 'did not run',
};
/** The limit of reported causes for each of many notebooks. */
const SHOWN = 3;

/** A line for the notebook, and one for each differing cell. */
export function notebookLines(result: NotebookResult, isOneOfMany: boolean): readonly string[] {
  const { file, status, outputs, cells, why } = result;
  const label = STATUS[status].padEnd(12);
  if (why !== null) return [`${label} ${file}: ${why}`];
  const causes = causesOf(cells);
  const shown = isOneOfMany ? causes.slice(0, SHOWN) : causes;
  const rest = causes.slice(shown.length).reduce((sum, cause) => sum + cause.cells.length, 0);
  return [
    `${label} ${file}: ${outputsText(outputs)}${normalizersText(cells)}`,
    ...shown.map((each) => `             ${causeText(each)}`),
    ...(rest > 0 ? [`             and ${counted(rest, 'cell')} more`] : []),
    ...fixedLines(result),
  ];
}

type Cell = NotebookResult['cells'][number];

/** One cause: the cell where it begins, and the cells that do not come out the same because of it. */
interface CauseOfCells {
  readonly begin: Cell;
  readonly cells: readonly Cell[];
}

/** The causes of a notebook, those of the most cells first. */
function causesOf(all: NotebookResult['cells']): readonly CauseOfCells[] {
  const byCell = new Map(all.map((cell) => [cell.cell, cell]));
  const causes = new Map<string, { readonly begin: Cell; readonly cells: Cell[] }>();
  for (const cell of all) {
    if (cell.cause === null) continue;
    const begin = byCell.get(cell.first ?? cell.cell) ?? cell;
    const key = JSON.stringify([begin.cell, cell.cause]);
    const known = causes.get(key);
    if (known) known.cells.push(cell);
    else causes.set(key, { begin, cells: [cell] });
  }
  return [...causes.values()].sort((a, b) => b.cells.length - a.cells.length);
}

/** `cell 4 fails: absolute-path → 18 cells (4 to 21): it names a place of another machine`. */
function causeText({ begin, cells }: CauseOfCells): string {
  const told = cells.find((cell) => cell === begin) ?? cells[0]!;
  const { cause, why, status } = told;
  const how = told === begin ? `cell ${begin.index} ${CELL[status]}` : `cell ${begin.index}`;
  if (cells.length > 1)
    return `${how}: ${cause} → ${counted(cells.length, 'cell')} (${indices(cells)}): ${why}`;
  const begins = told === begin ? '' : `, begins in ${how}`;
  return `cell ${told.index} ${CELL[status]}: ${cause}${begins}: ${why}`;
}

/** `4, 6 to 9`. */
function indices(cells: readonly Cell[]): string {
  const runs: [number, number][] = [];
  for (const { index } of cells) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else runs.push([index, index]);
  }
  return runs
    .map(([from, to]) => (from === to ? `${from}` : `${from}${to === from + 1 ? ', ' : ' to '}${to}`))
    .join(', ');
}

function fixedLines({ fixed, outputs: before }: NotebookResult): readonly string[] {
  if (fixed === undefined) return [];
  if (fixed === null) return ['             nothing of it can be mended here'];
  const { file, applied, outputs, repeats } = fixed;
  const done = applied.map(({ title, index }) => `${title} (cell ${index})`);
  const [now, then] = [outputs, before].map(({ same, normalized }) => same + normalized);
  const other = repeats === 0 ? '' : `; ${counted(repeats, 'other cell')} the same each time now`;
  return [
    `             mended in ${file}: ${done.join('; ')}`,
    `             there ${now} of ${outputs.total} outputs come out as they were saved, before ${then}${other}`,
  ];
}

function outputsText({
  total,
  same,
  normalized,
  different,
  missing,
  extra,
}: NotebookResult['outputs']): string {
  if (total === 0 && extra === 0) return 'no outputs are stored';
  const parts = [
    [same, 'same'],
    [normalized, 'normalized'],
    [different, 'different'],
    [missing, 'missing'],
    [extra, 'not stored'],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  return `${counted(total, 'output')}: ${told.join(', ')}`;
}

function normalizersText(cells: NotebookResult['cells']): string {
  const names = new Set(cells.flatMap(({ normalizers }) => normalizers));
  return names.size === 0 ? '' : ` (${[...names].join(', ')})`;
}

/** Counts over many notebooks. */
export class ReproduceSummary {
  readonly #statuses = new Map<string, number>();
  readonly #causes = new Map<string, number>();
  readonly #cells = new Map<string, number>();
  readonly #outputs = { total: 0, same: 0, normalized: 0, different: 0, missing: 0 };
  notebooks = 0;

  add({ status, outputs, cells }: NotebookResult): void {
    this.notebooks += 1;
    count(this.#statuses, status);
    for (const key of ['total', 'same', 'normalized', 'different', 'missing'] as const) {
      this.#outputs[key] += outputs[key];
    }
    for (const { cells: reached } of causesOf(cells)) {
      const cause = String(reached[0]!.cause);
      count(this.#causes, cause);
      count(this.#cells, cause, reached.length);
    }
  }

  /** Whether everything came out the same, exactly or after normalisers. */
  get isAllSame(): boolean {
    return [...this.#statuses.keys()].every((status) => status === 'same' || status === 'normalized');
  }

  lines(): readonly string[] {
    const { total, same, normalized } = this.#outputs;
    const share = total === 0 ? '' : ` (${Math.round((100 * (same + normalized)) / total)} %)`;
    const lines = [
      `${counted(this.notebooks, 'notebook')}: ${listed(this.#statuses)}`,
      `${counted(total, 'output')}: ${same + normalized} come out the same${share}, ${normalized} of them after normalising`,
    ];
    const causes = [...this.#causes].sort(([, a], [, b]) => b - a);
    const told = causes.map(
      ([cause, times]) => `${times} ${cause} → ${counted(this.#cells.get(cause)!, 'cell')}`,
    );
    return told.length === 0 ? lines : [...lines, `causes: ${told.join(', ')}`];
  }
}

function count(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([key, number]) => `${number} ${key}`).join(', ') || 'none';
}
