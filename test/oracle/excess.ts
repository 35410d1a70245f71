/**
 * Causes of a slice's excess over its observed minimum: for each needless statement with a needed dependent, the dependence. A
 * statement in use only by other needless statements is no cause.
 */

import {
  type DependenceGraph,
  GLOBALS,
  isPresence,
  type Minimum,
  parseCell,
  type Slice,
  STRUCTURE,
  WHOLE,
} from '../../slicer/index.ts';
import type { Answer, Job, Runner } from '../harness/host.ts';

/** A needless statement and the dependence on it. */
export interface Excess {
  /** The sort of location behind the dependence, and whether the statement changed the value there. */
  readonly cause: string;
  readonly needless: string;
  readonly reader: string;
  readonly location: string;
}

/**
 * The causes of the deleted part of a slice, one for each dependence of a needed statement on a needless one. The session runs
 * once more, statement by statement, to see whether the needless statements changed anything: the values they write may have been
 * there before.
 */
export async function findExcess(
  runner: Runner,
  job: Job,
  graph: DependenceGraph,
  slice: Slice,
  minimum: Minimum,
): Promise<Excess[]> {
  const needed = new Set(minimum.slice.statements);
  const found: (Excess & { readonly key: string; readonly names: readonly string[] })[] = [];
  for (const key of minimum.deleted) {
    graph.graph.forEachOutEdge(key, (_, { object, field }, _source, reader) => {
      if (!needed.has(reader)) return;
      found.push({
        key,
        names: namesWritten(graph, key),
        cause: sortOf(object, field),
        needless: textOf(graph, key),
        reader: textOf(graph, reader),
        location: `${graph.symbol(object, slice.exec) ?? object} ${field}`,
      });
    });
  }
  if (found.length === 0) return [];
  const pieces = graph.graph
    .filterNodes((_, { exec, ordinal }) => exec <= slice.exec && ordinal >= 0)
    .map((key) => [key, textOf(graph, key)] as const);
  const observe: Record<number, string[]> = {};
  for (const { key, names } of found) {
    const run = pieces.findIndex(([piece]) => piece === key) + 1;
    for (const at of [run - 1, run]) observe[at] = [...(observe[at] ?? []), ...names];
  }
  const answer = await runner.run({ ...job, cells: pieces, observe, probes: false }).catch(() => null);
  return found.map(({ key, names, ...excess }) => {
    const run = pieces.findIndex(([piece]) => piece === key);
    return { ...excess, cause: `${excess.cause}, ${changeText(answer, run, names)}` };
  });
}

function changeText(answer: Answer | null, run: number, names: readonly string[]): string {
  const [before, after] = [answer?.runs[run - 1]?.values, answer?.runs[run]?.values];
  if (after === undefined || names.length === 0) return 'change unknown';
  const same = names.every((name) => name in after && before?.[name]?.[1] === after[name]?.[1]);
  return same ? 'value as before' : 'value changed';
}

/** Global names under which the writes of a statement are visible. */
function namesWritten(graph: DependenceGraph, key: string): string[] {
  const { exec, record } = graph.graph.getNodeAttributes(key);
  const symbols = graph.execution(exec)?.symbols;
  const names = record.writes.map(({ object, field }) => (object === GLOBALS ? field : symbols?.get(object)));
  return [...new Set(names.filter((name) => name !== undefined && /^[^\W_]\w*$/u.test(name)))] as string[];
}

function sortOf(object: string, field: string): string {
  if (object === GLOBALS) return 'name';
  if (!/^o\d/.test(object)) return `world: ${object}`;
  if (field === WHOLE) return 'whole object';
  if (field === STRUCTURE || isPresence(field)) return 'length or keys';
  return field.startsWith('a:') ? 'attribute' : 'item';
}

function textOf(graph: DependenceGraph, key: string): string {
  const { exec, ordinal } = graph.graph.getNodeAttributes(key);
  const source = graph.execution(exec)?.source ?? '';
  return parseCell(source).statements[ordinal]?.text ?? source;
}
