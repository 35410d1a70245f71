/** Tables from the text of cells: statements, defined names, imports. */

import { type CodeCell, normalizeDistribution } from '../../check/index.ts';
import type { Statement } from '../../static/syntax.ts';
import { lineAt } from '../../words/line-at.ts';
import { columnsOf, type Table } from '../table.ts';

export const statements: Table = {
  name: 'statements',
  what: 'a statement of a cell, without nested statements',
  columns: columnsOf(`
    cell text the cell
    statement integer its position in the cell, from 1
    kind text expression, assign, import, for, if, function, class …
    line integer its first line in the cell, from 1
    end_line integer its last line
    text text its text
  `),
  *rows({ facts }) {
    for (const { id, parsed } of facts.code) {
      for (const [at, { body, startLine, endLine, text }] of parsed.statements.entries()) {
        const kind = body[0]?.type ?? 'command';
        yield { cell: id, statement: at + 1, kind, line: startLine, end_line: endLine, text };
      }
    }
  },
};

export const names: Table = {
  name: 'names',
  what: 'a name that a cell defines',
  columns: columnsOf(`
    cell text the cell
    name text the name
    kind text variable, function, class or import
    certain flag whether the cell defines the name on every path
  `),
  *rows({ facts, interpreted }) {
    for (const cell of facts.code) {
      const { changes } = interpreted.facts[cell.index - 1]!;
      const kinds = kindsIn(cell);
      for (const name of cell.binds) {
        const certain = changes.find((fact) => fact.name === name)?.certain;
        yield { cell: cell.id, name, kind: kinds.get(name) ?? 'variable', certain: certain ?? true };
      }
    }
  },
};

/** Definitions by functions, classes and imports; all other names are variables. */
function kindsIn({ statements: found, imports: imported }: CodeCell): ReadonlyMap<string, string> {
  const defined = found.flatMap((statement: Statement) =>
    (statement.type === 'function' || statement.type === 'class') && statement.name !== null
      ? [[statement.name.id, statement.type] as const]
      : [],
  );
  return new Map([
    ...imported.flatMap(({ bound }) => bound.map((name) => [name, 'import'] as const)),
    ...defined,
  ]);
}

export const imports: Table = {
  name: 'imports',
  what: 'a module that a cell imports',
  columns: columnsOf(`
    cell text the cell
    line integer the line in the cell, from 1
    module text the module: sklearn.svm
    star flag whether the statement is from MODULE import *
    origin text standard (of Python), kernel (there in every notebook), local (of the project) or package
    distribution text of a package: its name in the package index, scikit-learn
    version text of a package: the version in the project's environment, if there is one
    required flag of a package: whether a requirements file of the project names the package
  `),
  *rows({ source: { checked }, facts }) {
    const { surroundings } = checked;
    const required = surroundings.requirements()?.names;
    for (const { id, source, imports: own } of facts.code) {
      for (const { module, star, at } of own) {
        const row = { cell: id, line: lineAt(source, at.from), module, star };
        if (module.startsWith('.')) {
          yield { ...row, origin: 'local' };
          continue;
        }
        const origin = surroundings.originOf(module);
        if (origin.type !== 'package') yield { ...row, origin: origin.type };
        else {
          const { distributions, installed } = origin;
          const isRequired = distributions.some((name) => required?.has(normalizeDistribution(name)));
          const distribution = distributions[0] ?? null;
          yield { ...row, origin: 'package', distribution, version: installed, required: isRequired };
        }
      }
    }
  },
};
