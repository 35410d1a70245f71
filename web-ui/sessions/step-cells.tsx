/** The notebook as it stood after a step: code, and facts of a replay (outputs, states, needs of the run). */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { SlicedRun, StepCell, StepMarks } from '../../runtime/index.ts';
import { CodeText } from '../history/code-text.tsx';
import { OutputsLetGo } from '../history/let-go.tsx';
import { contentOf, type RunContent } from '../history/past-runs.ts';
import { Outputs } from '../outputs/outputs.tsx';
import { line } from '../page/notebook-state.ts';
import { replay, session, stateAfter, step, stepExec } from './session-state.ts';
import { cellLabel } from './step-timeline.tsx';

type Needed = ReadonlyMap<number, SlicedRun['lines']>;

export function StepCells() {
  const which = step.value;
  const known = replay.value.played >= which;
  const state = useAnswer(`${which} ${known}`, () => stateAfter(which));
  const exec = stepExec.value;
  const needed = useAnswer(`${exec} ${known}`, () => (known && exec !== null ? neededBy(exec) : none()));
  const current = session.value?.steps[which - 1]?.cell ?? null;
  if (state === null) return null;
  return (
    <div id="cell-list" class="step-cells">
      {state.cells.map((cell) => (
        <StepCellView
          key={cell.id}
          cell={cell}
          marks={state.marks}
          needed={needed}
          current={cell.id === current}
        />
      ))}
      {state.cells.length === 0 && <p class="panel-note">There is no cell yet.</p>}
    </div>
  );
}

interface StepCellProps {
  readonly cell: StepCell;
  readonly marks: StepMarks | null;
  readonly needed: Needed | null;
  /** Whether the step is about this cell. */
  readonly current: boolean;
}

function StepCellView({ cell, marks, needed, current }: StepCellProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (current) element.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const lines = cell.exec === null || cell.edited ? undefined : needed?.get(cell.exec);
  const role = needed === null || current ? '' : lines === undefined ? 'slice-outside' : 'slice-needed';
  const state = stateOf(cell, marks);
  return (
    <section
      ref={element}
      class={`cell step-cell ${current ? 'active' : ''} ${role}`}
      aria-label={cellLabel(cell.id)}
      aria-current={current ? 'step' : undefined}
    >
      <div class="gutter">
        {state !== null && <span class={`state-bar state-${state.state}`} title={state.words} />}
        <span class="count">{cell.exec ?? ''}</span>
      </div>
      <div class="cell-body">
        <CodeText code={cell.source} marked={lines ?? []} />
        {state !== null && <p class="cell-status">{state.words}</p>}
        {cell.exec !== null && <StepOutputs cell={cell.id} exec={cell.exec} />}
      </div>
    </section>
  );
}

/** The outputs of a played execution. */
function StepOutputs({ cell, exec }: { cell: string; exec: number }) {
  const at = session.value?.steps.findIndex((one) => one.exec === exec) ?? -1;
  const known = at >= 0 && at < replay.value.played;
  const content = useAnswer(`${exec} ${known}`, () => (known ? outputsOf(exec) : none()));
  if (content === null || content.outputs?.length === 0) return null;
  if (content.outputs === null) return <OutputsLetGo />;
  return <Outputs cell={{ id: cell, outputs: content.outputs, clipped: [] }} />;
}

function stateOf({ id, edited }: StepCell, marks: StepMarks | null): { state: string; words: string } | null {
  if (edited) return { state: 'edited', words: 'Edited since it ran' };
  const refreshes = marks?.refreshers.includes(id) ? '; running it brings other cells up to date' : '';
  if (marks?.stale.includes(id)) return { state: 'stale', words: `Out of date${refreshes}` };
  if (marks?.fresh.includes(id)) return { state: 'fresh', words: `Has new inputs${refreshes}` };
  return refreshes === '' ? null : { state: 'settled', words: 'Running it brings other cells up to date' };
}

async function none(): Promise<null> {
  return null;
}

async function outputsOf(exec: number): Promise<RunContent | null> {
  const content = await contentOf(exec);
  return typeof content === 'string' ? null : content;
}

async function neededBy(exec: number): Promise<Needed | null> {
  const answer = await line().ask({ ask: 'past-slice', exec, direction: 'backward', level: 'statement' });
  return answer.to === 'past-slice' ? new Map(answer.runs.map((run) => [run.exec, run.lines])) : null;
}

/** The last answer to a question; asked again when `key` is another one. */
function useAnswer<T>(key: string, ask: () => Promise<T | null>): T | null {
  const [answer, setAnswer] = useState<T | null>(null);
  useEffect(() => {
    let current = true;
    void ask().then((got) => {
      if (current) setAnswer(got);
    });
    return () => {
      current = false;
    };
  }, [key]);
  return answer;
}
