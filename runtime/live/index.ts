/** Open notebooks: what pages and the server say to each other, and the parts that an open notebook is made of. */

export type { Fix } from '../../slicer/index.ts';
export type { JsonObject, Output } from '../kernel/index.ts';
export { CellTexts } from './cell-texts.ts';
export { clipOutputs } from './clip-outputs.ts';
export { applyEdit, type EditedCells, type EditOperation, isEdit, openCells } from './edited-cells.ts';
export type { AnswerOperation, FlowAnswer, FlowQuestion, OpenQuestion } from './flow-messages.ts';
export { type CellRun, HeadlessNotebook, type Settled } from './headless-notebook.ts';
export { HeadlessOutputs } from './headless-outputs.ts';
export type { DeletedCell, PastRun, SlicedRun } from './history-messages.ts';
export { type AskedOf, KeptAnswers, keptAnswersOf } from './kept-answers.ts';
export type { FiledNotebook, Listener, LiveNotebook, PageLine } from './live-notebook.ts';
export type { KnownKernel } from './log-entries.ts';
export type {
  Answer,
  CellState,
  CellType,
  CellView,
  Criterion,
  Evidence,
  FromPage,
  FromServer,
  GatherProgress,
  KernelState,
  NotebookView,
  Operation,
  Place,
  PlanView,
  Problem,
  ProblemsAnswer,
  Question,
  TextEdit,
  Variable,
} from './messages.ts';
export type { FoundProblems, NotebookChecker, StandingNotebook } from './notebook-checker.ts';
export type { Following, NotebookTrials } from './notebook-trials.ts';
export { observedInLog, observedRuns } from './observed-log.ts';
export { readFromPage } from './page-schema.ts';
export { type NotebookHost, ReactiveNotebook } from './reactive-notebook.ts';
export { ReplayedSession, type SessionHost, type SessionPlace } from './replayed-session.ts';
export { RunHistory } from './run-history.ts';
export { seenSession } from './seen-session.ts';
export { loggedSources, sessionLogOf } from './session-log.ts';
export type {
  ReplayView,
  SessionStep,
  SessionView,
  StepCell,
  StepEnd,
  StepMarks,
} from './session-messages.ts';
export type { ColumnSummary, TablePage, TablePart } from './table-messages.ts';
export type { ProblemKey, TrialProgress } from './trial-messages.ts';
export { viewChanges } from './view-changes.ts';
export { wholeOutputOf } from './whole-outputs.ts';
export type {
  WidgetBuffer,
  WidgetEvent,
  WidgetModel,
  WidgetRequest,
  WidgetState,
} from './widget-messages.ts';
