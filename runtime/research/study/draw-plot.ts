/** Draws plots as SVG with Vega, when a page is made: the page needs no scripts. */

import type { TopLevelSpec } from 'vega-lite';
import { vegaSvg } from '../../export/index.ts';

/** Colours that suit a light and a dark page. */
const LOOK = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: {
    labelColor: 'currentColor',
    titleColor: 'currentColor',
    domainColor: '#8888',
    tickColor: '#8888',
    gridColor: '#8883',
  },
  legend: { labelColor: 'currentColor', titleColor: 'currentColor' },
  bar: { color: '#4c78a8' },
} as const;

/** The SVG of a plot. */
export function drawPlot(spec: TopLevelSpec): Promise<string> {
  return vegaSvg({ lite: { ...spec, config: LOOK } as TopLevelSpec });
}
