/** The flow of imported modules between cells: from the import to each cell that mentions a bound name. */

import type { FoundImport } from '../check/index.ts';
import type { Flow } from '../information-flow/index.ts';
import { tokenize } from '../static/tokens.ts';

export interface ImportingCell {
  readonly cell: string;
  readonly source: string;
  readonly imports: readonly FoundImport[];
}

/**
 * The flows, in page order. `follows`: whether the imported module matters. All names of a module may come
 * from `import *`: each later cell may use one.
 */
export function moduleFlows(
  cells: readonly ImportingCell[],
  follows: (found: FoundImport) => boolean,
): readonly Flow[] {
  const binders = new Map<string, number>();
  const stars: number[] = [];
  const flows: Flow[] = [];
  const flow = (from: number, to: number, name: string, certain: boolean): void => {
    const why = `cell ${from + 1} imports ${name}; cell ${to + 1} ${certain ? 'uses' : 'may use'} ${name}`;
    const [a, b] = [cells[from]!.cell, cells[to]!.cell];
    flows.push({ from: a, to: b, name, kind: 'code', alias: false, certain, by: 'text', seen: false, why });
  };
  for (const [at, { source, imports }] of cells.entries()) {
    for (const name of namesIn(source)) {
      const from = binders.get(name);
      if (from !== undefined && !imports.some(({ bound }) => bound.includes(name)))
        flow(from, at, name, true);
    }
    for (const from of stars) flow(from, at, 'a name of the module', false);
    for (const found of imports) {
      for (const name of found.bound) {
        if (follows(found)) binders.set(name, at);
        else binders.delete(name);
      }
      if (found.star && follows(found)) stars.push(at);
    }
  }
  return flows;
}

/** The names that a text mentions, without attributes. */
function namesIn(source: string): ReadonlySet<string> {
  const tokens = tokenize(source);
  const found = new Set<string>();
  tokens.forEach(({ type, value }, at) => {
    if (type === 'name' && tokens[at - 1]?.value !== '.') found.add(value);
  });
  return found;
}
