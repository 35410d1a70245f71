/** The facts of a notebook's cells, as the interpreter finds them: with what stands under other names for what is read. */
import { type CellResult, type Evidence, Interpreter, type LibraryKnowledge } from '../static/index.ts';
import type { CellFacts, NameFact } from './cell-facts.ts';

/** A code cell. */
export interface CellText {
  readonly cell: string;
  readonly source: string;
}

/** The facts of code cells in the order in which they run. */
export function factsOfNotebook(cells: readonly CellText[], library: LibraryKnowledge): CellFacts[] {
  const interpreter = new Interpreter(library);
  const results = cells.map(({ source }) => interpreter.interpret(source));
  // what later cells do decides which names have to be told apart
  return results.map((result, at) => factsOf(cells[at]!.cell, result, interpreter.sharing));
}

function factsOf(
  cell: string,
  { accesses, aliases, isCutOff }: CellResult,
  sharing: Interpreter['sharing'],
): CellFacts {
  const reads = new Map<string, NameFact>();
  for (const [name, { evidence, isCode }] of accesses.reads) {
    reads.set(name, { name, kind: isCode ? 'code' : 'data', alias: false, ...factOf(evidence) });
  }
  for (const [name, { evidence }] of accesses.reads) {
    for (const [alias, isLeft] of aliases.get(name) ?? []) {
      const answer = evidence.answer && !isLeft && sharing.has(name, alias);
      const known = reads.get(alias);
      if (known !== undefined && (!known.alias || known.answer || !answer)) continue;
      const why = `${evidence.why}, which ${alias} stands for or holds`;
      const how = factOf({ ...evidence, certain: false, source: 'default', answer, why });
      reads.set(alias, { name: alias, kind: 'data', alias: true, ...how });
    }
  }
  const changes = new Map<string, NameFact>();
  for (const [name, { evidence, alias }] of accesses.changes) {
    changes.set(name, { name, kind: 'data', alias, ...factOf(evidence) });
  }
  for (const [name, { evidence, isCode }] of accesses.bound) {
    const known = changes.get(name);
    if (known?.certain) continue;
    changes.set(name, { name, kind: isCode ? 'code' : 'data', alias: false, ...factOf(evidence) });
  }
  return {
    cell,
    reads: [...reads.values()],
    changes: [...changes.values()],
    deletes: [...accesses.deleted],
    isCutOff,
  };
}

function factOf({ source, ...rest }: Evidence): Omit<NameFact, 'name' | 'kind' | 'alias'> {
  return { by: source, ...rest };
}
