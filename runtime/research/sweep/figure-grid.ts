/** The figures of a sweep side by side, for a page: a grid for each figure that differs between combinations. */

import { escaped } from '../../documents/index.ts';
import { type SweepReport, shownValue } from './report-content.ts';
import { keyOf, type SweepPoint, type SweptFigure } from './sweep-point.ts';

/** The grids, one for each figure. The first parameter goes down, the second across; others have grids of their own. */
export function figureGrids(report: SweepReport): string {
  const byPlace = new Map<string, Map<string, SweptFigure>>();
  for (const point of report.points) {
    const counts = new Map<string, number>();
    for (const figure of point.figures) {
      const count = (counts.get(figure.cell) ?? 0) + 1;
      counts.set(figure.cell, count);
      const place = `${figure.index}:${count}`;
      const found = byPlace.get(place) ?? new Map<string, SweptFigure>();
      byPlace.set(place, found.set(keyOf(point.parameters), figure));
    }
  }
  const sections: string[] = [];
  for (const figures of byPlace.values()) {
    const hashes = new Set([...figures.values()].map(({ hash }) => hash));
    if (hashes.size < 2 && report.points.length > 1) continue;
    const index = [...figures.values()][0]!.index;
    sections.push(
      `<details open><summary>Figure of cell ${index}</summary>${gridsOf(report, figures).join('')}</details>`,
    );
  }
  return sections.length === 0 ? '' : `<section><h2>Figures</h2>${sections.join('\n')}</section>`;
}

function gridsOf(report: SweepReport, figures: ReadonlyMap<string, SweptFigure>): string[] {
  const varied = report.parameters.filter(({ values }) => values.length > 1).map(({ name }) => name);
  // a single parameter goes across
  const [down, across, ...others] = varied.length === 1 ? [undefined, ...varied] : varied;
  const groups = new Map<string, SweepPoint[]>();
  for (const point of report.points) {
    const name = others.map((other) => `${other} = ${wordOf(point, other)}`).join(', ');
    groups.set(name, [...(groups.get(name) ?? []), point]);
  }
  return [...groups].map(([name, points]) => {
    const rows = [...new Set(points.map((point) => wordOf(point, down)))];
    const columns = [...new Set(points.map((point) => wordOf(point, across)))];
    const head =
      across === undefined
        ? ''
        : `<tr><td></td>${columns.map((value) => th(across, value, 'col')).join('')}</tr>`;
    const body = rows.map((row) => {
      const cells = columns.map((column) => {
        const point = points.find((each) => wordOf(each, down) === row && wordOf(each, across) === column);
        const figure = point && figures.get(keyOf(point.parameters));
        return `<td>${figure === undefined ? '' : picture(figure, report.figures)}</td>`;
      });
      return `<tr>${down === undefined ? '<td></td>' : th(down, row, 'row')}${cells.join('')}</tr>`;
    });
    const caption = name === '' ? '' : `<caption>${escaped(name)}</caption>`;
    return `<div class="scroll" tabindex="0" role="region" aria-label="Figures"><table class="grid">${caption}${head}${body.join('')}</table></div>`;
  });
}

function th(name: string, value: string, scope: 'row' | 'col'): string {
  return `<th scope="${scope}">${escaped(name)} = ${escaped(value)}</th>`;
}

function wordOf(point: SweepPoint, name: string | undefined): string {
  return name === undefined ? '' : String(shownValue(point.parameters[name] ?? null));
}

function picture({ media, hash, index }: SweptFigure, data: ReadonlyMap<string, string>): string {
  const content = data.get(hash);
  if (content === undefined) return '';
  // (a picture runs no scripts as an image)
  const base64 =
    media === 'image/svg+xml' ? Buffer.from(content).toString('base64') : content.replace(/\s/g, '');
  return `<img loading="lazy" alt="figure of cell ${index}" src="data:${media};base64,${escaped(base64)}">`;
}
