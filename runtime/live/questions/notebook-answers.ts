/**
 * Answers pages' questions about an open notebook. messages.ts has the questions; files of their own have the
 * answers.
 */

import { type CellId, type CoreState, type Exec, planView, previewRun } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { JsonObject } from '../../kernel/index.ts';
import type { ReplayScript, TracedKernel } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CodeHelp } from '../code/code-help.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { AgentQuestion } from '../messages/agent-messages.ts';
import type { DeletedCell } from '../messages/history-messages.ts';
import type { KernelAnswer } from '../messages/kernel-messages.ts';
import type { Answer, Question } from '../messages/messages.ts';
import type { CellView } from '../messages/notebook-views.ts';
import type { GatherProgress } from '../messages/slice-messages.ts';
import type { TrialProgress } from '../messages/trial-messages.ts';
import type { UndoPlan } from '../messages/undo-messages.ts';
import type { VariantAnswer } from '../messages/variant-messages.ts';
import type { WidgetCode, WidgetModel } from '../messages/widget-messages.ts';
import { namedWidgets } from '../widgets/named-widgets.ts';
import { savedModels } from '../widgets/saved-widgets.ts';
import type { Widgets } from '../widgets/widgets.ts';
import { differenceAnswer } from './difference-question.ts';
import { exportAnswer } from './export-question.ts';
import { formatCode } from './format-code.ts';
import { gatherAnswer, gatherSource } from './gather-question.ts';
import { historyAnswer, pastRunAnswer } from './history-questions.ts';
import { installAnswer } from './install-question.ts';
import { answerFromKernel } from './kernel-answers.ts';
import type { NotebookChecker, StandingNotebook } from './notebook-checker.ts';
import type { NotebookFlow } from './notebook-flow.ts';
import { problemsAnswer } from './notebook-problems.ts';
import { variablesAnswer } from './notebook-questions.ts';
import type { TrialRuns } from './notebook-trials.ts';
import { runNames } from './run-names.ts';
import { pastSliceAnswer, scriptTarget, sliceAnswer, whyAnswer } from './slice-questions.ts';
import { tableAnswer } from './table-questions.ts';
import { whatIfAnswer } from './what-if-question.ts';

export interface AnswerMeans {
  readonly core: CoreState;
  /** Waits for the kernel; starts it if there is none. */
  readonly kernel: () => Promise<TracedKernel>;
  /** Whether the kernel runs on this machine. */
  readonly isHere: boolean;
  readonly kernelChoices: () => Promise<Pick<KernelAnswer, 'choices' | 'current'>>;
  /** The kernel if it is there; null: it is still starting, or dead. */
  readonly kernelHere: () => Promise<TracedKernel> | null;
  readonly help: CodeHelp;
  readonly cells: readonly Cell[];
  readonly deleted: readonly DeletedCell[];
  /** The notebook's own metadata. */
  readonly metadata: JsonObject;
  readonly history: RunHistory;
  /** What the undo or redo of a run changes. */
  readonly undo: {
    plan(of: { readonly cell: CellId } | { readonly exec: Exec }): Promise<UndoPlan>;
  };
  /** The variants of what follows a point. */
  readonly variants: { compare(): Promise<VariantAnswer> };
  readonly widgets: Widgets;
  /** @throws {SluiceError} when the notebook's Python has no such code. */
  readonly widgetCode: (module: string) => Promise<WidgetCode>;
  readonly flow: NotebookFlow;
  readonly replay: ReplayScript;
  readonly checker: NotebookChecker;
  readonly trials: TrialRuns;
  readonly standing: StandingNotebook;
  /** Whether the person trusts all outputs and texts. */
  readonly trusted: () => boolean;
  /** The text of the notebook for saving now. */
  readonly text: () => string;
  /** Does long work, with a signal for cancelling; `tell` reports its progress. */
  readonly work: (action: (signal: AbortSignal) => Promise<Answer>) => Promise<Answer>;
  readonly tell: (progress: GatherProgress | TrialProgress) => void;
}

