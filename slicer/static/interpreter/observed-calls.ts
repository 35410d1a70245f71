/**
 * Tells the observers about calls: the call log their callees and effects on the world, the domain their
 * arguments and results. The accesses of the cell get its uses of files and random streams.
 */
import type { Range } from '../syntax.ts';
import { type BoundCall, type PassedValue, positional, spreadOut } from './bound-call.ts';
import type { CallSite, OwnFunction } from './call-site.ts';
import type { TrackedCall } from './domain.ts';
import { habitOf } from './effect-habits.ts';
import { FunctionValues } from './function-values.ts';
import { type AbstractObject, unionOf, type Value } from './objects.ts';
import { touchesWorld, type WorldAction, worldActions, worldName } from './world-actions.ts';

/** The parts of a tracked call that depend on the kind of callee. */
export type TrackedCallee = Pick<TrackedCall, 'path' | 'self' | 'kind' | 'isConstructor'>;

/** The observation of calls. */
export abstract class ObservedCalls extends FunctionValues {
  /** Whether the current call may never happen, because an unknown callee got the function. */
  protected isGuess = false;
  /** The paths of opened files, by the objects that stand for them. */
  readonly #opened = new Map<AbstractObject, ReadonlySet<string | null>>();
  /** Arguments with the elements of starred ones in their stead. */
  readonly #spread = new WeakMap<readonly PassedValue[], readonly PassedValue[]>();

  /** The result of a call, after the domain has seen it. */
  protected tracked(result: Value, { node, name, passed, returned }: CallSite, callee: TrackedCallee): Value {
    if (this.domain === null) return result;
    const spread = this.#spread.get(passed) ?? spreadOut(passed);
    this.#spread.set(passed, spread);
    const call = { ...callee, name, passed: spread, node, returned: unionOf(returned) };
    return this.domain.called(call, result, this.here(node));
  }

  /** Calls a function of the notebook. */
  protected runOwn(
    meaning: OwnFunction,
    site: CallSite,
    passed: readonly PassedValue[],
    callee: AbstractObject,
  ): Value {
    this.noteFunction(meaning.code.path, site);
    const own = meaning.type === 'method' ? [positional([meaning.self])] : [];
    return this.run(meaning.code, [...own, ...passed], site.node, callee);
  }

  protected noteCallee(callee: string, { node }: CallSite): void {
    this.calls?.note(this.rangeOf(node), callee, this.#running);
  }

  protected noteFunction(path: string, { node }: CallSite): void {
    if (this.isGuess) return;
    this.calls?.noteFunction(this.rangeOf(node), path, this.#running);
  }

  /** The cell that surely makes the current call; null: the call may never happen. */
  get #running(): number | null {
    return this.isSupposed || this.isGuess ? null : this.cell.number;
  }

  /** Notes the effects of a call on the world. `isLater`: only an object that the call makes has them, at its use. */
  protected act(call: BoundCall, node: Range, isLater = false): void {
    if (this.isSupposed || (this.calls === null && !touchesWorld(call.spec.effect))) return;
    const actions = worldActions(call, this.#opened);
    this.calls?.act(this.rangeOf(node), actions, { cell: this.cell.number, line: this.line });
    if (isLater || this.isGuess) return;
    for (const action of actions) {
      if (action.world === 'file') this.#reopen(action);
      const name = worldName(action);
      if (name === null) continue;
      const { does, certain, path } = action;
      const evidence = this.evidence('effects', `${WORDS[does]} ${name}`, certain, certain || path !== null);
      const note = (word: 'reads' | 'writes', replaces = false) =>
        this.accesses.useWorld(name, word, evidence, replaces);
      if (does === 'reads' || does === 'draws') note('reads');
      if (does !== 'reads') note('writes', does === 'writes' && !actions.some(isReadOf(action)));
    }
  }

  /** The use of a file may write out the buffer of an object that has the file open, or see less without it. */
  #reopen({ path }: WorldAction): void {
    for (const [object, paths] of this.#opened) {
      if (!this.isOpened(object) || !(path === null || paths.has(null) || paths.has(path))) continue;
      this.change(
        [object],
        (name) => this.evidence('default', `may change ${name}: its file is used`, false, false),
        null,
      );
    }
  }

  /** Whether an object stands for an opened file, which has to be closed. */
  protected isOpened(object: AbstractObject): boolean {
    if (object.kind === null || !this.#opened.has(object)) return false;
    const close = this.library.method(object.kind, 'close');
    return close !== null && habitOf(close) === 'changes';
  }

  /** Notes the result of a call: if the call opens a file, the result stands for the file. */
  protected gives(call: BoundCall, value: Value): void {
    if (!touchesWorld(call.spec.effect)) return;
    const files = worldActions(call, this.#opened).filter(({ world }) => world === 'file');
    for (const object of files.length === 0 ? [] : value) {
      if (!object.isShared) continue;
      const known = this.#opened.get(object) ?? [];
      this.trail.set(this.#opened, object, new Set([...known, ...files.map(({ path }) => path)]));
    }
  }
}

const WORDS = { reads: 'reads', writes: 'writes', draws: 'draws from', sends: 'sends to' } as const;

const isReadOf =
  ({ path }: WorldAction) =>
  (other: WorldAction): boolean =>
    other.does === 'reads' && other.path === path;
