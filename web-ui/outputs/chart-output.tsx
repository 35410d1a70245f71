/** Plotly and Vega charts, drawn in a frame without an origin by libraries loaded on demand. */

import { useMemo } from 'preact/hooks';
import { darkTemplate } from './dark-plot.ts';
import type { FrameContent } from './draw-content.ts';
import { FrameOutput } from './frame-output.tsx';

interface ChartProps {
  readonly type: string;
  readonly spec: unknown;
  /** Whether the chart may load data from elsewhere. */
  readonly trusted: boolean;
}

/** A chart by its specification. */
export function ChartOutput({ type, spec, trusted }: ChartProps) {
  const html = useMemo(() => pageOf(type, spec), [type, spec]);
  // an equal chart is not drawn again
  const content = useMemo<FrameContent>(() => ({ type: 'html', html }), [html]);
  return <FrameOutput content={content} trusted={trusted} />;
}

/** The page of a chart. Its names stand in a block, because another chart may follow in the same frame. */
function pageOf(type: string, spec: unknown): string {
  const json = JSON.stringify(spec).replace(/</g, '\\u003c');
  if (type.includes('plotly')) {
    return `<div id="chart"></div><script src="/assets/plotly.js"></script><script>{
const dark = matchMedia('(prefers-color-scheme: dark)');
const darkTemplate = ${darkTemplate};
const spec = ${json};
const draw = () => {
  const layout = { ...spec.layout };
  if (dark.matches) layout.template = darkTemplate(layout.template);
  Plotly.newPlot('chart', spec.data, layout, { responsive: true, displaylogo: false, ...spec.config });
};
dark.onchange = draw;
draw();
}</script>`;
  }
  const mode = type.includes('vegalite') ? 'vega-lite' : 'vega';
  return `<div id="chart"></div><script src="/assets/vega.js"></script><script>{
const draw = () => vegaEmbed('#chart', ${json}, { mode: '${mode}', actions: false });
matchMedia('(prefers-color-scheme: dark)').onchange = draw;
draw();
}</script>`;
}
