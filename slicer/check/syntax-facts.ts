/** The statements, calls and imports of a cell, including nested ones. The caller resolves the names. */

import { type ParsedCell, parseCell } from '../static/parse.ts';
import type { Expression, Statement } from '../static/syntax.ts';
import type { FoundCall, FoundImport } from './facts.ts';
import { walkSyntax } from './walk-syntax.ts';

/** The facts of a cell's syntax, in order of its text. */
export interface SyntaxFacts {
  readonly statements: readonly Statement[];
  readonly calls: readonly FoundCall[];
  readonly imports: readonly FoundImport[];
}

const STATEMENTS = new Set<string>(
  (
    'expression assign annotated update delete return raise break continue pass assert global nonlocal import type-alias ' +
    'if while for try with match function class'
  ).split(' '),
);

/** Walks a cell once. `pathOf` gives the path of a callee. */
export function syntaxFacts(
  { statements: parsed }: ParsedCell,
  pathOf: (callee: Expression) => string | null,
): SyntaxFacts {
  const statements: Statement[] = [];
  const calls: FoundCall[] = [];
  const imports: FoundImport[] = [];
  walkSyntax(
    parsed.map(({ body }) => body),
    (node, { inFunction, inLoop, nested, tried }) => {
      if (node.type === 'call') calls.push({ node, path: pathOf(node.callee), inFunction, inLoop });
      if (!STATEMENTS.has(node.type)) return;
      const statement = node as Statement;
      statements.push(statement);
      if (statement.type !== 'import') return;
      const { module, names, star, from, to } = statement;
      const where = { at: { from, to }, top: !nested && !inFunction, tried };
      if (module !== null) {
        const [bound, taken] = [names.map((name) => name.bound), names.map((name) => name.path)];
        imports.push({ module, bound, taken, star, ...where });
      } else
        for (const { path, bound } of names)
          imports.push({ module: path, bound: [bound], taken: [], star: false, ...where });
    },
  );
  return { statements, calls, imports };
}

/** The imports of a cell. */
export function importsIn(source: string): readonly FoundImport[] {
  return syntaxFacts(parseCell(source), () => null).imports;
}
