/**
 * The facts of a notebook as far as its text and its saved outputs tell them: names from slicer/static, cell by cell in page order.
 * It judges nothing.
 * Imprecise: an argument of a library function counts as changed only if the name of the function says so.
 */

import { type CellLiveness, type LibraryKnowledge, PageNames, type ParsedCell } from '../static/index.ts';
import { isKernelName } from '../words/kernel-names.ts';
import { dottedPath } from './dotted-path.ts';
import type { CheckedCell, CheckedNotebook, CodeCell, NotebookFacts } from './facts.ts';
import { findStrings } from './find-strings.ts';
import { type FollowedNotebook, followedRuns } from './followed-runs.ts';
import { Ignores } from './ignores.ts';
import { functionsThatShow, type ShowingNotebook, showsSomething } from './shows-something.ts';
import { syntaxFacts } from './syntax-facts.ts';
import { type UnboundNames, unboundNames } from './unbound-names.ts';
import { type AnalysedCell, namesTooEarly, unboundName } from './undefined-names.ts';

/** The facts of a notebook. All facts except names are computed on demand. */
export function textFacts(notebook: CheckedNotebook, library: LibraryKnowledge): NotebookFacts {
  const imports = new Map<string, string>();
  const analysed: AnalysedCell[] = [];
  const loud = new Set<string>();
  const keepsOutputs = notebook.cells.some(({ outputs }) => outputs.length > 0);
  const ids = distinctIds(notebook.cells);
  const page = pageNames(notebook.cells, ids, library);
  for (const cell of notebook.cells) {
    if (cell.type !== 'code') continue;
    const id = ids.get(cell)!;
    const [parsed, names] = [page.parsed(id)!, page.of(id)!];
    for (const statement of names.statements)
      for (const [name, path] of statement.imports) imports.set(name, path);
    for (const name of functionsThatShow(parsed)) loud.add(name);
    analysed.push({
      cell: codeCell(cell, analysed.length + 1, parsed, names, { imports, loud, keepsOutputs }),
      names,
    });
  }
  const code = analysed.map(({ cell }) => cell);
  const flows = flowsBetween(code);
  let ignores: Ignores | null = null;
  let unbound: UnboundNames | null = null;
  let followed: FollowedNotebook | null = null;
  const follow = () => {
    followed ??= followedRuns(notebook, code, library);
    return followed;
  };
  return {
    ...notebook,
    code,
    get leaks() {
      return follow().leaks;
    },
    get world() {
      return follow().world;
    },
    get interpreted() {
      return follow().interpreted;
    },
    hasRun: code.some(({ executionCount }) => executionCount !== null),
    undefinedNames(cell) {
      unbound ??= unboundNames(code, notebook.surroundings);
      const early = namesTooEarly(notebook, analysed, cell);
      const known = new Set(early.map(({ name }) => name));
      const rest = [...(unbound.get(cell) ?? [])].filter(([name]) => !known.has(name));
      return [...early, ...rest.map(([name, places]) => unboundName(name, places, code))];
    },
    isIgnored(words, alias, cell, at) {
      ignores ??= new Ignores(notebook.cells);
      return ignores.covers(
        { isNamed: (codes) => words.some((word) => codes.includes(word)), alias },
        cell,
        at,
      );
    },
    readersOf: (cell) => flows.readers.get(cell) ?? [],
    writersFor: (cell) => flows.writers.get(cell) ?? [],
  };
}

/** The last names for each library: a new check of a notebook analyses only the cells that an edit can affect. */
const LAST_NAMES = new WeakMap<LibraryKnowledge, PageNames>();

/** The code cells with ids that no two of them share. */
function distinctIds(cells: readonly CheckedCell[]): ReadonlyMap<CheckedCell, string> {
  const taken = new Set<string>();
  const ids = new Map<CheckedCell, string>();
  for (const cell of cells) {
    if (cell.type !== 'code') continue;
    let { id } = cell;
    while (taken.has(id)) id += '+';
    taken.add(id);
    ids.set(cell, id);
  }
  return ids;
}

function pageNames(
  cells: readonly CheckedCell[],
  ids: ReadonlyMap<CheckedCell, string>,
  library: LibraryKnowledge,
): PageNames {
  const code = cells.filter((cell) => ids.has(cell));
  const last = LAST_NAMES.get(library);
  const alike = code.filter((cell) => last?.parsed(ids.get(cell)!)?.source === cell.source);
  // of another notebook nothing is worth keeping
  const names = last !== undefined && 2 * alike.length >= code.length ? last : new PageNames(library);
  LAST_NAMES.set(library, names);
  names.update([...ids.values()], new Map(code.map((cell) => [ids.get(cell)!, cell.source])));
  return names;
}

function codeCell(
  cell: CheckedCell,
  index: number,
  parsed: ParsedCell,
  names: CellLiveness,
  { imports, ...notebook }: ShowingNotebook & { readonly imports: ReadonlyMap<string, string> },
): CodeCell {
  let syntax: ReturnType<typeof syntaxFacts> | null = null;
  let strings: ReturnType<typeof findStrings> | null = null;
  let shows: boolean | null = null;
  const found: CodeCell = {
    ...cell,
    type: 'code',
    index,
    parsed,
    blank: parsed.statements.length === 0 && parsed.errors.length === 0,
    reads: new Set([...names.live].filter((name) => !isKernelName(name))),
    binds: names.writes,
    changes: names.mutates,
    opaque: names.unknownWrites || names.bindsUnseen,
    get statements() {
      syntax ??= syntaxFacts(parsed, (callee) => dottedPath(callee, imports));
      return syntax.statements;
    },
    get calls() {
      syntax ??= syntaxFacts(parsed, (callee) => dottedPath(callee, imports));
      return syntax.calls;
    },
    get imports() {
      syntax ??= syntaxFacts(parsed, (callee) => dottedPath(callee, imports));
      return syntax.imports;
    },
    get strings() {
      strings ??= findStrings(cell.source);
      return strings;
    },
    pathOf: (expression) => dottedPath(expression, imports),
    get shows() {
      shows ??= showsSomething(found, notebook);
      return shows;
    },
  };
  return found;
}

/** Which cells use the last bindings or changes of cells above. */
function flowsBetween(code: readonly CodeCell[]): {
  readonly readers: ReadonlyMap<CodeCell, readonly CodeCell[]>;
  readonly writers: ReadonlyMap<CodeCell, readonly CodeCell[]>;
} {
  const last = new Map<string, CodeCell[]>();
  const [readers, writers] = [new Map<CodeCell, CodeCell[]>(), new Map<CodeCell, CodeCell[]>()];
  for (const cell of code) {
    const from = new Set([...cell.reads, ...cell.changes].flatMap((name) => last.get(name) ?? []));
    writers.set(
      cell,
      [...from].toSorted((a, b) => a.index - b.index),
    );
    for (const other of from) add(readers, other, cell);
    for (const name of cell.changes) add(last, name, cell);
    // a binding on some paths only may leave the earlier value
    for (const name of cell.binds) add(last, name, cell);
  }
  return { readers, writers };
}

function add<K>(found: Map<K, CodeCell[]>, key: K, cell: CodeCell): void {
  const known = found.get(key);
  if (known) known.push(cell);
  else found.set(key, [cell]);
}
