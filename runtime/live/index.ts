/** The door of open notebooks: messages between pages and the server, and the parts of an open notebook. */

export type { CellState, Fix, PlanView } from '../../slicer/index.ts';
export type { JsonObject, Output } from '../kernel/index.ts';
export { AppNotebook } from './app/app-notebook.ts';
export { type CellRun, HeadlessNotebook, type Settled } from './headless/headless-notebook.ts';
export { HeadlessOutputs } from './headless/headless-outputs.ts';
export { type AskedOf, KeptAnswers, keptAnswersOf } from './log/kept-answers.ts';
export type { KnownKernel } from './log/log-entries.ts';
export { observedInLog, observedRuns, watchedInLog } from './log/observed-log.ts';
export { RunHistory } from './log/run-history.ts';
export { seenSession } from './log/seen-session.ts';
export { loggedSources, sessionLogOf } from './log/session-log.ts';
export { wholeOutputOf } from './log/whole-outputs.ts';
export type {
  AgentCell,
  AgentEdit,
  AgentReply,
  AgentRequest,
  AgentRun,
  Goal,
} from './messages/agent-messages.ts';
export type { AppControl } from './messages/app-messages.ts';
export type {
  CodeAnswer,
  CodeSignature,
  CodeUse,
  Completion,
  DefinitionTarget,
} from './messages/code-messages.ts';
export type { ConsoleEntry } from './messages/console-messages.ts';
export type {
  ChangedCell,
  ChangedOutput,
  DifferenceAnswer,
  OtherVersion,
} from './messages/difference-messages.ts';
export type { AnswerOperation, FlowAnswer, FlowQuestion, OpenQuestion } from './messages/flow-messages.ts';
export type { DeletedCell, PastRun, SlicedRun } from './messages/history-messages.ts';
export type { InstallPlan } from './messages/install-messages.ts';
export type { KernelChoice } from './messages/kernel-messages.ts';
export type {
  Answer,
  ExportForm,
  FromPage,
  FromServer,
  Operation,
  Question,
  TextEdit,
  Variable,
  WhatIfChange,
} from './messages/messages.ts';
export type { CellType, CellView, KernelState, NotebookView } from './messages/notebook-views.ts';
export { readFromPage } from './messages/page-schema.ts';
export type { Problem, ProblemKey, ProblemsAnswer } from './messages/problem-messages.ts';
export type {
  ReplayView,
  SessionStep,
  SessionView,
  StepCell,
  StepEnd,
  StepMarks,
} from './messages/session-messages.ts';
export type { Criterion, Evidence, GatherProgress, RunStatement } from './messages/slice-messages.ts';
export type {
  ColumnSummary,
  FilterTest,
  TableFilter,
  TableForm,
  TablePage,
  TablePart,
  TableRows,
} from './messages/table-messages.ts';
export type { SweepResult, TrialProgress } from './messages/trial-messages.ts';
export type { UndoPlan } from './messages/undo-messages.ts';
export type {
  ComparedCell,
  ComparedValue,
  ComparedVariant,
  VariantAnswer,
  VariantsView,
} from './messages/variant-messages.ts';
export type {
  WidgetBuffer,
  WidgetCode,
  WidgetEvent,
  WidgetModel,
  WidgetRequest,
  WidgetState,
} from './messages/widget-messages.ts';
export { CellTexts } from './notebook/cell-texts.ts';
export {
  applyEdit,
  type EditedCells,
  type EditOperation,
  isEdit,
  openCells,
} from './notebook/edited-cells.ts';
export { withLineEnds } from './notebook/line-ends.ts';
export type { NotebookHost } from './notebook/notebook-host.ts';
export {
  type JoinedKernel,
  type KernelspecEntry,
  MissingKernel,
  type WantedKernel,
} from './notebook/notebook-kernel.ts';
export { ReactiveNotebook } from './notebook/reactive-notebook.ts';
export type { ResultWishes } from './notebook/stored-results.ts';
export { clipOutputs } from './pages/clip-outputs.ts';
export type { FiledNotebook, Listener, LiveNotebook, PageLine } from './pages/live-notebook.ts';
export { viewChanges } from './pages/view-changes.ts';
export type { FoundProblems, NotebookChecker, StandingNotebook } from './questions/notebook-checker.ts';
export { NotebookFlow } from './questions/notebook-flow.ts';
export { problemsAnswer } from './questions/notebook-problems.ts';
export type { Following, NotebookTrials } from './questions/notebook-trials.ts';
export { ReplayedSession, type SessionHost, type SessionKernel } from './replayed/replayed-session.ts';
