/** The plot of shares that several studies draw: how many things have a share of each size, one row of bars for each group. */

import type { StudyPlot } from './study.ts';

/** Of values with a group and a share from 0 to 1. `of` names the share, `things` what is counted. */
export function shareHistogram(
  values: readonly { readonly group: string; readonly share: number }[],
  of: string,
  things: string,
): StudyPlot['spec'] {
  return {
    data: { values: [...values] },
    mark: 'bar',
    width: 420,
    height: 120,
    encoding: {
      x: {
        field: 'share',
        type: 'quantitative',
        bin: { step: 0.1, extent: [0, 1] },
        axis: { format: '%' },
        title: of,
      },
      y: { aggregate: 'count', title: things },
      row: {
        field: 'group',
        title: null,
        header: { labelColor: 'currentColor', labelAngle: 0, labelOrient: 'top' },
      },
    },
  };
}
