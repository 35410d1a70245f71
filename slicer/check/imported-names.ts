/**
 * The imports of a notebook by scope, and the ones whose names no code uses. Cells in other languages, and texts
 * that a call runs, use each name that they have as a word.
 */

import { cellScopes, type NameUse, resolveName, type Scope } from '../static/index.ts';
import type { Range, Statement } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import { perCell } from './per-cell.ts';
import type { Surroundings } from './surroundings.ts';

/** A name that an import binds. */
export interface ImportedBinding {
  readonly cell: CodeCell;
  readonly name: string;
  /** The imported object: `numpy`, `sklearn.svm.SVC`, `scipy.stats`. */
  readonly path: string;
  readonly at: Range;
  /** Null: at module level. */
  readonly scope: Scope | null;
  /** Whether the import stands in no block or function. */
  readonly top: boolean;
}

/** Calls that run a text, or look names up in it. */
const RUNS_TEXT = /(?:^|\.)(?:eval|exec|query|timeit|repeat|Timer|run|runctx|run_cell|run_line_magic|sqldf)$/;
const WORD = /[\p{L}_][\p{L}\p{N}_]*/gu;

/** Imports whose names are never used, in order of the page. */
export function unusedImports(code: readonly CodeCell[], surroundings: Surroundings): ImportedBinding[] {
  // other files may use the names of this notebook
  if (code.some(({ source }) => /^\s*%run\b.*(?:\.ipynb|\s-i\b)/m.test(source))) return [];
  const cells = code.map(importsAndUses);
  const used = new Set(cells.flatMap(({ words }) => words));
  return cells
    .flatMap(({ imports }) => imports)
    .filter(({ name, scope, path }) => (scope !== null || !used.has(name)) && !surroundings.importActs(path));
}

/** The imports of a cell without those that a function uses itself, and the names that other imports are used by. */
const importsAndUses = perCell((cell) => {
  const { module, of, uses } = cellScopes(cell.parsed);
  const locals = new Map<Scope, Set<string>>();
  for (const { name, scope } of uses) {
    const owner = resolveName(name, scope);
    locals.set(owner, (locals.get(owner) ?? new Set()).add(name));
  }
  const imports = importsOf(cell, module, of).filter(
    ({ scope, name }) => scope === null || !locals.get(scope)?.has(name),
  );
  const words = new Set(uses.filter(isGlobal).map(({ name }) => name));
  addWords(cell, words);
  return { imports, words: [...words] };
});

/** Imports at module level that no block holds. */
export const topImports = perCell((cell): readonly ImportedBinding[] => {
  const { module, of } = cellScopes(cell.parsed);
  return importsOf(cell, module, of).filter(({ top }) => top);
});

function isGlobal({ name, scope }: NameUse): boolean {
  return resolveName(name, scope).kind === 'module';
}

function addWords({ source, parsed, calls, strings }: CodeCell, used: Set<string>): void {
  const add = (text: string) => {
    for (const [word] of text.matchAll(WORD)) used.add(word);
  };
  if (parsed.opaque || parsed.errors.length > 0) add(source);
  for (const { magics } of parsed.statements) for (const { from, to } of magics) add(source.slice(from, to));
  if (calls.some(({ path }) => path !== null && RUNS_TEXT.test(path)))
    for (const { text } of strings) add(text);
  if (/\b__all__\b/.test(source)) for (const { text } of strings) add(text);
}

/** The imports of a cell outside of `try`, where a notebook only looks whether there is a module. */
function importsOf(
  cell: CodeCell,
  module: Scope,
  scopes: ReturnType<typeof cellScopes>['of'],
): ImportedBinding[] {
  const found: ImportedBinding[] = [];
  const visit = (statements: readonly Statement[], scope: Scope, top: boolean): void => {
    for (const statement of statements) {
      if (statement.type === 'import') {
        if (statement.star || statement.module === '__future__') continue;
        for (const { bound, path } of statement.names) {
          const full = statement.module === null ? path : `${statement.module}.${path}`;
          const owner = resolveName(bound, scope);
          const at = { from: statement.from, to: statement.to };
          const place = owner.kind === 'module' ? null : scope;
          if (scope.kind !== 'class') found.push({ cell, name: bound, path: full, at, scope: place, top });
        }
      } else if (statement.type === 'function' || statement.type === 'class') {
        visit(statement.body, scopes.get(statement) ?? scope, false);
      } else if (statement.type === 'try') {
        if (statement.handlers.length === 0) visit(statement.body, scope, false);
        visit([...statement.otherwise, ...statement.finally], scope, false);
      } else {
        if ('body' in statement) visit(statement.body, scope, false);
        if ('otherwise' in statement) visit(statement.otherwise, scope, false);
      }
    }
  };
  visit(
    cell.parsed.statements.filter(({ isolated }) => isolated === null).flatMap(({ body }) => body),
    module,
    true,
  );
  return found;
}
