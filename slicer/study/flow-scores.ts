/**
 * The agreement of an information flow graph with people's annotations of a notebook (CRABS, Li et al., COLM 2025, table 2). It draws no
 * graphs.
 */

import type { InformationFlow } from '../information-flow/index.ts';

/** People's annotations of a cell. `cell`: its number among the code cells, from 1. */
export interface AnnotatedCell {
  readonly cell: number;
  /** Names of taken and given values, as annotated. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Defined and used functions and classes. */
  readonly defines: readonly string[];
  readonly uses: readonly string[];
}

/** Found things against the true ones. `exact`: these are the same. */
export interface FlowScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly accuracy: number;
  readonly exact: boolean;
}

/** The scores of a graph: flows of names from cell to cell, and needs between cells, direct or indirect. */
export interface GraphScore {
  readonly flows: FlowScore;
  readonly dependencies: FlowScore;
}

/** A flow or a dependency as text, for comparison. */
type Arrow = string;

interface Arrows {
  readonly flows: ReadonlySet<Arrow>;
  readonly pairs: readonly (readonly [from: number, to: number])[];
}

/** Compares a graph with annotations. Of values with a suffix (`df-2`), the name counts. */
export function scoreFlows(annotated: readonly AnnotatedCell[], graph: InformationFlow): GraphScore {
  const places = new Map(graph.cells.map(({ cell, index }) => [cell, index]));
  const found = arrowsOf(
    graph.flows.map(({ from, to, name, kind }) => [places.get(from)!, places.get(to)!, `${kind}:${name}`]),
  );
  const told = arrowsOf(annotatedFlows(annotated));
  return {
    flows: score(told.flows, found.flows),
    dependencies: score(closure(told.pairs), closure(found.pairs)),
  };
}

function arrowsOf(flows: readonly (readonly [number, number, string])[]): Arrows {
  return {
    flows: new Set(flows.map((flow) => JSON.stringify(flow))),
    pairs: flows.map(([from, to]) => [from, to]),
  };
}

/** The annotated flows: each value comes from the last cell above that gives it. */
function annotatedFlows(annotated: readonly AnnotatedCell[]): (readonly [number, number, string])[] {
  const flows: (readonly [number, number, string])[] = [];
  const [givers, definers] = [new Map<string, number>(), new Map<string, number>()];
  for (const { cell, inputs, outputs, defines, uses } of [...annotated].sort((a, b) => a.cell - b.cell)) {
    for (const value of inputs) {
      const giver = givers.get(value);
      if (giver !== undefined) flows.push([giver, cell, `data:${value.split('-')[0]}`]);
    }
    for (const value of outputs) givers.set(value, cell);
    for (const name of defines) definers.set(name, cell);
    for (const name of uses) {
      const definer = definers.get(name);
      if (definer !== undefined && definer !== cell) flows.push([definer, cell, `code:${name}`]);
    }
  }
  return flows;
}

function closure(pairs: readonly (readonly [from: number, to: number])[]): ReadonlySet<Arrow> {
  const needs = new Map<number, Set<number>>();
  for (const [from, to] of pairs) needs.set(to, (needs.get(to) ?? new Set()).add(from));
  const closed = new Set<Arrow>();
  for (const [cell, direct] of needs) {
    const seen = new Set<number>();
    const pending = [...direct];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(needs.get(next) ?? []));
    }
    for (const needed of seen) closed.add(JSON.stringify([cell, needed]));
  }
  return closed;
}

function score(told: ReadonlySet<Arrow>, found: ReadonlySet<Arrow>): FlowScore {
  const both = [...found].filter((arrow) => told.has(arrow)).length;
  const either = told.size + found.size - both;
  const precision = found.size === 0 ? 0 : both / found.size;
  const recall = told.size === 0 ? 1 : both / told.size;
  return {
    precision,
    recall,
    f1: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    accuracy: either === 0 ? 1 : both / either,
    exact: both === either,
  };
}
