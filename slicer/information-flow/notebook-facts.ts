/** The facts of a notebook's cells, from the names that its statements read, bind and change. */
import { analyzeLiveness, BUILTIN_NAMES, EMPTY_ENVIRONMENT, parseCell } from '../static/index.ts';
import type { CellFacts, NameFact } from './cell-facts.ts';

/** A code cell. */
export interface CellText {
  readonly cell: string;
  readonly source: string;
}

/** The facts of code cells in the order in which they run. */
export function factsOfNotebook(cells: readonly CellText[]): CellFacts[] {
  let environment = EMPTY_ENVIRONMENT;
  const code = new Set<string>();
  return cells.map(({ cell, source }): CellFacts => {
    const live = analyzeLiveness(parseCell(source), environment);
    const imports = new Set<string>();
    for (const { imports: names, functions } of live.statements) {
      for (const name of names.keys()) imports.add(name);
      for (const name of functions.keys()) code.add(name);
    }
    environment = live.environment;
    const fact = (name: string, certain: boolean, why: string): NameFact => ({
      name,
      kind: code.has(name) ? 'code' : 'data',
      alias: false,
      certain,
      answer: true,
      by: certain ? 'text' : 'default',
      line: 1,
      why,
    });
    const reads = [...live.readings].filter(([name]) => !BUILTIN_NAMES.has(name));
    return {
      cell,
      reads: reads.map(([name, reading]) => fact(name, reading === 'surely', `reads ${name}`)),
      changes: [...new Set([...live.writes, ...live.mutates])]
        .filter((name) => !imports.has(name))
        .map((name) => fact(name, live.dead.has(name), `changes ${name}`)),
      deletes: [...live.deletes],
    };
  });
}
