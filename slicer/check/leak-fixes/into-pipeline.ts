/**
 * Fixes a step that learns from all rows before they are divided into folds: the step becomes a part of the
 * model that the folds test.
 */

import type { Leak } from '../../leakage/index.ts';
import type { Argument, CallExpression, Expression } from '../../static/syntax.ts';
import type { NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { PageEdits } from './page-edits.ts';
import {
  assignmentAt,
  boundBy,
  mentions,
  namesIn,
  type PageStatement,
  type Replacement,
  simpleStatement,
  statementAt,
} from './page-statements.ts';

/** The page with the step in a pipeline; null: the step has another form, or other statements need its result. */
export function intoPipeline(page: readonly PageStatement[], leak: Leak, facts: NotebookFacts): Fix | null {
  const place = statementAt(page, leak.site);
  const step = place === null ? null : stepAt(place, leak);
  const folds = leak.path
    .filter(({ watch }) => watch.includes('fit') && watch.includes('score'))
    .map(({ site }) => statementAt(page, site));
  if (place === null || step === null || folds.length === 0 || folds.some((each) => each === null))
    return null;
  const after = page
    .slice(place.at + 1)
    .filter(({ statement }) => mentions(statement.body, new Set([step.target])));
  if (after.some((each) => !folds.includes(each))) return null;
  const edits = new PageEdits();
  // by position: cells with the same text share their syntax
  const wrapped = new Set<string>();
  for (const fold of folds) {
    const models = modelsOf(page, fold!, leak);
    if (models === null) return null;
    for (const { model, grid, at } of models) {
      const key = `${at.at} ${model.from}`;
      if (wrapped.has(key)) continue;
      wrapped.add(key);
      const parts = inPipeline(page, at, model, grid, step.text);
      if (parts === null) return null;
      for (const part of parts) edits.replace(part.place, [part]);
    }
  }
  if (step.rows === step.target) edits.remove(place);
  else
    edits.replace(place, [
      { from: place.statement.from, to: place.statement.to, text: `${step.target} = ${step.rows}` },
    ]);
  importPipeline(facts, page, edits);
  return edits.fix('put it into a Pipeline, which learns in each fold anew');
}

/** The target, text and rows of a step: `X = StandardScaler().fit_transform(X)`. */
function stepAt(
  place: PageStatement,
  { site }: Leak,
): { readonly target: string; readonly text: string; readonly rows: string } | null {
  const assignment = assignmentAt(place);
  if (assignment === null) return null;
  const { target, value: call } = assignment;
  const isWhole = call.type === 'call' && call.from === site.at.from && call.to === site.at.to;
  if (target.type !== 'name' || !isWhole || call.callee.type !== 'attribute') return null;
  const [rows] = call.arguments;
  if (call.callee.attribute !== 'fit_transform' || rows === undefined || rows.keyword !== null) return null;
  const text = ({ from, to }: Expression) => place.cell.source.slice(from, to);
  return { target: target.id, text: text(call.callee.object), rows: text(rows.value) };
}

interface Model {
  readonly at: PageStatement;
  readonly model: Expression;
  /** The settings to try; null: there are none. */
  readonly grid: Expression | null;
}

/** The models that a statement tests in folds: arguments of its calls, or of the search that it trains. */
function modelsOf(page: readonly PageStatement[], fold: PageStatement, leak: Leak): readonly Model[] | null {
  const sites = leak.path.filter(
    ({ site, watch }) => watch.includes('fit') && statementAt(page, site) === fold,
  );
  const calls = callsIn(fold).filter((call) =>
    sites.some(({ site }) => site.at.from === call.from && site.at.to === call.to),
  );
  const models = calls.map((call): Model | null => {
    const { callee } = call;
    const isSearch = callee.type === 'attribute' && callee.attribute === 'fit';
    if (!isSearch) {
      const model = argument(call.arguments, 0, 'estimator');
      return model === null ? null : { at: fold, model, grid: null };
    }
    const made =
      callee.object.type === 'call' ? { at: fold, call: callee.object } : makerOf(page, callee.object);
    const model = made === null ? null : argument(made.call.arguments, 0, 'estimator');
    if (made === null || model === null) return null;
    const grid =
      argument(made.call.arguments, 1, 'param_grid') ??
      argument(made.call.arguments, 1, 'param_distributions');
    // a network divides its rows itself, and is made of no estimator
    return grid === null ? null : { at: made.at, model, grid };
  });
  return models.some((each) => each === null) ? null : models.map((each) => each!);
}

/** The statement that makes the object of a name. */
function makerOf(
  page: readonly PageStatement[],
  name: Expression,
): { readonly at: PageStatement; readonly call: CallExpression } | null {
  if (name.type !== 'name') return null;
  const [at, ...more] = page.filter((each) => boundBy(each).has(name.id));
  const statement = at === undefined || more.length > 0 ? null : simpleStatement(at);
  return statement?.type === 'assign' && statement.value.type === 'call'
    ? { at: at!, call: statement.value }
    : null;
}

function callsIn(place: PageStatement): readonly CallExpression[] {
  return place.cell.calls
    .map(({ node }) => node)
    .filter(({ from, to }) => place.statement.from <= from && to <= place.statement.to);
}

const argument = (given: readonly Argument[], at: number, keyword: string): Expression | null =>
  given.find((each) => each.keyword === keyword)?.value ??
  given.filter((each) => each.keyword === null)[at]?.value ??
  null;

/** The model with the step before it; names of tried settings then get the name of the part. */
function inPipeline(
  page: readonly PageStatement[],
  at: PageStatement,
  model: Expression,
  grid: Expression | null,
  step: string,
): readonly (Replacement & { readonly place: PageStatement })[] | null {
  const own = at.cell.source.slice(model.from, model.to);
  const text =
    grid === null ? `make_pipeline(${step}, ${own})` : `Pipeline([('step', ${step}), ('model', ${own})])`;
  const found = [{ place: at, from: model.from, to: model.to, text }];
  if (grid === null) return found;
  const written = grid.type === 'name' ? writtenGrid(page, grid.id) : { at, grid };
  if (written === null || written.grid.type !== 'display' || written.grid.form !== 'dict') return null;
  const keys = written.grid.elements.filter((_, i) => i % 2 === 0);
  for (const key of keys) {
    const quote = key.type === 'constant' ? /^['"]/.exec(key.text)?.[0] : undefined;
    if (quote === undefined) return null;
    found.push({ place: written.at, from: key.from + 1, to: key.from + 1, text: 'model__' });
  }
  return found;
}

function writtenGrid(
  page: readonly PageStatement[],
  name: string,
): { readonly at: PageStatement; readonly grid: Expression } | null {
  const [at, ...more] = page.filter(({ statement }) => namesIn(statement.body).some(({ id }) => id === name));
  const statement = at === undefined ? null : simpleStatement(at);
  // only the search may use the settings
  if (statement?.type !== 'assign' || more.length !== 1) return null;
  return { at: at!, grid: statement.value };
}

/** Imports the class for pipelines, below the first imports. */
function importPipeline({ code }: NotebookFacts, page: readonly PageStatement[], edits: PageEdits): void {
  const cell = code.find(({ imports }) => imports.some(({ top }) => top));
  const last = cell?.imports.findLast(({ top }) => top);
  const place = page.find((each) => each.cell === cell && each.statement.from === last?.at.from);
  if (place === undefined) return;
  const bound = new Set(code.flatMap(({ binds }) => [...binds]));
  const names = ['Pipeline', 'make_pipeline'].filter((name) => !bound.has(name) && edits.writes(name));
  if (names.length > 0) edits.insertAfter(place, [`from sklearn.pipeline import ${names.join(', ')}`]);
}
