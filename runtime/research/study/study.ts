/** The parts of a study: tables and plots, each with its definition. Plain data. */

import type { TopLevelSpec } from 'vega-lite';

/** A table. Cells are text, or numbers, which are told with their digits as they are. */
export interface StudyTable {
  readonly type: 'table';
  /** Of its CSV file. */
  readonly name: string;
  readonly title: string;
  /** The counted things, the way of counting, and the source of the definition. */
  readonly definition: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** A plot, as Vega-Lite has it. */
export interface StudyPlot {
  readonly type: 'plot';
  readonly title: string;
  readonly definition: string;
  readonly spec: TopLevelSpec;
}

/** A study. `facts`: versions, options, files, to repeat the study. */
export interface Study {
  readonly title: string;
  readonly method: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly parts: readonly (StudyTable | StudyPlot)[];
  readonly sources: readonly string[];
  /** The data, one object for each measured thing. */
  readonly results: readonly object[];
}
