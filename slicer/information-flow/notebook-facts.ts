/** The facts of a notebook's cells, from the interpreter: with aliases of read objects. */
import { pythonTwoPrint } from '../check/python-two.ts';
import {
  CallLog,
  type CellResult,
  type Evidence,
  Interpreter,
  type LibraryKnowledge,
  type WorldUse,
} from '../static/index.ts';
import { lineAt } from '../words/line-at.ts';
import type { CellFacts, NameFact, Question, Unread, WorldFacts } from './cell-facts.ts';

/** A code cell, or a run of it. */
export interface CellText {
  readonly cell: string;
  readonly source: string;
}

/** The interpreter's facts of a notebook. */
export interface InterpretedNotebook {
  readonly facts: readonly CellFacts[];
  /** The calls. Cells are numbered from 1, in their order. */
  readonly calls: CallLog;
}

/** Interprets code cells in the order in which they run, and functions without a calling cell. */
export function interpretNotebook(
  cells: readonly CellText[],
  library: LibraryKnowledge,
): InterpretedNotebook {
  const calls = new CallLog();
  const interpreter = new Interpreter(library, { calls });
  const facts = interpretCells(interpreter, cells);
  interpreter.finish();
  return { facts, calls };
}

/** The facts of code cells in the order in which they run. */
export function factsOfNotebook(cells: readonly CellText[], library: LibraryKnowledge): readonly CellFacts[] {
  return interpretCells(new Interpreter(library), cells);
}

/** The same, by a given fresh interpreter, which the caller may ask for more afterwards. */
export function interpretCells(
  interpreter: Pick<Interpreter, 'interpret' | 'sharing'>,
  cells: readonly CellText[],
): readonly CellFacts[] {
  const results = cells.map(({ source }) => interpreter.interpret(source));
  // only after all cells is known which names have to be told apart
  return results.map((result, at) => {
    const { cell, source } = cells[at]!;
    const unread = unreadOf(source, result.errors);
    const found = factsOf(cell, result, interpreter.sharing);
    return unread === null ? found : { ...found, unread };
  });
}

/** The grammar takes `print` of Python 2. */
function unreadOf(source: string, errors: CellResult['errors']): Unread | null {
  const old = pythonTwoPrint(source);
  const at = old ?? errors[0];
  if (at === undefined) return null;
  const line = lineAt(source, at.from);
  return { line, why: old === null ? 'is no Python' : 'is Python 2' };
}

function factsOf(
  cell: string,
  { accesses, aliases, isCutOff, statements }: CellResult,
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
      const source = answer ? evidence.source : 'default';
      const how = factOf({ ...evidence, certain: evidence.certain && answer, source, answer, why });
      reads.set(alias, { name: alias, kind: 'data', alias: true, through: name, ...how });
    }
  }
  const changes = new Map<string, NameFact>();
  for (const [name, { evidence, alias, through, isCode }] of accesses.changes) {
    const named = through === null ? {} : { through };
    changes.set(name, { name, kind: isCode ? 'code' : 'data', alias, ...named, ...factOf(evidence) });
  }
  for (const [name, { evidence, isCode }] of accesses.bound) {
    const known = changes.get(name);
    if (known?.certain) continue;
    changes.set(name, { name, kind: isCode ? 'code' : 'data', alias: false, ...factOf(evidence) });
  }
  return {
    cell,
    reads: [...reads.values()],
    nearReads: [...accesses.near].map(([name, read]) => ({ name, ...read })),
    changes: [...changes.values()],
    replaces: new Set(
      [...accesses.bound].flatMap(([name, { evidence, isUpdate }]) =>
        evidence.certain && !isUpdate ? [name] : [],
      ),
    ),
    deletes: [...accesses.deleted],
    world: worldFactsOf(accesses),
    questions: questionsOf(accesses, [...reads.values()]),
    runsUnseen: accesses.reachesAll || statements.some(({ runsUnseen }) => runsUnseen),
    isCutOff,
  };
}

function worldFactsOf({ world }: CellResult['accesses']): WorldFacts {
  const uses = [...world];
  const kindOf = (name: string) => (name.startsWith('file ') ? 'file' : 'stream');
  const facts = (of: (use: WorldUse) => Evidence | null) =>
    uses.flatMap(([name, use]): NameFact[] => {
      const evidence = of(use);
      return evidence === null ? [] : [{ name, kind: kindOf(name), alias: false, ...factOf(evidence) }];
    });
  return {
    reads: facts(({ read }) => read),
    changes: facts(({ write }) => write),
    replaces: new Set(uses.flatMap(([name, { replaced }]) => (replaced ? [name] : []))),
  };
}

/** Open questions about library calls, and reads on some paths only. */
function questionsOf({ asked, changes }: CellResult['accesses'], reads: readonly NameFact[]): Question[] {
  const found = reads
    .filter(({ alias, certain }) => !alias && !certain)
    .map(({ name, answer, by, line }): Question => ({ name, asks: 'reads', answer, by, line }));
  for (const [name, { line, by }] of asked) {
    const change = changes.get(name)?.evidence;
    if (change === undefined) found.push({ name, asks: 'changes', answer: false, by, line });
    else if (change.source !== 'text') {
      const { answer, source } = change;
      found.push({ name, asks: 'changes', answer, by: source, line: change.line });
    }
  }
  return found;
}

function factOf({ source, ...rest }: Evidence): Omit<NameFact, 'name' | 'kind' | 'alias'> {
  return { by: source, ...rest };
}
