/** Imports of names that code above has imported in the same way. */

import type { CodeCell } from './facts.ts';
import { type ImportedBinding, topImports } from './imported-names.ts';

/** The repeated imports at module level, in order of the page. */
export function repeatedImports(code: readonly CodeCell[]): (ImportedBinding & { readonly what: string })[] {
  const known = new Map<string, string>();
  return code.flatMap((cell) => {
    const imports = topImports(cell);
    const found = imports.filter(({ name, path }) => {
      const before = known.get(name);
      known.set(name, path);
      return before === path;
    });
    for (const name of boundOtherwise(cell, imports)) known.delete(name);
    return found.map((each) => ({ ...each, what: `${each.name} is imported again` }));
  });
}

/** Names that the cell may bind by anything but these imports. */
function boundOtherwise({ binds, statements }: CodeCell, imports: readonly ImportedBinding[]): string[] {
  const byImport = new Set(imports.map(({ name }) => name));
  const also = statements.flatMap((statement) => {
    if (statement.type === 'assign' || statement.type === 'delete')
      return statement.targets.flatMap((target) => (target.type === 'name' ? [target.id] : []));
    if (statement.type === 'function' || statement.type === 'class')
      return statement.name === null ? [] : [statement.name.id];
    return [];
  });
  return [...binds].filter((name) => !byImport.has(name) || also.includes(name));
}