/** The answer. @throws {SluiceError} with the reason why there is none. */
export async function answerQuestion(
  question: Exclude<Question, AgentQuestion>,
  means: AnswerMeans,
): Promise<Answer> {
  const { core, kernel, history, widgets } = means;
  const { graph } = core.settlement;
  const names = runNames(core, history);
  switch (question.ask) {
    case 'output':
      return outputAnswer(means.cells, question.cell, question.index);
    case 'export':
      return exportAnswer({ ...means, trusted: means.trusted() }, question.form);
    case 'difference':
      return differenceAnswer(means.standing, means.text, question.from);
    case 'problems':
      return problemsAnswer(core, means.standing, means.checker, question.phase, question.soon ?? false);
    case 'mend':
      return { to: 'mend', fix: await means.checker.mend(means.standing, question.phase, question.problem) };
    case 'reproduce':
    case 'prove':
    case 'parameters':
    case 'sweep': {
      const { trials, standing, text } = means;
      const tell = (told: string): void => means.tell({ stage: 'trying', text: told });
      const late = lateCells(core);
      return means.work((signal) => trials.answer(standing, text, late, question, { signal, tell }));
    }
    case 'preview':
      return { to: 'preview', plan: planView(core, previewRun(core, question.cells)) };
    case 'slice':
      return sliceAnswer(core, kernel, question.of, question.direction, question.level, names);
    case 'gather': {
      const source = gatherSource(core, await kernel(), history, names);
      const { replay, tell } = means;
      return means.work((signal) =>
        gatherAnswer(source, scriptTarget(core, question.of), question, { replay, tell, signal, names }),
      );
    }
    case 'why':
      return whyAnswer(core, kernel, question.of, question.needed, names);
    case 'history':
      return historyAnswer(graph, history, question.after, means.deleted);
    case 'past-run': {
      const run = history.get(question.exec);
      const source = run?.undone?.source ?? graph.execution(question.exec)?.source;
      if (run === undefined || source === undefined) {
        throw new SluiceError(`there is no run ${question.exec} in this session`);
      }
      return pastRunAnswer(source, run.outputs, !run.foreign);
    }
    case 'undo-plan': {
      const { cell, exec } = question;
      if (exec !== undefined) return { to: 'undo-plan', ...(await means.undo.plan({ exec })) };
      if (cell === undefined) throw new SluiceError('the question names no run');
      return { to: 'undo-plan', ...(await means.undo.plan({ cell })) };
    }
    case 'variants':
      return means.variants.compare();
    case 'past-slice':
      return pastSliceAnswer(graph, question.exec, question.direction, question.level, names);
    case 'graph':
      return means.flow.answer(core, question);
    case 'install-plan':
    case 'install': {
      const { client } = await kernel();
      const tell = (told: string): void => means.tell({ stage: 'trying', text: told });
      const { path: notebook } = means.standing;
      const { isHere } = means;
      return means.work((signal) => installAnswer(question, { client, notebook, isHere, signal, tell }));
    }
    case 'kernels':
      return { to: 'kernels', ...(await means.kernelChoices()) };
    case 'variables':
      return variablesAnswer(core, await kernel());
    case 'what-if':
      return whatIfAnswer(core, question.change);
    case 'table':
    case 'table-column':
    case 'table-file':
      return tableAnswer(core, kernel, question);
    case 'widgets':
      return widgetsAnswer(widgets.models, savedModels(means.metadata), question.of);
    case 'widget-code':
      return { to: 'widget-code', ...(await means.widgetCode(question.module)) };
    case 'widget':
      await widgets.send(question);
      return { to: 'widget' };
    case 'format':
      return formatCode((await kernel()).client, question.code, question.tool);
    case 'step':
      throw new SluiceError('an open notebook has no steps');
    case 'complete':
    case 'signature':
    case 'describe':
    case 'definition':
    case 'uses':
      return means.help.answer(core, await means.kernelHere(), question);
    case 'inspect':
      return answerFromKernel((await kernel()).client, question);
  }
}

/** The cells whose outputs are older than their texts or inputs, with the reason. */
function lateCells({ order, standings }: CoreState): ReadonlyMap<CellId, string> {
  const late = new Map<CellId, string>();
  for (const cell of order) {
    const type = standings.get(cell)?.type;
    if (type === 'edited') late.set(cell, 'was edited after it had run; run it first');
    if (type === 'fresh' || type === 'stale') late.set(cell, 'was out of date; update it first');
  }
  return late;
}

function widgetsAnswer(
  models: readonly WidgetModel[],
  saved: readonly WidgetModel[],
  of: string | null,
): Answer {
  if (of === null) return { to: 'widgets', models, saved };
  const named = namedWidgets([...saved, ...models], of);
  const isNamed = ({ id }: WidgetModel): boolean => named.has(id);
  return { to: 'widgets', models: models.filter(isNamed), saved: saved.filter(isNamed) };
}

function outputAnswer(cells: readonly Cell[], id: string, index: number): Answer {
  const cell = cells.find((each) => each.id === id);
  const output = cell?.type === 'code' ? cell.outputs[index] : undefined;
  if (output === undefined) throw new SluiceError('the output is gone');
  return { to: 'output', output: output as CellView['outputs'][number] };
}
