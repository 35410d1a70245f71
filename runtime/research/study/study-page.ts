/** Saves a study: a page of its own, without scripts, and each table as CSV in a folder beside it. This file computes nothing. */

import { mkdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { escaped, saveAtomically } from '../../documents/index.ts';
import { csvText } from './csv.ts';
import { drawPlot } from './draw-plot.ts';
import type { Study, StudyPlot, StudyTable } from './study.ts';

/** More rows of a table are in its CSV only. */
const MOST_ROWS = 60;

const STYLE = `
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .3rem; }
p { max-width: 45rem; margin: .4rem 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { text-align: start; white-space: nowrap; padding: .15rem .9rem .15rem 0; vertical-align: top; border-bottom: 1px solid #8884; }
td.number { text-align: end; }
dt { font-weight: 600; float: left; clear: left; margin-inline-end: .5rem; }
dd { margin: 0 0 .2rem 10rem; overflow-wrap: anywhere; }
svg { max-width: 100%; height: auto; }
.definition { color: color-mix(in srgb, currentColor 75%, transparent); }
`;

/** Saves the page at `path` (`NAME.html`) and the tables in `NAME.tables/`; returns the folder. @throws when they cannot be written. */
export async function saveStudy(path: string, study: Study): Promise<string> {
  const folder = join(dirname(path), `${basename(path).replace(/\.html$/i, '')}.tables`);
  mkdirSync(folder, { recursive: true });
  const parts: string[] = [];
  for (const part of study.parts) {
    if (part.type === 'plot') parts.push(await plotSection(part));
    else {
      saveAtomically(join(folder, `${part.name}.csv`), csvText(part.columns, part.rows), dirname(path));
      parts.push(tableSection(part, `${basename(folder)}/${part.name}.csv`));
    }
  }
  const facts = study.facts.map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  const paragraphs = study.method.map((text) => `<p>${escaped(text)}</p>`);
  const sources = study.sources.map((text) => `<li>${escaped(text)}</li>`);
  saveAtomically(
    path,
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(study.title)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>${escaped(study.title)}</h1>${paragraphs.join('')}<dl>${facts.join('')}</dl>
${parts.join('\n')}
<h2>Definitions are from</h2><ul>${sources.join('')}</ul>
</body></html>
`,
  );
  return folder;
}

function tableSection({ title, definition, columns, rows }: StudyTable, csv: string): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const body = rows.slice(0, MOST_ROWS).map((row) => `<tr>${row.map(cell).join('')}</tr>`);
  const rest = rows.length - body.length;
  const more = rest > 0 ? `<p>and ${rest} more rows in ${escaped(csv)}</p>` : '';
  const table = `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
  return `<section><h2>${escaped(title)}</h2><p class="definition">${escaped(definition)}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}">${rows.length === 0 ? '<p>none</p>' : table}</div>${more}</section>`;
}

function cell(value: string | number): string {
  const isNumber = typeof value === 'number' || /^[\d.]+(?:–[\d.]+)?(?: %)?$/.test(value);
  return `<td${isNumber ? ' class="number"' : ''}>${escaped(String(value))}</td>`;
}

async function plotSection({ title, definition, spec }: StudyPlot): Promise<string> {
  const svg = (await drawPlot(spec)).replace('<svg ', `<svg role="img" aria-label="${escaped(title)}" `);
  return `<section><h2>${escaped(title)}</h2><p class="definition">${escaped(definition)}</p>${svg}</section>`;
}
