/** The graph of an exported notebook: cells from top to bottom, with an arc for each dependence. */

import type { Explanation } from '../../runtime/index.ts';
import { cellLink, drawn, element } from './elements.ts';

const ROW = 22;
/** The width for arcs, left of the cells' names. */
const ARCS = 110;

/** The drawing. `shown`: the cell whose needs are lit; `ask`: explains a cell. */
export function drawArcs(data: Explanation, shown: number | null, ask: (cell: number) => void): HTMLElement {
  const { titles, edges, needs } = data;
  const lit = shown === null ? null : new Set((needs[shown] ?? []).map(([cell]) => cell));
  const height = titles.length * ROW + 8;
  const svg = drawn('svg', {
    class: 'arcs',
    width: '100%',
    height,
    role: 'img',
    'aria-label': 'Dependences between cells',
  });
  const told = element('p', {}, 'Point at an arc for its reason; click a cell for its needs.');
  for (const edge of edges) {
    const { from, to, why } = edge;
    const on = lit?.has(from) && lit.has(to);
    const [top, bottom] = [from, to].map((cell) => (cell - 0.5) * ROW + 2) as [number, number];
    const reach = Math.min(ARCS - 8, 14 + (to - from) * 7);
    const d = `M ${ARCS} ${top} C ${ARCS - reach} ${top}, ${ARCS - reach} ${bottom}, ${ARCS} ${bottom}`;
    const line = drawn('path', { d, class: on ? 'on' : lit === null ? '' : 'off' });
    const area = drawn('path', { d, class: 'area' });
    area.addEventListener('pointerenter', () => {
      line.classList.add('on');
      const words = why.map(([symbol, wrote, read]) => `${symbol} (line ${wrote} → line ${read})`).join(', ');
      told.replaceChildren(cellLink(to), ' uses ', words, ' of ', cellLink(from));
    });
    area.addEventListener('pointerleave', () => line.classList.toggle('on', on === true));
    svg.append(line, area);
  }
  for (const [at, title] of titles.entries()) {
    const label = drawn('text', {
      x: ARCS + 6,
      y: (at + 0.5) * ROW + 6,
      class: lit === null || lit.has(at + 1) ? '' : 'off',
    });
    label.textContent = `${at + 1}  ${title.slice(0, 42)}`;
    label.addEventListener('click', () => {
      document.getElementById(`cell-${at + 1}`)?.scrollIntoView({ block: 'center' });
      ask(at + 1);
    });
    svg.append(label);
  }
  return element('div', {}, told, svg);
}
