/**
 * Parameters of a notebook, as papermill sets them: in a cell of their own, after the cell with the defaults.
 * It reads no options and runs nothing.
 */

import { hasTag } from './cell-tags.ts';
import type { Cell, CodeCell, Notebook } from './notebook.ts';

/** A name, and its value as Python text. */
export interface Parameter {
  readonly name: string;
  readonly literal: string;
  /** The text of the option, if the notebook's present value decides the kind of the new one. */
  readonly text?: string;
  /** Whether the notebook may lack the name: files of parameters can serve several notebooks. */
  readonly isLax?: boolean;
}

const DEFAULT_ID = 'injected-parameters';

/** The cell with the tag `parameters`; null if there is none. */
export function parametersCell({ cells }: Notebook): CodeCell | null {
  return codeCellWith(cells, 'parameters');
}

/**
 * The notebook with parameters set: in the cell of earlier parameters, otherwise after the cell with the tag
 * `parameters`, otherwise at the top. Of two with one name the later one counts.
 */
export function withParameters(notebook: Notebook, parameters: readonly Parameter[]): Notebook {
  const { cells } = notebook;
  const literals = new Map(parameters.map(({ name, literal }) => [name, literal]));
  const lines = [...literals].map(([name, literal]) => `${name} = ${literal}\n`);
  const source = `# Parameters\n${lines.join('')}`;
  const injected = codeCellWith(cells, 'injected-parameters');
  if (injected !== null)
    return { ...notebook, cells: cells.with(cells.indexOf(injected), { ...injected, source }) };
  const defaults = parametersCell(notebook);
  const at = defaults === null ? 0 : cells.indexOf(defaults) + 1;
  const metadata = { tags: ['injected-parameters'] };
  const cell: CodeCell = {
    type: 'code',
    id: unusedId(cells),
    source,
    metadata,
    executionCount: null,
    outputs: [],
  };
  return { ...notebook, cells: cells.toSpliced(at, 0, cell) };
}

function codeCellWith(cells: readonly Cell[], tag: Parameters<typeof hasTag>[1]): CodeCell | null {
  return cells.find((cell): cell is CodeCell => cell.type === 'code' && hasTag(cell, tag)) ?? null;
}

/** The same id in every run, so that nothing else changes in the file. */
function unusedId(cells: readonly Cell[]): string {
  const known = new Set(cells.map(({ id }) => id));
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? DEFAULT_ID : `${DEFAULT_ID}-${n}`;
    if (!known.has(id)) return id;
  }
}
