/** Executions one below the other, the last one first: number, cell, when, how long, how it ended. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PastRun } from '../../runtime/index.ts';
import { duration } from '../notebook/state-words.ts';
import { cellTitle } from '../page/cell-title.ts';
import { runStatus } from './run-words.ts';

/** Rows that are drawn at once. */
const SHOWN = 200;

interface TimelineProps {
  readonly runs: readonly PastRun[];
  readonly chosen: number | null;
  readonly choose: (exec: number) => void;
  /** What the cell of an execution is called. */
  readonly labelOf: (cell: string) => string;
}

/** The timeline. Arrow keys go from one execution to the next. */
export function Timeline({ runs, chosen, choose, labelOf }: TimelineProps) {
  const [most, setMost] = useState(SHOWN);
  const list = useRef<HTMLUListElement>(null);
  const shown = runs.slice(-most).toReversed();
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    const at = shown.findIndex(({ exec }) => exec === chosen);
    const next = shown[at + by];
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    choose(next.exec);
    list.current?.querySelector<HTMLElement>(`[data-exec="${next.exec}"]`)?.focus();
  };
  return (
    <ul class="timeline" ref={list} onKeyDown={move} aria-label="Runs, the last one first">
      {shown.map((run, index) => (
        <li key={run.exec}>
          <button
            type="button"
            data-exec={run.exec}
            class={`past-run ended-${run.status}`}
            aria-current={run.exec === chosen}
            tabIndex={run.exec === chosen || (chosen === null && index === 0) ? 0 : -1}
            onClick={() => choose(run.exec)}
          >
            <span class="number">{run.exec}</span>
            <code>{cellTitle(run.head)}</code>
            <span class="facts">
              {labelOf(run.cell)}
              {run.at !== null && ` · ${timeText(run.at)}`}
              {run.ms !== null && ` · ${duration(run.ms)}`}
              {runStatus(run.status) !== '' && <b>{runStatus(run.status)}</b>}
            </span>
          </button>
          {run.restarted && <p class="restart-mark">the kernel was restarted</p>}
        </li>
      ))}
      {runs.length > most && (
        <li>
          <button type="button" class="link earlier" onClick={() => setMost(most + SHOWN)}>
            {runs.length - most} earlier
          </button>
        </li>
      )}
    </ul>
  );
}

/** A time of day. */
export function timeText(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}
