/** A page about the new runs of many notebooks: self-contained, without scripts. It computes no results. */

import {
  type CellResult,
  type Difference,
  type NotebookResult,
  type Side,
  sidesOf,
} from '../../../slicer/index.ts';
import { escaped, saveAtomically } from '../../documents/index.ts';
import { REPORT_STYLE } from './report-style.ts';
import { readResults } from './results-file.ts';

const CELL: Readonly<Record<CellResult['status'], string>> = {
  same: 'same',
  normalized: 'same after normalising',
  different: 'differs',
  failed: 'fails',
  timeout: 'too slow',
  missing: 'did not run',
  unstored: 'nothing was stored',
};

/** Saves the page about a file of results. */
export async function writeReport(path: string, results: string): Promise<void> {
  const sections: string[] = [];
  const statuses = new Map<string, number>();
  const causes = new Map<string, number>();
  const normalizers = new Map<string, number>();
  const outputs = new Map<string, number>();
  await readResults<NotebookResult>(results, 'notebook', (result) => {
    sections.push(notebookSection(result));
    add(statuses, result.status);
    for (const cell of result.cells) {
      if (cell.cause !== null) add(causes, cell.cause);
      for (const name of cell.normalizers) add(normalizers, name);
    }
    for (const key of ['same', 'normalized', 'different', 'missing'] as const)
      add(outputs, key, result.outputs[key]);
  });
  const legend = Object.entries(CELL).map(([status, words]) => `${square(status)} ${words}`);
  const tables = [
    table('Notebooks', statuses),
    table('Stored outputs', outputs),
    table('Causes, by cells', causes),
    table('Normalisers, by cells', normalizers),
  ];
  saveAtomically(
    path,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>What comes out the same</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>${REPORT_STYLE}</style></head><body>
<h1>What comes out the same</h1><div class="tables">${tables.join('')}</div>
<p class="legend">${legend.join(' &ensp; ')}</p>
${sections.join('\n')}
</body></html>
`,
  );
}

function add(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function table(title: string, counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return '';
  const rows = [...counts]
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([key, count]) => {
      const share = Math.round((100 * count) / total);
      return `<tr><th scope="row">${escaped(key)}</th><td>${count}</td><td>${share} %</td></tr>`;
    });
  return `<table><caption>${title}: ${total}</caption>${rows.join('')}</table>`;
}

function notebookSection(result: NotebookResult): string {
  const { file, status, outputs, cells, why, order, environment } = result;
  const head = `<h2>${escaped(file)} <span class="status ${status}">${escaped(status)}</span></h2>`;
  if (why !== null) return `<section>${head}<p>${escaped(why)}</p></section>`;
  const good = outputs.same + outputs.normalized;
  const facts = `${good} of ${outputs.total} outputs the same; in order of ${order}; ${environment}`;
  const picture = cells.map(({ index, status: how, cause }) =>
    square(how, `cell ${index} ${CELL[how]}${cause === null ? '' : `: ${cause}`}`),
  );
  const places = new Map(cells.map(({ cell, index }) => [cell, index]));
  const told = cells.filter(({ cause, differences }) => cause !== null || differences.length > 0);
  return `<section>${head}<p class="picture">${picture.join('')}</p><p>${escaped(facts)}</p>
${fixedParagraph(result)}${told.map((cell) => cellDetails(cell, places)).join('\n')}</section>`;
}

/** The result of fixing it. */
function fixedParagraph({ fixed }: NotebookResult): string {
  if (fixed == null) return '';
  const { file, applied, outputs } = fixed;
  const done = applied.map(({ title, index }) => `${title} (cell ${index})`).join('; ');
  const good = outputs.same + outputs.normalized;
  return `<p>Mended in ${escaped(file)}: ${escaped(done)}. There ${good} of ${outputs.total} outputs are the same.</p>`;
}

function square(status: string, title = ''): string {
  const label =
    title === ''
      ? 'aria-hidden="true"'
      : `role="img" title="${escaped(title)}" aria-label="${escaped(title)}"`;
  return `<i class="${escaped(status)}" ${label}></i>`;
}

function cellDetails(cell: CellResult, places: ReadonlyMap<string, number>): string {
  const { index, status, first, cause, why, differences } = cell;
  const begins = first === null || first === cell.cell ? '' : `, begins in cell ${places.get(first)}`;
  const reason = cause === null ? '' : ` (${cause}${begins}): ${why ?? ''}`;
  const head = `${square(status)} cell ${index} ${CELL[status]}${escaped(reason)}`;
  if (differences.length === 0) return `<p>${head}</p>`;
  return `<details><summary>${head}</summary>${differences.map(sideBySide).join('')}</details>`;
}

function sideBySide({ item, stored, now }: Difference): string {
  const sides = sidesOf(stored, now).map((side) => `<td>${shown(side)}</td>`);
  return `<table class="sides"><caption>${escaped(item)}</caption>
<tr><th scope="col">stored</th><th scope="col">now</th></tr><tr>${sides.join('')}</tr></table>`;
}

function shown(side: Side): string {
  switch (side.type) {
    case 'nothing':
      return '<em>nothing</em>';
    case 'other':
      return `<em>${escaped(side.media)}</em>`;
    case 'picture':
      return `<img alt="" src="data:${side.media};base64,${side.base64}">`;
    case 'text': {
      const lines = side.lines.map(({ text, isOwn }) =>
        isOwn ? `<mark>${escaped(text)}</mark>` : escaped(text),
      );
      return `<pre>${lines.join('\n')}</pre>`;
    }
  }
}
