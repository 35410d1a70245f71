/**
 * Why one execution belongs to the slice of another: a shortest chain of dependences between their
 * statements. This file selects nothing.
 */

import { bfsFromNode } from 'graphology-traversal';
import type { Exec } from '../records/execution-record.ts';
import { type Dependence, type DependenceGraph, statementKey } from './dependence-graph.ts';

/** One dependence: the user (a node key) read a location that the writer wrote. */
export interface ChainLink extends Dependence {
  readonly user: string;
  readonly writer: string;
}

/**
 * The chain from a statement of `exec` back to a statement of `needed`, the user first; null if there is
 * none. A slice at cell level can contain an execution without such a chain, because another statement of a
 * cell in between needs it.
 */
export function dependenceChain(graph: DependenceGraph, exec: Exec, needed: Exec): ChainLink[] | null {
  const { first, end } = graph.rangeOf(exec);
  let best: readonly string[] | null = null;
  for (let index = first; index < end; index += 1) {
    const found = shortestPath(graph, statementKey(exec, graph.node(index).ordinal), needed);
    if (found !== null && (best === null || found.length < best.length)) best = found;
  }
  if (best === null) return null;
  const path = best;
  return path.slice(1).map((writer, at) => {
    const user = path[at] ?? '';
    return { user, writer, ...graph.graph.getDirectedEdgeAttributes(writer, user) };
  });
}

/** Node keys on the way from `start`, against the edges, to the first statement found of `needed`. */
function shortestPath(graph: DependenceGraph, start: string, needed: Exec): string[] | null {
  const depths = new Map<string, number>();
  let target: string | null = null;
  bfsFromNode(
    graph.graph,
    start,
    (key, { exec }, depth) => {
      depths.set(key, depth);
      if (exec === needed && target === null) target = key;
      // stop at the target, and at executions older than the target
      return target !== null || exec < needed;
    },
    { mode: 'inbound' },
  );
  if (target === null) return null;
  const path: string[] = [target];
  for (let key: string = target; key !== start; ) {
    const depth = depths.get(key) ?? 0;
    const user = graph.graph.findOutNeighbor(key, (other) => depths.get(other) === depth - 1);
    if (user === undefined) return null;
    path.unshift(user);
    key = user;
  }
  return path;
}
