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

function pageOf(type: string, spec: unknown): string {
  const json = JSON.stringify(spec).replace(/</g, '\\u003c');
  if (type.includes('plotly')) {
    return `<div id="chart"></div><script src="/assets/plotly.js"></script><script>
const spec = ${json};
Plotly.newPlot('chart', spec.data, spec.layout || {}, { responsive: true, displaylogo: false, ...spec.config });
</script>`;
  }
  const mode = type.includes('vegalite') ? 'vega-lite' : 'vega';
  return `<div id="chart"></div><script src="/assets/vega.js"></script><script>
vegaEmbed('#chart', ${json}, { mode: '${mode}', actions: false });
</script>`;
}
