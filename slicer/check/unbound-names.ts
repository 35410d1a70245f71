/**
 * Names that no cell binds, wherever a cell uses them: in loops, comprehensions, functions that nobody calls,
 * class bodies, branches. The order of cells does not matter here: undefined-names.ts finds names used too early.
 */

import {
  BUILTIN_NAMES,
  buildScopes,
  catchesMissing,
  type Magic,
  resolveName,
  type Scope,
} from '../static/index.ts';
import type { Range, Statement } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import { ownUpdates } from './own-updates.ts';
import { perCell } from './per-cell.ts';
import type { Surroundings } from './surroundings.ts';
import { unseenBindings } from './unseen-bindings.ts';
import { walkSyntax } from './walk-syntax.ts';

/** Names of the shell, and of classes and modules; a kernel runs no file, so `__file__` is missing. */
const OF_SHELL =
  /^(?:_{1,3}|_i{1,3}|_i?\d+|_[iod]h|_exit_code|__(?!file__)\w+__|In|Out|get_ipython|display)$/;
/** Names that clusters define for every notebook. */
const HOSTED = /^(?:sc|spark|sqlContext|dbutils|displayHTML)$/;
/** A test for the version of Python, or for the place where the notebook runs. */
const GUARD = /version|\bPY_?[23]\b|TYPE_CHECKING|\b(?:globals|locals|vars|dir)\(\)/i;

const NO_UPDATES: ReadonlyMap<string, Range> = new Map();

/** The unbound names of each cell, each with its uses. */
export type UnboundNames = ReadonlyMap<CodeCell, ReadonlyMap<string, readonly Range[]>>;

/** Whether a name exists without any cell: of Python, of the shell, or of a hosted notebook. */
export function isGiven(name: string): boolean {
  if (name === '__file__') return false;
  return BUILTIN_NAMES.has(name) || OF_SHELL.test(name) || HOSTED.test(name);
}

/** The unbound names of a notebook; none where a cell may bind any name unseen. */
export function unboundNames(code: readonly CodeCell[], surroundings: Surroundings): UnboundNames {
  const found = new Map<CodeCell, Map<string, Range[]>>();
  const bound = new Set<string>();
  for (const cell of code) {
    const unseen = unseenBindings(cell, surroundings);
    if (unseen === null) return found;
    for (const name of unseen) bound.add(name);
    for (const name of globalsOf(cell).bound) bound.add(name);
  }
  for (const cell of code) {
    const own = new Map<string, Range[]>();
    for (const { name, at } of globalsOf(cell).used) {
      if (bound.has(name)) continue;
      const known = own.get(name);
      if (known === undefined) own.set(name, [at]);
      else known.push(at);
    }
    if (own.size > 0) found.set(cell, own);
  }
  return found;
}

/** The global names in a cell. */
interface CellGlobals {
  /** Names that the cell or its functions bind. */
  readonly bound: ReadonlySet<string>;
  /** Uses of names that a cell must bind. */
  readonly used: readonly NamedRange[];
}

interface NamedRange {
  readonly name: string;
  readonly at: Range;
}

const globalsOf = perCell((cell): CellGlobals => {
  const { opaque, statements } = cell.parsed;
  const handled = handlerNames(cell);
  const updated = opaque ? NO_UPDATES : ownUpdates(statements.flatMap(({ body }) => body));
  const bound = new Set([...cell.binds].filter((name) => !handled.has(name) && !updated.has(name)));
  const used = opaque ? [] : usesIn(cell, bound, updated);
  return { bound, used: used.filter(({ name }) => !isGiven(name)) };
});

/** The uses of global names in a cell; adds the names that its functions bind globally. */
function usesIn(cell: CodeCell, bound: Set<string>, updated: ReadonlyMap<string, Range>): NamedRange[] {
  const { statements } = cell.parsed;
  const end = statements.findIndex(({ body }) => body.some((statement) => endsRun(cell, statement)));
  return statements.flatMap(({ body, isolated, certainty, magics }, at) => {
    if (certainty === 'harmless' || (end >= 0 && at > end)) return [];
    const excused = [...excusedIn(body, cell.source), ...commandsIn(magics)];
    const { module, uses } = buildScopes(body.map(withoutHandlerNames));
    if (isolated === null) addBound(module, bound, updated);
    const changes = [...updated].flatMap(([name, range]) => {
      const isHere = body.some(({ from, to }) => from <= range.from && range.to <= to);
      return isHere && !uses.some((use) => use.from === range.from)
        ? [{ name, scope: module, ...range }]
        : [];
    });
    return [...uses, ...changes].flatMap(({ name, scope, from, to }) => {
      if (resolveName(name, scope).kind !== 'module' || isolated?.has(name)) return [];
      const isExcused = excused.some(
        (range) => range.from <= from && to <= range.to && (range.name === null || range.name === name),
      );
      return isExcused ? [] : [{ name, at: { from, to } }];
    });
  });
}

/** Whether nothing after a statement runs. */
function endsRun(cell: CodeCell, { type, from, to }: Statement): boolean {
  if (type === 'raise') return true;
  const called = cell.calls.find(({ node }) => node.from === from && node.to === to)?.path ?? '';
  return type === 'expression' && /^(?:exit|quit|sys\.exit|os\._exit)$/.test(called);
}

function addBound(scope: Scope, bound: Set<string>, updated: ReadonlyMap<string, Range>): void {
  for (const name of scope.bound) {
    const isUpdate = scope.kind === 'module' && updated.has(name);
    if (!isUpdate && resolveName(name, scope).kind === 'module') bound.add(name);
  }
  for (const child of scope.children) addBound(child, bound, updated);
}

/** A range in which a missing name does no harm. `name`: only this name, null: any. */
export interface Excused extends Range {
  readonly name: string | null;
}

/** The ranges in which the author expects that something may be missing. */
export function excusedIn(body: readonly Statement[], source: string): Excused[] {
  const found: Excused[] = [];
  walkSyntax(body, (node) => {
    if (node.type === 'if' && node.test !== null && GUARD.test(source.slice(node.test.from, node.test.to)))
      found.push({ ...rangeOf([node]), name: null });
    if (node.type === 'conditional' && GUARD.test(source.slice(node.test.from, node.test.to)))
      found.push({ from: node.from, to: node.to, name: null });
    if (node.type !== 'try') return;
    if (node.handlers.some(({ exception }) => catchesMissing(exception)))
      found.push({ ...rangeOf(node.body), name: null });
    for (const { name, from, to } of node.handlers)
      if (name !== null) found.push({ from, to, name: name.id });
  });
  return found;
}

/** IPython leaves `{name}` in a command as it is if there is no such name. */
function commandsIn(magics: readonly Magic[]): Excused[] {
  return magics.map(({ from, to, pythonFrom }) => ({ from, to: pythonFrom ?? to, name: null }));
}

function handlerNames({ statements }: CodeCell): ReadonlySet<string> {
  return new Set(
    statements.flatMap((statement) =>
      statement.type === 'try'
        ? statement.handlers.flatMap(({ name }) => (name === null ? [] : [name.id]))
        : [],
    ),
  );
}

function rangeOf(statements: readonly Range[]): Range {
  return { from: statements[0]?.from ?? 0, to: statements.at(-1)?.to ?? 0 };
}

/** A statement whose handlers bind no names: Python unbinds `err` of `except … as err` at the end of the handler. */
function withoutHandlerNames<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(withoutHandlerNames) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const copied: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copied[key] = withoutHandlerNames(value);
  if ('exception' in part && 'name' in part) copied.name = null;
  return copied as Part;
}
