/**
 * Fixes learning before a division when the statements between cannot move. The numbers of the rows are
 * divided first, with the same seed, and the learning calls use the training rows among these. The division
 * stays at its position.
 */

import type { DividedLater, Leak } from '../../leakage/index.ts';
import type { Argument, CallExpression, Expression } from '../../static/syntax.ts';
import type { NotebookFacts } from '../facts.ts';
import { walkSyntax } from '../walk-syntax.ts';
import { type LearningCall, learningCall } from './learn-from-rows.ts';
import { PageEdits } from './page-edits.ts';
import {
  assignmentAt,
  boundBy,
  importOf,
  namesIn,
  type PageStatement,
  rootName,
  statementAt,
  unusedName,
} from './page-statements.ts';
import type { WrittenFix } from './written-fix.ts';

/**
 * The page with the numbers of the rows divided first, for all learning calls before the same division; null:
 * a statement has another form.
 */
export function numberRows(
  page: readonly PageStatement[],
  leak: Leak,
  { leaks }: NotebookFacts,
): WrittenFix | null {
  const own = leak.divided;
  const division = own === null ? null : divisionFor(page, own);
  if (own === null || division === null) return null;
  const found = leaks.found.flatMap((each): { readonly leak: Leak; readonly call: LearningCall }[] => {
    const place = statementAt(page, each.site);
    if (each.note || each.divided === null || place === null || place.at >= division.place.at) return [];
    // (cells with the same text share their syntax)
    const other = divisionFor(page, each.divided);
    if (other?.place !== division.place || other.call !== division.call) return [];
    const call = learningCall(page, place, each, each.divided);
    return call === null ? [] : [{ leak: each, call }];
  });
  if (!found.some((each) => each.leak === leak)) return null;
  const [first] = found.toSorted((a, b) => a.call.place.at - b.call.place.at);
  const { place } = first!.call;
  const numbered = numbersOf(page, division, place, countedOf(first!.call, first!.leak.divided!));
  if (numbered === null) return null;
  const rows = unusedName(page, 'train_rows');
  const edits = new PageEdits();
  for (const { call } of found) edits.replace(call.place, call.from(rows));
  edits.insertBefore(place, [
    ...numbered.imports,
    '# the training rows of the division below: by the same sizes and random_state',
    `${rows} = ${numbered.text}[0]`,
  ]);
  if (!division.isSeeded) edits.replace(division.place, [seedFor(division.place, division.call)]);
  const fix = edits.fix('divide the row numbers first, and learn from the training rows only');
  return fix === null ? null : { fix, mends: found.map((each) => each.leak) };
}

interface LateDivision {
  readonly place: PageStatement;
  readonly call: CallExpression;
  readonly isSeeded: boolean;
}

/**
 * The call that divides each of its arguments in two; null: the statement has another form, or its seed
 * differs from run to run.
 */
function divisionFor(page: readonly PageStatement[], { site }: DividedLater): LateDivision | null {
  const place = statementAt(page, site);
  if (place === null) return null;
  let call: CallExpression | null = null;
  walkSyntax(place.statement.body, (node) => {
    if (node.type !== 'assign' || node.targets.length !== 1 || node.value.type !== 'call') return;
    const { from, to } = node.value;
    if (from === site.at.from && to === site.at.to && isPairs(node.targets[0]!, node.value))
      call = node.value;
  });
  return call === null ? null : seededDivision(page, place, call);
}

/** Whether a target has two names for each argument. */
function isPairs(target: Expression, call: CallExpression): boolean {
  const wholes = call.arguments.filter(({ keyword }) => keyword === null);
  const isStar = call.arguments.some(({ star }) => star);
  return !isStar && target.type === 'display' && target.elements.length === 2 * wholes.length;
}

function seededDivision(
  page: readonly PageStatement[],
  place: PageStatement,
  call: CallExpression,
): LateDivision | null {
  if (importOf(page, rootName(call.callee) ?? '') === null) return null;
  const seed = call.arguments.find(({ keyword }) => keyword === 'random_state')?.value;
  const isNone = seed?.type === 'constant' && seed.text === 'None';
  return isNone ? null : { place, call, isSeeded: seed !== undefined };
}

/**
 * The same division, applied to the numbers of rows, before a statement; null: a name that it needs is not
 * defined yet.
 */
function numbersOf(
  page: readonly PageStatement[],
  { place: { cell }, call, isSeeded }: LateDivision,
  before: PageStatement,
  counted: Expression,
): { readonly text: string; readonly imports: readonly string[] } | null {
  const made = importOf(page, rootName(call.callee)!)!;
  const known = new Set(page.slice(0, before.at).flatMap((each) => [...boundBy(each)]));
  const settings = call.arguments.flatMap(({ keyword, value }): (string | null)[] => {
    if (keyword === null) return [];
    const text = settingText(page, cell.source, { keyword, value }, known);
    return [text === null ? null : `${keyword}=${text}`];
  });
  if (!namesIn(counted).every(({ id }) => known.has(id)) || settings.includes(null)) return null;
  const data = before.cell.source.slice(counted.from, counted.to);
  const callee = cell.source.slice(call.callee.from, call.callee.to);
  const all = [`range(len(${data}))`, ...settings, ...(isSeeded ? [] : ['random_state=0'])];
  const imports = made.place.at < before.at ? [] : [made.text];
  return { text: `${callee}(${all.join(', ')})`, imports };
}

/** A setting of the division, written with names defined by then; null: it needs others. */
function settingText(
  page: readonly PageStatement[],
  source: string,
  { keyword, value }: Pick<Argument, 'keyword' | 'value'>,
  known: ReadonlySet<string>,
): string | null {
  const isKnown = (part: Expression) => namesIn(part).every(({ id }) => known.has(id));
  if (isKnown(value)) return source.slice(value.from, value.to);
  if (keyword !== 'stratify' || value.type !== 'name') return null;
  // the labels may get their name below
  const [made, ...more] = page.filter((each) => boundBy(each).has(value.id));
  const labels = made === undefined || more.length > 0 ? null : assignedTo(made, value.id);
  return labels === null || !isKnown(labels) ? null : made!.cell.source.slice(labels.from, labels.to);
}

/** The value that a statement assigns to a name: `y = …`, `X, y = …, …`. */
function assignedTo(place: PageStatement, name: string): Expression | null {
  const assignment = assignmentAt(place);
  if (assignment === null) return null;
  const { target, value } = assignment;
  if (target.type === 'name') return value;
  if (target.type !== 'display' || value.type !== 'display') return null;
  const at = target.elements.findIndex((each) => each.type === 'name' && each.id === name);
  return target.elements.length === value.elements.length ? (value.elements[at] ?? null) : null;
}

/** The data whose rows are counted: for a column, its frame. */
function countedOf({ data }: LearningCall, { given }: DividedLater): Expression {
  const isColumn = given.columns && (data.type === 'subscript' || data.type === 'attribute');
  return isColumn && data.object.type === 'name' ? data.object : data;
}

/** The missing seed of a division. */
function seedFor({ cell: { source } }: PageStatement, call: CallExpression) {
  const end = call.to - 1;
  const isFollowed = /,\s*$/.test(source.slice(call.from, end));
  return { from: end, to: end, text: isFollowed ? ' random_state=0' : ', random_state=0' };
}
