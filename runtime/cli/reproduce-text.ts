/** The results of `sluice reproduce` for people. */

import type { NotebookResult } from '../../slicer/index.ts';
import { counted } from '../counted.ts';

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
/** The limit of reported cells for each of many notebooks. */
const SHOWN = 3;

/** A line for the notebook, and one for each differing cell. */
export function notebookLines(result: NotebookResult, isOneOfMany: boolean): readonly string[] {
  const { file, status, outputs, cells, why } = result;
  const label = STATUS[status].padEnd(12);
  if (why !== null) return [`${label} ${file}: ${why}`];
  const places = new Map(cells.map(({ cell, index }) => [cell, index]));
  const bad = cells.filter(({ cause }) => cause !== null);
  const shown = isOneOfMany ? bad.slice(0, SHOWN) : bad;
  const rest = bad.length - shown.length;
  return [
    `${label} ${file}: ${outputsText(outputs)}${normalizersText(cells)}`,
    ...shown.map(({ cell, index, status: how, first, cause, why: because }) => {
      const begins = first === cell || first === null ? '' : `, begins in cell ${places.get(first)}`;
      return `             cell ${index} ${CELL[how]}: ${cause}${begins}: ${because}`;
    }),
    ...(rest > 0 ? [`             and ${counted(rest, 'cell')} more`] : []),
    ...fixedLines(result),
  ];
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
  readonly #outputs = { total: 0, same: 0, normalized: 0, different: 0, missing: 0 };
  notebooks = 0;

  add({ status, outputs, cells }: NotebookResult): void {
    this.notebooks += 1;
    count(this.#statuses, status);
    for (const key of ['total', 'same', 'normalized', 'different', 'missing'] as const) {
      this.#outputs[key] += outputs[key];
    }
    for (const { cause } of cells) if (cause !== null) count(this.#causes, cause);
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
    return this.#causes.size === 0 ? lines : [...lines, `causes, by cells: ${listed(this.#causes)}`];
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function listed(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([key, number]) => `${number} ${key}`).join(', ') || 'none';
}
