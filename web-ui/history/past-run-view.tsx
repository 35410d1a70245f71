/** One execution: its code and outputs at that time, differences from other versions, and the origin of the outputs. */

import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PastRun } from '../../runtime/index.ts';
import { duration } from '../notebook/state-words.ts';
import { Outputs } from '../outputs/outputs.tsx';
import { TrustedInside, timesTrusted } from '../page/trust.ts';
import { CodeText } from './code-text.tsx';
import { OutputsLetGo } from './let-go.tsx';
import { contentOf, type RunContent, runs, stepRuns } from './past-runs.ts';
import { PastSlice } from './past-slice.tsx';
import { runNumber, runStatus } from './run-words.ts';
import { type Version, VersionDiff } from './version-diff.tsx';
import { dayText, momentText, timeText } from './when.ts';

interface PastRunProps {
  readonly run: PastRun;
  readonly labelOf: (cell: string) => string;
  /** The text of its cell as it stands now; null: the cell is deleted. */
  readonly now: string | null;
  /** Puts the code (and the outputs of a deleted cell) back. */
  readonly restore: (run: PastRun, source: string) => void;
  /** Further buttons. */
  readonly children?: ComponentChildren;
}

/** The execution. */
export function PastRunView({ run, labelOf, now, restore, children }: PastRunProps) {
  const content = useContent(run.exec);
  const [part, setPart] = useState<'differences' | 'slice' | null>(null);
  const toggle = (which: typeof part) => setPart(part === which ? null : which);
  const ended = runStatus(run.status);
  return (
    <section class="past-run-view" aria-label={`Run ${runNumber(run)}`}>
      <header>
        <h3>
          Run {runNumber(run)} <span class="facts">of {labelOf(run.cell)}</span>
        </h3>
        <button
          type="button"
          class="icon"
          aria-label="Earlier run"
          title="Earlier run ( [ )"
          onClick={() => stepRuns(-1)}
        >
          ‹
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Later run"
          title="Later run ( ] )"
          onClick={() => stepRuns(1)}
        >
          ›
        </button>
      </header>
      <p class="facts">
        {run.at !== null && `${dayText(run.at, Date.now())}, ${timeText(run.at)}`}
        {run.computed !== null && `, restored: computed ${momentText(run.computed, Date.now())}`}
        {run.ms !== null && `, took ${duration(run.ms)}`}
        {ended !== '' && <b class={`ended-${run.status}`}>{ended}</b>}
      </p>
      {typeof content === 'string' && <p class="problem-text">{content}</p>}
      {content !== null && typeof content !== 'string' && (
        <>
          <CodeText code={content.source} />
          <PastOutputs run={run} content={content} />
          <div class="script-tools">
            {now !== content.source && (
              <button type="button" onClick={() => restore(run, content.source)}>
                {now === null ? 'Restore the cell' : 'Put this version back'}
              </button>
            )}
            <button type="button" aria-pressed={part === 'slice'} onClick={() => toggle('slice')}>
              What made this
            </button>
            <button type="button" aria-pressed={part === 'differences'} onClick={() => toggle('differences')}>
              Compare
            </button>
            {children}
          </div>
          {part === 'differences' && <Differences run={run} source={content.source} now={now} />}
          {part === 'slice' && <PastSlice exec={run.exec} labelOf={labelOf} />}
        </>
      )}
    </section>
  );
}

function PastOutputs({ run, content }: { run: PastRun; content: RunContent }) {
  const { outputs, clipped } = content;
  if (outputs === null) return <OutputsLetGo />;
  if (outputs.length === 0) return null;
  return (
    <>
      <TrustedInside.Provider value={content.trusted}>
        <Outputs cell={{ id: run.cell, outputs, clipped: [] }} />
      </TrustedInside.Provider>
      {clipped && <p class="panel-note">Long outputs are shown in part.</p>}
    </>
  );
}

function numberOf(exec: number): string {
  return runNumber(runs.peek().find((run) => run.exec === exec) ?? { count: null });
}

/** Compares with the present cell, or with any other version. */
function Differences({ run, source, now }: { run: PastRun; source: string; now: string | null }) {
  const others = runs.value.filter(({ cell, exec }) => cell === run.cell && exec !== run.exec);
  const earlier = others.findLast(({ exec }) => exec < run.exec);
  const [other, setOther] = useState(String(earlier?.exec ?? (now === null ? '' : 'now')));
  const [against, setAgainst] = useState<Version | null>(null);
  useEffect(() => {
    let current = true;
    if (other === 'now') setAgainst({ name: 'the cell now', source: now ?? '' });
    else if (other !== '') {
      void contentOf(Number(other)).then((content) => {
        if (current && typeof content !== 'string')
          setAgainst({ name: `run ${numberOf(Number(other))}`, source: content.source });
      });
    }
    return () => {
      current = false;
    };
  }, [other, now]);
  if (other === '') return <p class="panel-note">There is no other version of this cell.</p>;
  const own = { name: `run ${runNumber(run)}`, source };
  const isLater = other === 'now' || Number(other) > run.exec;
  return (
    <div class="differences">
      <label>
        with{' '}
        <select value={other} onChange={(event) => setOther(event.currentTarget.value)}>
          {now !== null && <option value="now">the cell now</option>}
          {others.toReversed().map(({ exec, count, at }) => (
            <option key={exec} value={String(exec)}>
              run {runNumber({ count })}
              {at === null ? '' : `, ${timeText(at)}`}
            </option>
          ))}
        </select>
      </label>
      {against !== null && <VersionDiff before={isLater ? own : against} after={isLater ? against : own} />}
    </div>
  );
}

function useContent(exec: number): RunContent | string | null {
  const [content, setContent] = useState<{ exec: number; content: RunContent | string } | null>(null);
  useEffect(() => {
    let current = true;
    void contentOf(exec).then((got) => {
      if (current) setContent({ exec, content: got });
    });
    return () => {
      current = false;
    };
  }, [exec, timesTrusted.value]);
  return content?.exec === exec ? content.content : null;
}
