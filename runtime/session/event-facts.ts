/**
 * An event's facts as `sluice replay --json` prints them (docs/sessions.md). Later versions may add fields,
 * but do not change the meaning of these.
 */

import {
  type Access,
  type CellId,
  type DependenceGraph,
  type Exec,
  type ExecutionRecord,
  type ExecutionStatus,
  GLOBALS,
  type Guarantee,
  locationKey,
  type NotebookStatus,
  sliceExecution,
  symbolsOf,
  WHOLE,
} from '../../slicer/index.ts';
import type { WorkingCopy } from '../copies/index.ts';
import { isLeftOut, type Output } from '../kernel/index.ts';
import type { SessionEvent } from '../sources/index.ts';
import type { EventOutcome, Session } from './session.ts';

/** One line of `replay --json`: the event, its execution (if there is one), and the notebook right after it. */
export type EventFacts = {
  /** From 1. */
  readonly event: number;
  readonly type: SessionEvent['type'];
  readonly cell?: CellId;
} & (ExecutionFacts | { readonly exec?: never }) &
  NotebookStatus;

/** The facts of an execution. Times are milliseconds. */
export interface ExecutionFacts extends Guarantee {
  readonly exec: Exec;
  readonly status: ExecutionStatus;
  readonly stdout: string;
  /** `text/plain` of the last expression. */
  readonly result: string | null;
  readonly error: string | null;
  /** Symbols read from outside the execution, and symbols written. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly parents: readonly Exec[];
  readonly backward: readonly Exec[];
  /** The number of statements so far, and in the slice. */
  readonly statements: number;
  readonly backward_statements: number;
  readonly ms: { readonly run: number; readonly trace: number; readonly analysis: number };
}

/**
 * The facts of the event with this number (from 1). Paths of the working copy `place` are replaced by the
 * original folder's; in symbols, they are relative to it.
 */
export function eventFacts(
  number: number,
  outcome: EventOutcome,
  session: Session,
  place: Pick<WorkingCopy, 'path' | 'original'>,
): EventFacts {
  const { event, exec, run, status } = outcome;
  const cell = 'cell' in event ? { cell: event.cell } : {};
  if (exec === null || run === null) return { event: number, type: event.type, ...cell, ...status };
  const { graph } = session;
  const { record, result } = run;
  const { original } = place;
  const symbol = (text: string): string => original(text.replace(`the file ${place.path}/`, 'the file '));
  const started = performance.now();
  const backward = sliceExecution(graph, exec, 'backward', 'cell');
  const fine = sliceExecution(graph, exec, 'backward', 'statement');
  const { reads, writes } = accessesOf(session, record);
  const sliced = performance.now() - started;
  const shown = resultText(result.outputs);
  return {
    event: number,
    type: event.type,
    ...cell,
    exec,
    status: record.status,
    stdout: original(streamText(result.outputs, 'stdout')),
    result: shown === null ? null : original(shown),
    error: result.error === null ? null : original(`${result.error.name}: ${result.error.value}`),
    reads: symbolsOf(graph, exec, reads).map(symbol),
    writes: symbolsOf(graph, exec, writes).map(symbol),
    parents: [...graph.parents(exec)].sort((a, b) => a - b),
    backward: backward.executions,
    statements: graph.graph.order,
    backward_statements: fine.statements.length,
    guarantee: backward.guarantee,
    reasons: backward.reasons.map(original),
    ...status,
    ms: {
      run: round(run.ms.run),
      trace: round(run.ms.trace),
      analysis: round(outcome.analysisMs + sliced),
    },
  };
}

/** The reads of an execution from outside itself, and its writes. */
function accessesOf(session: Session, record: ExecutionRecord): { reads: Access[]; writes: Access[] } {
  const { exec } = record;
  const reads: Access[] = [];
  const writes: Access[] = [];
  const written = new Set<string>();
  for (const statement of record.statements) {
    for (const read of statement.reads) {
      const { object } = read;
      if (written.has(locationKey(read)) || written.has(locationKey({ object, field: WHOLE }))) continue;
      // a part of an object made here, whose name was bound before
      const name = nameOf(session.graph, exec, read);
      const made = name !== null && written.has(locationKey({ object: GLOBALS, field: name }));
      if (!made || session.isKnownBefore(exec, object)) reads.push(read);
    }
    for (const write of statement.writes) {
      written.add(locationKey(write));
      writes.push(write);
    }
  }
  return { reads, writes };
}

/** The global name at the beginning of an object's symbol. */
function nameOf(graph: DependenceGraph, exec: Exec, { object }: Access): string | null {
  return /^[^\W\d]\w*/u.exec(graph.symbol(object, exec) ?? '')?.[0] ?? null;
}

/** The whole text of a stream of the outputs; for standard output with the note on omitted output. */
export function streamText(outputs: readonly Output[], name: 'stdout' | 'stderr'): string {
  return outputs.map((output) => textIn(output, name)).join('');
}

function textIn(output: Output, name: 'stdout' | 'stderr'): string {
  if (output.output_type === 'stream') return output.name === name ? output.text : '';
  return name === 'stdout' && isLeftOut(output) && 'data' in output ? `\n${output.data['text/plain']}\n` : '';
}

/** `text/plain` of the last expression, or null. */
export function resultText(outputs: readonly Output[]): string | null {
  const result = outputs.findLast((o) => o.output_type === 'execute_result');
  const text = result?.data['text/plain'];
  return typeof text === 'string' ? text : null;
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
