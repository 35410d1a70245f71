/** Draws charts of Vega as SVG, without a page. */

import type { Spec, View, ViewOptions } from 'vega';
import type { TopLevelSpec } from 'vega-lite';

/** The SVG of a chart of Vega-Lite (`lite`) or Vega. Both libraries are large, and loaded when the first chart is drawn. */
export async function vegaSvg(
  chart: { readonly lite: TopLevelSpec } | { readonly vega: Spec },
  options: (vega: typeof import('vega')) => ViewOptions = () => ({}),
): Promise<string> {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  const spec = 'lite' in chart ? compile(chart.lite).spec : chart.vega;
  const view: View = new vega.View(vega.parse(spec), { ...options(vega), renderer: 'none' });
  try {
    return await view.toSVG();
  } finally {
    view.finalize();
  }
}
