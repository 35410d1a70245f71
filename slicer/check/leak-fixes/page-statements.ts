/**
 * The statements of a page in order, the statements of given ranges, and their texts with other names. It
 * decides nothing.
 */

import type { LeakStep, LeakWatch } from '../../leakage/index.ts';
import { type CellStatement, findGlobalNames } from '../../static/index.ts';
import type { CallExpression, Expression, NameExpression, Range, Statement } from '../../static/syntax.ts';
import type { CodeCell, NotebookFacts } from '../facts.ts';
import { walkSyntax } from '../walk-syntax.ts';

/** A statement of the page. */
export interface PageStatement {
  readonly cell: CodeCell;
  readonly statement: CellStatement;
  /** The position among all statements. */
  readonly at: number;
}

/** The new text of a range. */
export interface Replacement extends Range {
  readonly text: string;
}

/** The statements in page order; empty if the cells ran in another order, or with other texts. */
export function pageStatements({ code, leaks }: NotebookFacts): readonly PageStatement[] {
  const isPage =
    leaks.runs.length === code.length &&
    leaks.runs.every(({ cell, source }, i) => code[i]!.id === cell && code[i]!.source === source);
  if (!isPage || code.some(({ parsed }) => parsed.errors.length > 0)) return [];
  return code
    .flatMap((cell) => cell.parsed.statements.map((statement) => ({ cell, statement })))
    .map((each, at) => ({ ...each, at }));
}

/** The statement that contains the range of a leak. Runs are the runs of the page. */
export function statementAt(page: readonly PageStatement[], site: LeakStep['site']): PageStatement | null {
  const found = page.find(
    ({ cell, statement }) =>
      cell.index === site.run && statement.from <= site.at.from && site.at.to <= statement.to,
  );
  return found ?? null;
}

/** The statements of a leak's path that a run can watch. */
export function watchedStatements(
  page: readonly PageStatement[],
  path: readonly LeakStep[],
  watch: LeakWatch,
): readonly PageStatement[] {
  const found = path.filter((step) => step.watch.includes(watch)).map(({ site }) => statementAt(page, site));
  return [...new Set(found.filter((each) => each !== null))];
}

/** The single simple statement; null: a block, a command, or several statements. */
export function simpleStatement({ statement }: PageStatement): Statement | null {
  const [only, ...more] = statement.body;
  if (only === undefined || more.length > 0 || statement.magics.length > 0) return null;
  return /^(?:assign|expression|annotated)$/.test(only.type) ? only : null;
}

/** `target = value`, if it is the whole statement. */
export interface Assignment {
  readonly target: Expression;
  readonly value: Expression;
}

/** The statement as an assignment to one target; null: it is none. */
export function assignmentAt(place: PageStatement): Assignment | null {
  const statement = simpleStatement(place);
  return statement === null ? null : assignmentOf(statement);
}

/** The same for a simple statement. */
export function assignmentOf(statement: Statement): Assignment | null {
  if (statement.type !== 'assign' || statement.targets.length !== 1) return null;
  return { target: statement.targets[0]!, value: statement.value };
}

/** The first wanted call, outside of functions, because functions may get parts of the data; null: there is none. */
export function callIn(part: unknown, isWanted: (call: CallExpression) => boolean): CallExpression | null {
  let found: CallExpression | null = null;
  walkSyntax(part, (node, { inFunction }) => {
    if (node.type === 'call' && !inFunction && isWanted(node)) found ??= node;
  });
  return found;
}

/** The call with this range; null: there is none. */
export function callAt(part: unknown, { from, to }: Range): CallExpression | null {
  return callIn(part, (call) => call.from === from && call.to === to);
}

/** The names in a piece of syntax. */
export function namesIn(part: unknown): readonly NameExpression[] {
  const names: NameExpression[] = [];
  walkSyntax(part, (node) => {
    if (node.type === 'name') names.push(node);
  });
  return names;
}

/** Whether a piece of syntax contains any of these names. */
export const mentions = (part: unknown, names: ReadonlySet<string>): boolean =>
  namesIn(part).some(({ id }) => names.has(id));

/** The names that a statement binds. */
export const boundBy = ({ statement }: PageStatement): ReadonlySet<string> =>
  findGlobalNames(statement.body).bound;

/**
 * The first statement that imports a name, and an import of this name alone; null: there is none, or it
 * renames the name.
 */
export function importOf(
  page: readonly PageStatement[],
  name: string,
): { readonly place: PageStatement; readonly text: string } | null {
  for (const place of page) {
    const made = place.cell.imports.find(
      ({ at, bound }) =>
        bound.includes(name) && place.statement.from <= at.from && at.to <= place.statement.to,
    );
    if (made === undefined) continue;
    const text = place.cell.source.slice(made.at.from, made.at.to);
    if (/\bas\b/.test(text)) return { place, text };
    return { place, text: /^from\b/.test(text) ? `from ${made.module} import ${name}` : `import ${name}` };
  }
  return null;
}

/** Whether a name is imported, from any module. */
export const isImported = (page: readonly PageStatement[], name: string): boolean =>
  importOf(page, name) !== null;

/** A name that no statement has: the wanted one, or with a number. */
export function unusedName(page: readonly PageStatement[], wanted: string): string {
  const used = new Set(page.flatMap(({ statement }) => namesIn(statement.body).map(({ id }) => id)));
  let name = wanted;
  for (let i = 2; used.has(name); i++) name = `${wanted}_${i}`;
  return name;
}

/** The name at the start of an expression: `df` of `df['a'].b`. */
export function rootName(expression: Expression): string | null {
  if (expression.type === 'name') return expression.id;
  const isPart = expression.type === 'attribute' || expression.type === 'subscript';
  return isPart ? rootName(expression.object) : null;
}

/** The text of a range with replacements; of nested replacements, the outer one counts. */
export function textWith(source: string, { from, to }: Range, replaced: readonly Replacement[]): string {
  let [text, end] = ['', from];
  for (const each of replaced.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (each.from < end || each.to > to) continue;
    text += source.slice(end, each.from) + each.text;
    end = each.to;
  }
  return text + source.slice(end, to);
}

/** Replacements for the expressions whose text is a key of the map. */
export function renaming(source: string, part: unknown, names: ReadonlyMap<string, string>): Replacement[] {
  const found: Replacement[] = [];
  walkSyntax(part, ({ from, to }) => {
    const text = names.get(source.slice(from, to));
    if (text !== undefined) found.push({ from, to, text });
  });
  return found;
}
