/** Plotly and Vega charts, drawn in a frame without an origin by libraries loaded on demand. */

import { useMemo } from 'preact/hooks';
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

/** Colours of Plotly on a dark page, for charts that choose none themselves; the frame runs this. */
const DARK = `
const dark = matchMedia('(prefers-color-scheme: dark)');
dark.onchange = () => draw();
const none = 'rgba(0,0,0,0)';
const axis = { gridcolor: '#30343a', zerolinecolor: '#4a5058', linecolor: '#4a5058' };
const darkTemplate = (template) => {
  const own = template?.layout ?? {};
  // another template than the usual one was chosen
  if (own.plot_bgcolor !== undefined && own.plot_bgcolor !== '#E5ECF6') return template;
  const layout = {
    ...own, paper_bgcolor: none, plot_bgcolor: none, font: { ...own.font, color: '#d9dce0' },
    xaxis: { ...own.xaxis, ...axis }, yaxis: { ...own.yaxis, ...axis },
  };
  return { ...template, layout };
};`;

function pageOf(type: string, spec: unknown): string {
  const json = JSON.stringify(spec).replace(/</g, '\\u003c');
  if (type.includes('plotly')) {
    return `<div id="chart"></div><script src="/assets/plotly.js"></script><script>${DARK}
const spec = ${json};
const draw = () => {
  const layout = { ...spec.layout };
  if (dark.matches) layout.template = darkTemplate(layout.template);
  Plotly.newPlot('chart', spec.data, layout, { responsive: true, displaylogo: false, ...spec.config });
};
draw();
</script>`;
  }
  const mode = type.includes('vegalite') ? 'vega-lite' : 'vega';
  return `<div id="chart"></div><script src="/assets/vega.js"></script><script>
const draw = () => vegaEmbed('#chart', ${json}, { mode: '${mode}', actions: false });
matchMedia('(prefers-color-scheme: dark)').onchange = draw;
draw();
</script>`;
}
