/** Open notebooks: what pages and the server say to each other, and the parts that an open notebook is made of. */

export type { JsonObject, Output } from '../kernel/index.ts';
export { clipOutputs } from './clip-outputs.ts';
export { applyEdit, type EditedCells, type EditOperation, isEdit, openCells } from './edited-cells.ts';
export { type CellRun, HeadlessNotebook, type Settled } from './headless-notebook.ts';
export type { Listener, LiveNotebook, PageLine } from './live-notebook.ts';
export type {
  Answer,
  CellState,
  CellType,
  CellView,
  Evidence,
  FromPage,
  FromServer,
  KernelState,
  NotebookView,
  Operation,
  Place,
  PlanView,
  Problem,
  Question,
  Variable,
} from './messages.ts';
export type { Verify } from './notebook-questions.ts';
export { type NotebookHost, ReactiveNotebook } from './reactive-notebook.ts';
export { viewChanges } from './view-changes.ts';
export type {
  WidgetBuffer,
  WidgetEvent,
  WidgetModel,
  WidgetRequest,
  WidgetState,
} from './widget-messages.ts';
