/**
 * Follows a random draw by names, from statement to statement, to the first cell that shows a value made with
 * it. A model or generator is no value before its use: the summary of a network shows no weights.
 */

import { findGlobalNames } from '../static/index.ts';
import type { CellStatement } from '../static/parse.ts';
import type { CodeCell, FoundAction, FoundCall, NotebookFacts } from './facts.ts';
import { endsWithValue, isDisplay } from './shows-something.ts';

/** Methods that use no random numbers of their object. */
const IDLE =
  /^(?:summary|compile|add|append|extend|get_params|set_params|get_config|count_params|to|cuda|cpu|parameters|named_parameters|train|eval|info|named_steps|build|state_dict|load_state_dict|apply|children|modules)$/;
/** Methods by which a network computes. */
const COMPUTES =
  /^(?:fit\w*|train_on_batch|predict\w*|evaluate\w*|get_weights|numpy|generate|forward|backward|step)$/;
/** Functions that only hold, name or show an object. */
const HOLDS =
  /^(?:print|display|len|type|id|repr|str|isinstance|list|dict|make_pipeline|make_column_transformer|plot_model|summary)$/;

/** The first cell that shows a value of the draw; null: none does. */
export function firstShown(facts: NotebookFacts, draw: FoundAction): CodeCell | null {
  const start = startOf(facts, draw);
  if (start === null) return draw.cell.shows ? draw.cell : null;
  const isObject = /^[A-Z]|^default_rng$/.test(draw.callee.replace(/\.__init__$/, '').replace(/^.*\./, ''));
  const taint = new Taint(draw.world, isObject);
  for (const cell of facts.code.slice(draw.cell.index - 1)) {
    for (const statement of cell.parsed.statements) {
      const isFirst = statement === start;
      if (cell === draw.cell && !isFirst && statement.from < start.from) continue;
      if (taint.through(cell, statement, isFirst) && showsIn(cell, statement)) return cell;
    }
  }
  return null;
}

/** The statement of the running cell that draws: itself, or by a call of a function of the notebook. */
function startOf({ code }: NotebookFacts, { cell, of, at }: FoundAction): CellStatement | null {
  const own = of.parsed.statements.find(({ from, to }) => from <= at.from && at.to <= to);
  if (own === undefined) return null;
  const definition = own.body.find((each) => each.type === 'function' || each.type === 'class');
  if (definition === undefined) return of === cell ? own : null;
  const names = new Set([definition.name?.id ?? '']);
  // (functions that call the function)
  for (const { parsed } of code)
    for (const { body } of parsed.statements) {
      const { bound, usedInBodies } = findGlobalNames(body);
      if ([...names].some((name) => usedInBodies.has(name))) for (const name of bound) names.add(name);
    }
  return (
    cell.parsed.statements.find(({ body }) => {
      const { used } = findGlobalNames(body);
      return [...names].some((name) => used.has(name));
    }) ?? null
  );
}

/** The names that depend on a draw. */
class Taint {
  readonly #stream: string;
  readonly #isObject: boolean;
  /** Names of values made with random numbers. */
  readonly #values = new Set<string>();
  /** Names of objects that will draw. */
  readonly #objects = new Set<string>();

  constructor(stream: string, isObject: boolean) {
    this.#stream = stream;
    this.#isObject = isObject;
  }

  /** Whether a statement handles a value of the draw; notes the names that it binds or changes. */
  through(cell: CodeCell, { body, from, to, magics }: CellStatement, isFirst: boolean): boolean {
    const { bound, used, usedInBodies } = findGlobalNames(body);
    const calls = cell.calls.filter(({ node }) => from <= node.from && node.to <= to);
    const names = new Set([...used, ...usedInBodies]);
    const hasObject = (isFirst && this.#isObject) || [...names].some((name) => this.#objects.has(name));
    const hasValue =
      (isFirst && !this.#isObject) ||
      [...names].some((name) => this.#values.has(name)) ||
      (hasObject && (magics.length > 0 || calls.some((call) => this.#usesObject(call, isFirst))));
    const changed = [...bound, ...receiversIn(calls)];
    if (hasValue) for (const name of changed) this.#values.add(name);
    else if (hasObject) for (const name of changed) this.#objects.add(name);
    else
      for (const name of bound) {
        this.#values.delete(name);
        this.#objects.delete(name);
      }
    return hasValue;
  }

  #usesObject({ node, path }: FoundCall, isFirst: boolean): boolean {
    const { callee } = node;
    const isNetwork = this.#stream === 'tensorflow.random' || this.#stream === 'torch.random';
    if (callee.type === 'attribute') {
      const isOwn = path?.startsWith('.') ?? true;
      if (isOwn) return isNetwork ? COMPUTES.test(callee.attribute) : !IDLE.test(callee.attribute);
      return !isFirst && !isNetwork && /^[a-z]/.test(callee.attribute) && !HOLDS.test(callee.attribute);
    }
    if (callee.type !== 'name') return false;
    if (this.#objects.has(callee.id)) return this.#stream === 'torch.random';
    return !isFirst && !isNetwork && /^[a-z_]/.test(callee.id) && !HOLDS.test(callee.id);
  }
}

/** Objects whose methods are called, and arguments: the call may change them. */
function receiversIn(calls: readonly FoundCall[]): string[] {
  return calls.flatMap(({ node, path }) => {
    const { callee } = node;
    const own = callee.type === 'attribute' && callee.object.type === 'name' ? [callee.object.id] : [];
    const isImported = path !== null && !path.startsWith('.');
    const given = node.arguments.flatMap(({ value }) => (value.type === 'name' ? [value.id] : []));
    return [...(isImported ? [] : own), ...given];
  });
}

function showsIn(cell: CodeCell, { from, to, magics }: CellStatement): boolean {
  if (!cell.shows) return false;
  const last = cell.parsed.statements.at(-1);
  if (magics.length > 0) return true;
  if (last?.from === from && endsWithValue(cell.source, cell.parsed.statements)) return true;
  return cell.calls.some(
    ({ node, path }) =>
      from <= node.from &&
      node.to <= to &&
      (path === null || isDisplay(path) || isOwnFunction(node.callee, path)),
  );
}

/** A function of the notebook may print. */
function isOwnFunction(callee: FoundCall['node']['callee'], path: string): boolean {
  return callee.type === 'name' && callee.id === path;
}
