/** Notebooks of cases about differences, a line a cell: `id: source`, `id md: text`, `id: source => output`. */

import { type Notebook, newNotebook, parseNotebook } from '../../runtime/documents/index.ts';

export function notebookText(lines: readonly string[], hasIds = true): string {
  return notebookOf(lines, hasIds).origin.text;
}

export function notebookOf(lines: readonly string[], hasIds = true): Notebook {
  const cells = lines.map((line) => {
    const [, id, md, rest = ''] = /^(\w+)( md)?: ?([\s\S]*)$/.exec(line) ?? [];
    const [source = '', shown] = rest.split(' => ');
    const data = shown?.startsWith('png:') ? { 'image/png': shown.slice(4) } : { 'text/plain': shown ?? '' };
    const outputs = [{ output_type: 'display_data' as const, data, metadata: {} }];
    const type = md === undefined ? ('code' as const) : ('markdown' as const);
    return { type, id: id!, source, ...(shown === undefined ? {} : { outputs }) };
  });
  const text = newNotebook(cells, {});
  return parseNotebook(hasIds ? text : withoutIds(text), 'x.ipynb');
}

export function linesOf({ cells }: Notebook): readonly string[] {
  return cells.map((cell) => {
    const [output] = cell.type === 'code' ? cell.outputs : [];
    const shown = output?.output_type === 'display_data' ? ` => ${String(output.data['text/plain'])}` : '';
    return `${cell.id}: ${cell.source}${shown}`;
  });
}

function withoutIds(text: string): string {
  const json = JSON.parse(text) as { cells: { id?: string }[]; nbformat_minor: number };
  for (const cell of json.cells) delete cell.id;
  return JSON.stringify({ ...json, nbformat_minor: 4 }, null, 1);
}
