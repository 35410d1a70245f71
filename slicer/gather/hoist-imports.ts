/**
 * Selects the import statements of a slice that may run first, because no earlier statement can influence
 * them. `gather` moves them.
 */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import { GLOBALS } from '../records/location.ts';
import { parseCell, stripPrompts } from '../static/index.ts';

const IMPORT = /^(?:import|from)\s/;

/** Import statements to put first: their node keys, and their texts without repetition. */
export interface HoistedImports {
  readonly keys: ReadonlySet<string>;
  readonly texts: readonly string[];
}

/**
 * Selects from a slice's statements (in time order). An import stays at its position if an earlier statement
 * of the slice touched the world (environment, files, modules' attributes, `sys.path`), if the import depends
 * on anything but imports, or if one of its names has another writer in the slice.
 */
export function hoistImports(graph: DependenceGraph, statements: readonly string[]): HoistedImports {
  const writers = new Map<string, Set<string>>();
  for (const key of statements) {
    for (const write of graph.graph.getNodeAttribute(key, 'record').writes) {
      if (write.object !== GLOBALS) continue;
      const text = importText(graph, key) ?? key;
      writers.set(write.field, (writers.get(write.field) ?? new Set()).add(text));
    }
  }
  const keys = new Set<string>();
  const texts = new Set<string>();
  let touched = false;
  for (const key of statements) {
    const { record } = graph.graph.getNodeAttributes(key);
    const text = importText(graph, key);
    if (text === null) {
      touched ||= record.ordinal < 0 || record.writes.some((w) => !/^(?:g$|o\d|Out$)/.test(w.object));
      touched ||= /\bsys\b|^%|importlib|reload/.test(textOf(graph, key) ?? '');
      continue;
    }
    const names = record.writes.filter((w) => w.object === GLOBALS).map((w) => w.field);
    const alone = names.every((name) => writers.get(name)?.size === 1);
    const free = graph.graph.everyInNeighbor(key, (parent) => keys.has(parent));
    if (touched || record.failed || !alone || !free || text.includes('*')) continue;
    keys.add(key);
    texts.add(text);
  }
  return { keys, texts: [...texts] };
}

function importText(graph: DependenceGraph, key: string): string | null {
  const text = textOf(graph, key);
  return text !== null && IMPORT.test(text) ? text : null;
}

function textOf(graph: DependenceGraph, key: string): string | null {
  const { exec, ordinal } = graph.graph.getNodeAttributes(key);
  const execution = graph.execution(exec);
  if (!execution || ordinal < 0) return null;
  const { statements } = parseCell(stripPrompts(execution.source));
  return statements.length === execution.planned ? (statements[ordinal]?.text ?? null) : null;
}
