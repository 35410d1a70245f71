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
  const analysed = analysedCells(notebook.cells, library);
  const code = analysed.map(({ cell }) => cell);
  let ignores: Ignores | null = null;
  let unbound: UnboundNames | null = null;
  let early: ReturnType<typeof namesTooEarly> | null = null;
  let flows: ReturnType<typeof flowsBetween> | null = null;
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
      early ??= namesTooEarly(notebook, analysed);
      const tooEarly = early(cell);
      const known = new Set(tooEarly.map(({ name }) => name));
      const rest = [...(unbound.get(cell) ?? [])].filter(([name]) => !known.has(name));
      return [...tooEarly, ...rest.map(([name, places]) => unboundName(name, places, code))];
    },
    isIgnored(words, alias, cell, at) {
      ignores ??= new Ignores(notebook.cells);
      return ignores.covers(
        { isNamed: (codes) => words.some((word) => codes.includes(word)), alias },
        cell,
        at,
      );
    },
    readersOf(cell) {
      flows ??= flowsBetween(code);
      return flows.readers.get(cell) ?? [];
    },
    writersFor(cell) {
      flows ??= flowsBetween(code);
      return flows.writers.get(cell) ?? [];
    },
  };
}

/** What the facts of each cell depend on beside the cell. */
interface Common extends ShowingNotebook {
  readonly imports: ReadonlyMap<string, string>;
}

/** The last check with a library: a new check of the notebook analyses only the cells that an edit can affect. */
interface LastCheck {
  readonly page: PageNames;
  readonly common: Common;
  readonly analysed: readonly AnalysedCell[];
}

const LAST = new WeakMap<LibraryKnowledge, LastCheck>();

/** The code cells, in order. A cell is the object of the last check if all that its facts depend on is the same. */
function analysedCells(cells: readonly CheckedCell[], library: LibraryKnowledge): readonly AnalysedCell[] {
  const last = LAST.get(library);
  const ids = distinctIds(cells);
  const page = pageNames(ids, last?.page, library);
  const found = [...ids].map(([cell, id]) => ({ cell, parsed: page.parsed(id)!, names: page.of(id)! }));
  const common = commonOf(cells, found, last?.common);
  const analysed = found.map(({ cell, parsed, names }, at): AnalysedCell => {
    const known = last?.common === common ? last.analysed[at] : undefined;
    if (known?.names === names && known.given === cell && known.cell.parsed === parsed) return known;
    return { given: cell, cell: codeCell(cell, at + 1, parsed, names, common), names };
  });
  LAST.set(library, { page, common, analysed });
  return analysed;
}

/** The common facts of the cells; those of the last check if they are equal. */
function commonOf(
  cells: readonly CheckedCell[],
  found: readonly { readonly parsed: ParsedCell; readonly names: CellLiveness }[],
  last: Common | undefined,
): Common {
  const imports = new Map(
    found.flatMap(({ names }) => names.statements.flatMap((statement) => [...statement.imports])),
  );
  const loud = new Set(found.flatMap(({ parsed }) => functionsThatShow(parsed)));
  const keepsOutputs = cells.some(({ outputs }) => outputs.length > 0);
  const isSame =
    last?.keepsOutputs === keepsOutputs &&
    last.loud.size === loud.size &&
    last.imports.size === imports.size &&
    [...loud].every((name) => last.loud.has(name)) &&
    [...imports].every(([name, path]) => last.imports.get(name) === path);
  return isSame ? last : { imports, loud, keepsOutputs };
}

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
  ids: ReadonlyMap<CheckedCell, string>,
  last: PageNames | undefined,
  library: LibraryKnowledge,
): PageNames {
  const alike = [...ids].filter(([{ source }, id]) => last?.parsed(id)?.source === source);
  // of another notebook nothing is worth keeping
  const names = last !== undefined && 2 * alike.length >= ids.size ? last : new PageNames(library);
  names.update([...ids.values()], new Map([...ids].map(([{ source }, id]) => [id, source])));
  return names;
}

function codeCell(
  cell: CheckedCell,
  index: number,
  parsed: ParsedCell,
  names: CellLiveness,
  { imports, ...notebook }: Common,
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
