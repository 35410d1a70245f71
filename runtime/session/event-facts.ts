/** An event's facts as `sluice replay --json` prints them (DESIGN 7); more fields may be added, these keep their meaning. */

import { type DependenceGraph, sliceExecution, symbolsOf } from '../../slicer/index.ts';
import type { Access, ExecutionRecord } from '../../slicer/index.ts';
import type { Output } from '../kernel/index.ts';
import type { EventOutcome, Session } from './session.ts';

/** One line of `replay --json`. */
export type EventFacts = Readonly<Record<string, unknown>>;

/** The facts of the event with this number (from 1). */
export function eventFacts(number: number, outcome: EventOutcome, session: Session): EventFacts {
  const { event, exec, run, status } = outcome;
  const cell = 'cell' in event ? { cell: event.cell } : {};
  if (exec === null || run === null) return { event: number, type: event.type, ...cell, ...status };
  const { graph } = session;
  const { record, result } = run;
  const started = performance.now();
  const backward = sliceExecution(graph, exec, 'backward', 'cell');
  const fine = sliceExecution(graph, exec, 'backward', 'statement');
  const { reads, writes } = accessesOf(record);
  const sliced = performance.now() - started;
  return {
    event: number,
    type: event.type,
    ...cell,
    exec,
    status: record.status,
    stdout: streamText(result.outputs, 'stdout'),
    result: resultText(result.outputs),
    error: result.error === null ? null : `${result.error.name}: ${result.error.value}`,
    reads: symbolsOf(graph, exec, reads),
    writes: symbolsOf(graph, exec, writes),
    parents: [...graph.parents(exec)].sort((a, b) => a - b),
    backward: backward.executions,
    statements: statementsUpTo(graph),
    backward_statements: fine.statements.length,
    guarantee: backward.guarantee,
    reasons: backward.reasons,
    ...status,
    ms: {
      run: round(run.ms.run),
      trace: round(run.ms.trace),
      analysis: round(outcome.analysisMs + sliced),
    },
  };
}

/** What an execution read from outside itself, and what it wrote. */
function accessesOf(record: ExecutionRecord): { reads: Access[]; writes: Access[] } {
  const reads: Access[] = [];
  const writes: Access[] = [];
  const written = new Set<string>();
  for (const statement of record.statements) {
    for (const read of statement.reads) {
      if (!written.has(`${read.object}\u0000${read.field}`)) reads.push(read);
    }
    for (const write of statement.writes) {
      written.add(`${write.object}\u0000${write.field}`);
      writes.push(write);
    }
  }
  return { reads, writes };
}

function statementsUpTo(graph: DependenceGraph): number {
  return graph.graph.order;
}

/** Everything written to a stream of the outputs. */
export function streamText(outputs: readonly Output[], name: 'stdout' | 'stderr'): string {
  return outputs.map((o) => (o.output_type === 'stream' && o.name === name ? o.text : '')).join('');
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
