/**
 * The plot of shares for several studies: the number of things with a share of each size, one row of bars for
 * each group.
 */

import type { StudyPlot } from './study.ts';

/** The plot of values with a group and a share from 0 to 1. `of` names the share, `things` the counted things. */
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
