/** Second definitions of functions, classes and methods that nothing used in between. Decorators may register the first. */

import { findUses } from '../static/index.ts';
import type { ClassStatement, FunctionStatement, Statement } from '../static/syntax.ts';
import type { CodeCell } from './facts.ts';
import type { CellFault } from './one-note.ts';

/** A second definition. `first`: the cell with the first one. */
export interface Redefinition extends CellFault {
  readonly name: string;
  readonly first: CodeCell;
}

type Definition = FunctionStatement | ClassStatement;

/** In order of the page. */
export function redefinitions(code: readonly CodeCell[]): Redefinition[] {
  const known = new Map<string, CodeCell>();
  const found: Redefinition[] = [];
  for (const cell of code) {
    if (cell.opaque || cell.parsed.errors.length > 0) known.clear();
    const words = new Set(cell.parsed.opaque ? (cell.source.match(/\w+/g) ?? []) : []);
    for (const { body, text, magics } of cell.parsed.statements) {
      for (const statement of body) {
        const definition = plainDefinition(statement);
        // (a use in the body of the second definition counts too)
        for (const name of known.keys())
          if (
            words.has(name) ||
            magics.some(() => text.includes(name)) ||
            findUses([statement], name).length > 0
          )
            known.delete(name);
        if (definition === null) {
          for (const name of boundBy(statement)) known.delete(name);
          continue;
        }
        const { id, ...at } = definition.name!;
        const first = known.get(id);
        const range = { from: at.from, to: at.to };
        if (first !== undefined)
          found.push({ cell, at: range, name: id, first, what: `${id} is defined again` });
        known.set(id, cell);
        if (definition.type === 'class') found.push(...repeatedMethods(cell, definition));
      }
    }
  }
  return found;
}

function plainDefinition(statement: Statement): Definition | null {
  const isDefinition = statement.type === 'function' || statement.type === 'class';
  if (!isDefinition || statement.name === null || statement.decorators.length > 0) return null;
  return statement.name.id === '_' ? null : statement;
}

function boundBy(statement: Statement): string[] {
  if (statement.type === 'assign')
    return statement.targets.flatMap((target) => (target.type === 'name' ? [target.id] : []));
  if ((statement.type === 'function' || statement.type === 'class') && statement.name !== null)
    return [statement.name.id];
  return statement.type === 'import' ? statement.names.map(({ bound }) => bound) : [];
}

/** Methods whose name has an earlier method of the class, which so is never called. */
function repeatedMethods(cell: CodeCell, { body }: ClassStatement): Redefinition[] {
  const known = new Set<string>();
  return body.flatMap((statement): Redefinition[] => {
    const definition = plainDefinition(statement);
    if (definition === null) {
      for (const name of boundBy(statement)) known.delete(name);
      return [];
    }
    const { id, from, to } = definition.name!;
    if (known.has(id))
      return [{ cell, at: { from, to }, name: id, first: cell, what: `${id} is defined again` }];
    known.add(id);
    return [];
  });
}
