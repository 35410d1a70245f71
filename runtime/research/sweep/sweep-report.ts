/** A page about a sweep: a table, plots of the numbers, and the figures side by side; and the table as CSV. */

import { escaped, saveAtomically } from '../../documents/index.ts';
import { REPORT_STYLE } from '../reproduce/report-style.ts';
import { csvText } from '../study/csv.ts';
import { drawPlot } from '../study/draw-plot.ts';
import { figureGrids } from './figure-grid.ts';
import { type SweepReport, shownValue } from './report-content.ts';
import type { SweepPoint } from './sweep-point.ts';

/** More plots are in the table only. */
const MOST_PLOTS = 12;

const STYLE = `${REPORT_STYLE}
.scroll { overflow-x: auto; }
.points { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.points th, .points td { padding: .15rem .9rem .15rem 0; border-bottom: 1px solid #8884; vertical-align: top; text-align: start; }
.points pre { max-height: 8rem; }
.plots { display: flex; flex-wrap: wrap; gap: 1.2rem; }
figure { margin: 0; }
figcaption { font-size: .85rem; }
.grid td, .grid th { padding: .2rem; font-size: .85rem; font-weight: 400; vertical-align: top; }
.grid img { max-width: 22rem; }
`;

/** Saves the page at `path` (`NAME.html`), and the table as `NAME.csv`; returns the path of the table. */
export async function saveSweepReport(path: string, report: SweepReport): Promise<string> {
  const csv = path.replace(/\.html$/i, '.csv');
  saveAtomically(csv, sweepTable(report));
  saveAtomically(path, await sweepPage(report));
  return csv;
}

/** The page of a sweep as HTML. */
export async function sweepPage(report: SweepReport): Promise<string> {
  const { file, points, saved } = report;
  const plots = await Promise.all(plotted(report).map((label) => plotOf(report, label)));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Sweep of ${escaped(file)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><style>${STYLE}</style></head><body>
<h1>Sweep of ${escaped(file)}</h1><p>${escaped(saved)}</p>
<section class="plots">${plots.join('')}</section>
<section><h2>${points.length} combinations</h2><div class="scroll" tabindex="0" role="region" aria-label="Combinations">${tableOf(report)}</div></section>
${figureGrids(report)}
</body></html>
`;
}

/** The table of a sweep as CSV. */
export function sweepTable({ parameters, points, collect }: SweepReport): string {
  const names = parameters.map(({ name }) => name);
  const labels = labelsOf(points);
  const columns = [
    ...names,
    ...collect,
    ...labels.filter((label) => !collect.includes(label)),
    'cells_run',
    'cells_full',
    'ms',
    'error',
  ];
  const rows = points.map((point) => [
    ...names.map((name) => shownValue(point.parameters[name] ?? null)),
    ...collect.map((source) => point.numbers[source] ?? point.values[source] ?? ''),
    ...labels.filter((label) => !collect.includes(label)).map((label) => point.numbers[label] ?? ''),
    point.cells_run,
    point.cells_full,
    point.ms,
    point.error ?? '',
  ]);
  return csvText(columns, rows);
}

function labelsOf(points: readonly SweepPoint[]): string[] {
  return [...new Set(points.flatMap(({ numbers }) => Object.keys(numbers)))];
}

/** The labels whose numbers differ between combinations. */
function plotted({ points }: SweepReport): string[] {
  return labelsOf(points)
    .filter((label) => new Set(points.flatMap(({ numbers }) => numbers[label] ?? [])).size > 1)
    .slice(0, MOST_PLOTS);
}

async function plotOf({ parameters, points }: SweepReport, label: string): Promise<string> {
  const [x, colour, row] = parameters.filter(({ values }) => values.length > 1).map(({ name }) => name);
  if (x === undefined) return '';
  const isNumeric = (name: string) =>
    points.every(({ parameters: given }) => typeof given[name] === 'number');
  const values = points
    .filter(({ numbers }) => numbers[label] !== undefined)
    .map(({ parameters: given, numbers }) => ({
      x: shownValue(given[x] ?? null),
      ...(colour === undefined ? {} : { colour: String(shownValue(given[colour] ?? null)) }),
      ...(row === undefined ? {} : { row: String(shownValue(given[row] ?? null)) }),
      y: numbers[label]!,
    }));
  const svg = await drawPlot({
    data: { values },
    width: 260,
    height: 170,
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'x', type: isNumeric(x) ? 'quantitative' : 'nominal', title: x, scale: { zero: false } },
      y: { field: 'y', type: 'quantitative', title: null, scale: { zero: false } },
      ...(colour === undefined
        ? {}
        : { color: { field: 'colour', type: 'nominal', title: colour, sort: null } }),
      ...(row === undefined ? {} : { row: { field: 'row', type: 'nominal', title: row } }),
    },
  });
  const named = svg.replace('<svg ', `<svg role="img" aria-label="${escaped(`${label} by ${x}`)}" `);
  return `<figure>${named}<figcaption>${escaped(label)}</figcaption></figure>`;
}

function tableOf({ parameters, points, collect }: SweepReport): string {
  const names = parameters.map(({ name }) => name);
  const head = [...names, ...collect, 'cells run', 'ms'].map(
    (name) => `<th scope="col">${escaped(name)}</th>`,
  );
  const rows = points.map((point) => {
    const given = names.map(
      (name) => `<td>${escaped(String(shownValue(point.parameters[name] ?? null)))}</td>`,
    );
    const found =
      point.error === null
        ? collect.map((source) => `<td><pre>${escaped(point.values[source] ?? '')}</pre></td>`)
        : [`<td colspan="${collect.length}"><em>${escaped(point.error)}</em></td>`];
    return `<tr>${given.join('')}${found.join('')}<td>${point.cells_run} of ${point.cells_full}</td><td>${point.ms}</td></tr>`;
  });
  return `<table class="points"><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}
