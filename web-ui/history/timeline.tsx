/** The events of a session, one row below the other: number, code, cell, when, how long, how it ended. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PastRun } from '../../runtime/index.ts';
import { runStatus } from './run-words.ts';

/** Rows that are drawn at once. */
const SHOWN = 200;

export interface TimelineRow {
  readonly key: number;
  /** Of the execution; empty: nothing ran. */
  readonly number: string;
  readonly code: string;
  readonly facts: string;
  readonly ended: PastRun['status'];
  /** The text above the row. */
  readonly heading: string | null;
  /** The text below the row. */
  readonly note: string | null;
}

interface TimelineProps {
  /** In the order in which they are shown. */
  readonly rows: readonly TimelineRow[];
  readonly chosen: number | null;
  readonly choose: (key: number) => void;
  readonly label: string;
  /** Takes the key `Z` on a row; returns whether the key means something. */
  readonly pressed?: (key: string, row: number) => boolean;
}

/** The timeline. Arrow keys go from one row to the next. */
export function Timeline({ rows, chosen, choose, label, pressed }: TimelineProps) {
  const [most, setMost] = useState(SHOWN);
  const list = useRef<HTMLUListElement>(null);
  const at = rows.findIndex(({ key }) => key === chosen);
  const shown = rows.slice(0, Math.max(most, at + 20));
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const move = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
    if (row !== undefined && pressed?.(event.key, Number(row))) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    if (by === undefined) return;
    const next = shown[at + by];
    event.preventDefault();
    event.stopPropagation();
    if (next === undefined) return;
    choose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-key="${next.key}"]`)?.focus();
  };
  return (
    <ul class="timeline" ref={list} onKeyDown={move} aria-label={label} data-keys={pressed && 'Z'}>
      {shown.map((row, index) => (
        <li key={row.key}>
          {row.heading !== null && <h3 class="timeline-day">{row.heading}</h3>}
          <button
            type="button"
            data-key={row.key}
            class={`past-run ended-${row.ended}`}
            aria-current={row.key === chosen}
            tabIndex={row.key === chosen || (at < 0 && index === 0) ? 0 : -1}
            onClick={() => choose(row.key)}
          >
            <span class="number">{row.number}</span>
            <code>{row.code}</code>
            <span class="facts">
              {row.facts}
              {runStatus(row.ended) !== '' && <b>{runStatus(row.ended)}</b>}
            </span>
          </button>
          {row.note !== null && <p class="timeline-note">{row.note}</p>}
        </li>
      ))}
      {rows.length > shown.length && (
        <li>
          <button type="button" class="link earlier" onClick={() => setMost(shown.length + SHOWN)}>
            {rows.length - shown.length} more
          </button>
        </li>
      )}
    </ul>
  );
}
