/** The parts of a Python file in the percent format. */

import type { JsonObject } from './json-text.ts';

/** A cell in the text of a percent file. */
export interface PercentCell {
  readonly type: 'code' | 'markdown' | 'raw';
  readonly source: string;
  readonly metadata: JsonObject;
  /** The range of the cell with its marker, and the start of the text below the marker. */
  readonly from: number;
  readonly to: number;
  readonly body: number;
}

/** A percent file: the text before the cells, and the cells. */
export interface PercentText {
  /** The end of the header. */
  readonly header: number;
  readonly metadata: JsonObject;
  readonly cells: readonly PercentCell[];
}
