/**
 * Builtins and imports that a cell rebinds, though later code uses them as before. The order is the page's;
 * bodies of functions count where they stand.
 */

import { BUILTIN_NAMES } from '../static/index.ts';
import type { CallExpression, Expression, Range, Statement } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import type { CellFault } from './one-note.ts';
import { targetNames } from './target-names.ts';
import { walkSyntax } from './walk-syntax.ts';

/** A use of a name that means something else by then; `by`: the cell with the rebinding. */
export interface ShadowedUse extends CellFault {
  readonly name: string;
  readonly by: CodeCell;
  /** Whether the use surely fails. */
  readonly surely: boolean;
}

/** Functions and methods that return data, which nobody can call. */
const GIVES_DATA =
  /^(?:sum|max|min|len|list|str|int|float|sorted|dict|set|tuple|abs|round|input|range|zip|bool|bytes)$|\.(?:min|max|sum|mean|count|tolist|split|strip|read|readlines|keys|values|items)$/;

interface Rebinding {
  readonly by: CodeCell;
  readonly surely: boolean;
}

/** Calls of builtins that a cell above has bound to data. */
export function shadowedBuiltins(code: readonly CodeCell[]): ShadowedUse[] {
  const rebound = new Map<string, Rebinding>();
  return inPageOrder(code, ({ cell, statement }) => {
    const found = calledNames(statement).flatMap(({ name, at }): ShadowedUse[] => {
      const known = rebound.get(name);
      if (known === undefined) return [];
      return [{ cell, at, name, ...known, what: `${name} is used as the builtin` }];
    });
    for (const { name, value } of bindingsOf(statement)) {
      if (!BUILTIN_NAMES.has(name)) continue;
      const isData = value === 'loop' || isDataValue(cell, value);
      if (isData) rebound.set(name, { by: cell, surely: value !== 'loop' });
      else rebound.delete(name);
    }
    return found;
  });
}

/** Uses of imported names that a cell above has bound to something else. */
export function shadowedImports(code: readonly CodeCell[]): ShadowedUse[] {
  const imported = new Map<string, { path: string; readonly members: Set<string> }>();
  const rebound = new Map<string, Rebinding & { readonly members: ReadonlySet<string> }>();
  return inPageOrder(code, ({ cell, statement }) => {
    const found: ShadowedUse[] = [];
    for (const { name, member, at } of membersUsed(statement)) {
      const shadow = rebound.get(name);
      if (shadow?.members.has(member))
        found.push({ cell, at, name, by: shadow.by, surely: false, what: `${name}.${member} is used` });
      else imported.get(name)?.members.add(member);
    }
    for (const { name, value, path } of bindingsOf(statement)) {
      const known = imported.get(name);
      if (path !== undefined && (known === undefined || known.path === path)) {
        if (known === undefined) imported.set(name, { path, members: new Set() });
        rebound.delete(name);
      } else if (known !== undefined) {
        imported.delete(name);
        const isOther = path !== undefined || value === 'loop' || isDataValue(cell, value);
        if (isOther && known.members.size > 0)
          rebound.set(name, { by: cell, surely: false, members: known.members });
        if (path !== undefined) imported.set(name, { path, members: new Set() });
      } else rebound.delete(name);
    }
    return found;
  });
}

function inPageOrder(
  code: readonly CodeCell[],
  visit: (place: { readonly cell: CodeCell; readonly statement: Statement }) => ShadowedUse[],
): ShadowedUse[] {
  return code.flatMap((cell) =>
    cell.parsed.statements.flatMap(({ body, isolated }) =>
      isolated === null ? body.flatMap((statement) => visit({ cell, statement })) : [],
    ),
  );
}

/** A binding at module level. `value`: the assigned expression; `path`: an imported object. */
interface Binding {
  readonly name: string;
  readonly value: Expression | 'loop' | null;
  readonly path?: string;
}

/** The bindings of a statement and its blocks, without functions. */
function bindingsOf(statement: Statement): Binding[] {
  switch (statement.type) {
    case 'assign':
      return statement.targets.flatMap((target): Binding[] => {
        if (target.type === 'name') return [{ name: target.id, value: statement.value }];
        return targetNames(target).map((name) => ({ name, value: null }));
      });
    case 'delete':
      return statement.targets.flatMap(targetNames).map((name) => ({ name, value: null }));
    case 'import':
      return statement.names.map(({ bound, path }) => {
        const full = path.startsWith(`${bound}.`) ? bound : path;
        return {
          name: bound,
          value: null,
          path: statement.module === null ? full : `${statement.module}.${path}`,
        };
      });
    case 'function':
    case 'class':
      return statement.name === null ? [] : [{ name: statement.name.id, value: null }];
    case 'for': {
      const own = targetNames(statement.target).map((name): Binding => ({ name, value: 'loop' }));
      return [...own, ...[...statement.body, ...statement.otherwise].flatMap(bindingsOf)];
    }
    case 'if':
    case 'while':
      return [...statement.body, ...statement.otherwise].flatMap(bindingsOf);
    case 'with':
      return statement.body.flatMap(bindingsOf);
    case 'try':
      // (a fallback for a missing module binds the name to something else on purpose)
      return [];
    default:
      return [];
  }
}

/** Whether a value surely is data, which is neither called nor has the members of a module. */
function isDataValue(cell: CodeCell, value: Expression | 'loop' | null): boolean {
  if (value === null || value === 'loop') return false;
  if (value.type === 'display' || value.type === 'constant') return true;
  if (value.type === 'comprehension') return true;
  if (value.type !== 'call') return false;
  const path = pathOf(cell, value);
  return path !== null && GIVES_DATA.test(path);
}

function pathOf(cell: CodeCell, call: CallExpression): string | null {
  return cell.calls.find(({ node }) => node === call)?.path ?? null;
}

/** Called names, and classes that `isinstance` compares with. */
function calledNames(statement: Statement): { readonly name: string; readonly at: Range }[] {
  const found: { readonly name: string; readonly at: Range }[] = [];
  walkSyntax(statement, (node) => {
    if (node.type !== 'call' || node.callee.type !== 'name') return;
    const { from, to, id } = node.callee;
    found.push({ name: id, at: { from, to } });
    const [, second] = node.arguments;
    if (id === 'isinstance' && second?.value.type === 'name')
      found.push({ name: second.value.id, at: { from: second.value.from, to: second.value.to } });
  });
  return found;
}

function membersUsed(
  statement: Statement,
): { readonly name: string; readonly member: string; readonly at: Range }[] {
  const found: { readonly name: string; readonly member: string; readonly at: Range }[] = [];
  walkSyntax(statement, (node) => {
    if (node.type !== 'attribute' || node.object.type !== 'name') return;
    const { from, to } = node;
    found.push({ name: node.object.id, member: node.attribute, at: { from, to } });
  });
  return found;
}
