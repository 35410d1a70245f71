/** The door of the notebook as a database: the tables of facts, and the origin of their rows. runtime/query runs SQL. */

import type { Table, View } from './table.ts';
import { callArguments, calls, effects } from './tables/calls.ts';
import { imports, names, statements } from './tables/code.ts';
import { cells, notebooks, outputs, tags } from './tables/document.ts';
import { findings } from './tables/findings.ts';
import { dependencies, files, flows, reads, writes } from './tables/flow.ts';
import { executions } from './tables/runs.ts';
import { needs, reaches } from './tables/views.ts';

export {
  type CellDetails,
  type OutputDetails,
  QueriedNotebook,
  type QueriedSource,
  type SeenRun,
  type SeenSession,
} from './queried-notebook.ts';
export { type Column, rowOf, type SqlValue, type Table, type View } from './table.ts';

export const TABLES: readonly Table[] = [
  notebooks,
  cells,
  tags,
  statements,
  names,
  imports,
  calls,
  callArguments,
  effects,
  files,
  reads,
  writes,
  flows,
  dependencies,
  outputs,
  executions,
  findings,
];

/** Queries with a name, usable like tables. */
export const VIEWS: readonly View[] = [needs, reaches];
