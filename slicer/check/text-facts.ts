/**
 * The facts of a notebook as far as its text and its saved outputs tell them: names from slicer/static, cell by cell in page order.
 * It judges nothing.
 * Imprecise: an argument of a library function counts as changed only if the name of the function says so.
 */

import { followRuns } from '../leakage/index.ts';
import {
  type CellLiveness,
  type CodePlace,
  type Definedness,
  definedAfter,
  findUses,
  type LibraryKnowledge,
  PageNames,
  type ParsedCell,
} from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { isKernelName } from '../words/kernel-names.ts';
import { dottedPath } from './dotted-path.ts';
import type {
  CheckedCell,
  CheckedNotebook,
  CodeCell,
  FoundAction,
  LeakFacts,
  NotebookFacts,
  UndefinedName,
} from './facts.ts';
import { findStrings } from './find-strings.ts';
import type { CellEdit } from './finding.ts';
import { Ignores } from './ignores.ts';
import { lostRunOf } from './lost-run.ts';
import { nearName } from './near-name.ts';
import { placeIn } from './place-in.ts';
import { functionsThatShow, type ShowingNotebook, showsSomething } from './shows-something.ts';
import { syntaxFacts } from './syntax-facts.ts';
import { isGiven, type UnboundNames, unboundNames } from './unbound-names.ts';

/** The limit of reported ranges for one name. */
const MOST_PLACES = 5;

/** The facts of a notebook. All facts except names are computed on demand. */
export function textFacts(notebook: CheckedNotebook, library: LibraryKnowledge): NotebookFacts {
  const imports = new Map<string, string>();
  const analysed: { readonly cell: CodeCell; readonly names: CellLiveness }[] = [];
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

type FollowedNotebook = Pick<NotebookFacts, 'leaks' | 'world' | 'interpreted'>;

type Followed = ReturnType<typeof followRuns>;

/** The last result for each library: an open notebook is checked again after each run, mostly with the same texts. */
const LAST_FOLLOWED = new WeakMap<
  LibraryKnowledge,
  { readonly sources: readonly string[]; readonly found: Followed }
>();

function followSources(sources: readonly string[], library: LibraryKnowledge): Followed {
  const last = LAST_FOLLOWED.get(library);
  if (last?.sources.length === sources.length && sources.every((text, at) => text === last.sources[at]))
    return last.found;
  const found = followRuns(sources, library);
  LAST_FOLLOWED.set(library, { sources, found });
  return found;
}

/**
 * The runs to follow: for a session, the runs since the last restart in their order; otherwise the page from
 * the top.
 */
function followedRuns(
  { log }: CheckedNotebook,
  code: readonly CodeCell[],
  library: LibraryKnowledge,
): FollowedNotebook {
  const restarts = log?.at(-1)?.restarts ?? 0;
  const since = (log ?? []).filter((run) => run.restarts === restarts);
  const runs = since.length > 0 ? since : code.map(({ id, source }) => ({ cell: id, source }));
  const sourcesOf = (ran: LeakFacts['runs']) => ran.map(({ source }) => source);
  const { leaks, calls } = followSources(sourcesOf(runs), library);
  const after = (edits: readonly CellEdit[]) => {
    const texts = new Map(edits.map(({ cell, source }) => [cell, source]));
    const ran = runs.map(({ cell, source }) => ({
      cell,
      source: texts.has(cell) ? (texts.get(cell) ?? '') : source,
    }));
    return { ...followRuns(sourcesOf(ran), library).leaks, runs: ran };
  };
  const cells = new Map(code.map((cell) => [cell.id, cell]));
  const cellOf = (run: number) => cells.get(runs[run - 1]!.cell) ?? null;
  const actions = calls.actions.flatMap((action): FoundAction[] => {
    const [cell, of] = [cellOf(action.cell), cellOf(action.at.cell)];
    if (cell === null || of === null) return [];
    return [{ ...action, cell, of, at: placeIn(of.source, runs[action.at.cell - 1]!.source, action.at) }];
  });
  const open = new Set([...calls.open].map(cellOf));
  const placesOf = ({ id, source }: CodeCell, { from, to }: Range): CodePlace[] =>
    runs.flatMap((run, i) => (run.cell === id && run.source === source ? [{ cell: i + 1, from, to }] : []));
  return {
    interpreted: {
      receiversOf: (cell, call) => [
        ...new Set(placesOf(cell, call).flatMap((place) => calls.receiversOf(place))),
      ],
      isRepeated: (cell, call) => placesOf(cell, call).some((place) => calls.isRepeated(place)),
    },
    leaks: { ...leaks, runs, after },
    world: { actions, isOpen: (cell) => open.has(cell), seedOf: (stream) => library.setterOf(stream) },
  };
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

/** Names that the cell surely reads, and no cell above has defined. */
function namesTooEarly(
  notebook: CheckedNotebook,
  analysed: readonly { readonly cell: CodeCell; readonly names: CellLiveness }[],
  cell: CodeCell,
): UndefinedName[] {
  const { names } = analysed[cell.index - 1]!;
  const above = analysed.slice(0, cell.index - 1);
  if (cell.parsed.errors.length > 0 || above.some((each) => hides(each.cell))) return [];
  return [...names.readings].flatMap(([name, reading]): UndefinedName[] => {
    if (reading !== 'surely' || isGiven(name)) return [];
    let defined: Definedness = 'not';
    let last: CodeCell | null = null;
    for (const { cell: other, names: theirs } of above) {
      const change = theirs.bindings.get(name);
      if (change === undefined) continue;
      defined = definedAfter(defined, change);
      last = other;
    }
    if (defined !== 'not') return [];
    const below = analysed.slice(cell.index).find(({ names: other }) => other.writes.has(name));
    const known = above.flatMap((each) => [...each.names.writes]);
    const places = placesOf(cell, names, name);
    return [
      {
        name,
        surely: true,
        places,
        indirect: places.every(({ from, to }) => !cell.source.slice(from, to).includes(name)),
        below: below?.cell ?? null,
        deletedIn: last,
        near: below || last ? null : nearName(name, known),
        lostRun: lostRunOf(notebook, cell, name),
      },
    ];
  });
}

/** A name that no cell binds, and that perhaps no run reads. */
function unboundName(name: string, places: readonly Range[], code: readonly CodeCell[]): UndefinedName {
  const none = { indirect: false, below: null, deletedIn: null, lostRun: null };
  const known = code.flatMap(({ binds }) => [...binds]);
  return { name, surely: false, places: places.slice(0, MOST_PLACES), near: nearName(name, known), ...none };
}

/** Whether the text of a cell does not show its future bindings: it is not Python. */
function hides({ opaque, parsed }: CodeCell): boolean {
  return opaque || parsed.errors.length > 0;
}

/**
 * The ranges of a name's uses in the cell; if there are none, the uses in its functions; otherwise (`n += 1`)
 * the reading statement.
 */
function placesOf(cell: CodeCell, names: CellLiveness, name: string): Range[] {
  const at = names.statements.findIndex(({ readings }) => readings.has(name));
  const own = findUses(cell.parsed.statements[at]?.body ?? [], name);
  const uses = own.length > 0 ? own : cell.parsed.statements.flatMap(({ body }) => findUses(body, name));
  const statement = cell.parsed.statements[at];
  if (uses.length === 0 && statement !== undefined) return [{ from: statement.from, to: statement.to }];
  return uses.slice(0, MOST_PLACES);
}
