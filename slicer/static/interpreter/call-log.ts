/**
 * The calls found while cells are interpreted: the qualified names of callees, and their declared effects on
 * the world outside of the notebook's objects. It decides nothing.
 */
import type { Constant } from '../../effects/index.ts';
import type { Range } from '../syntax.ts';
import type { Value } from './objects.ts';
import type { WorldAction } from './world-actions.ts';

/** An action with its call and its run. */
export interface SeenAction extends WorldAction {
  readonly callee: string;
  /** The range of the call. */
  readonly at: CellRange;
  /** The number of the running cell, which may differ from the cell of the call if the call is inside a function. */
  readonly cell: number;
  /** The line in the running cell. */
  readonly line: number;
}

/** A range in the code of a cell, known by its number. */
export interface CellRange extends Range {
  readonly cell: number;
}

type Known = Constant | undefined;

const keyOf = ({ cell, from, to }: CellRange): string => `${cell} ${from} ${to}`;

/** The calls of a notebook. */
export class CallLog {
  readonly #callees = new Map<string, Set<string>>();
  readonly #functions = new Map<string, Set<string>>();
  readonly #running = new Map<number, Set<string>>();
  readonly #actions = new Map<string, SeenAction>();
  readonly #constants = new Map<string, Known>();
  readonly #open = new Set<number>();
  readonly #receivers = new Map<string, Set<string>>();
  readonly #repeated = new Set<string>();

  /** All actions, in the order in which they were found. */
  get actions(): readonly SeenAction[] {
    return [...this.#actions.values()];
  }

  /** The numbers of cells with calls that may do anything. */
  get open(): ReadonlySet<number> {
    return this.#open;
  }

  /** The qualified names of the library callees of a call; empty if unknown. */
  calleesOf(call: CellRange): readonly string[] {
    return [...(this.#callees.get(keyOf(call)) ?? [])];
  }

  /** The functions and classes of the notebook that a call runs, directly or by passing them on: `__main__.prepare`. */
  functionsOf(call: CellRange): readonly string[] {
    return [...(this.#functions.get(keyOf(call)) ?? [])];
  }

  /** The possible classes of the receiver of a call: `pandas.DataFrame`, `__main__.Model`; empty if unknown. */
  receiversOf(call: CellRange): readonly string[] {
    return [...(this.#receivers.get(keyOf(call)) ?? [])];
  }

  /** Whether a loop repeats the call: around the call, or around a call of the function that has it. */
  isRepeated(call: CellRange): boolean {
    return this.#repeated.has(keyOf(call));
  }

  /** The names of all callees during a run of a cell, including calls inside of functions. */
  calledBy(cell: number): ReadonlySet<string> {
    return this.#running.get(cell) ?? new Set();
  }

  /** The value of a constant argument; undefined: it is not constant, or not known. */
  constantOf(argument: CellRange): Known {
    return this.#constants.get(keyOf(argument));
  }

  /** Notes a call with its receiver, and whether the interpreter is in a loop. */
  noteCall(call: CellRange, receiver: Value, isRepeated: boolean): void {
    const key = keyOf(call);
    if (isRepeated) this.#repeated.add(key);
    for (const { kind, ofClass } of receiver) {
      if (ofClass?.meaning.type === 'class') addTo(this.#receivers, key, ofClass.meaning.path);
      else if (kind !== null) addTo(this.#receivers, key, kind);
    }
  }

  /** Notes a library callee of a call during a run of a cell; null: the call may never happen. */
  note(call: CellRange, callee: string, cell: number | null): void {
    addTo(this.#callees, keyOf(call), callee);
    if (cell !== null) addTo(this.#running, cell, callee);
  }

  /** Notes which function or class of the notebook a call calls. */
  noteFunction(call: CellRange, callee: string, cell: number | null): void {
    addTo(this.#functions, keyOf(call), callee);
    if (cell !== null) addTo(this.#running, cell, callee);
  }

  /** Notes the value of an argument. An argument with several values in turn has no constant. */
  noteArgument(argument: CellRange, value: Value): void {
    const key = keyOf(argument);
    const constant = value.length === 1 ? value[0]!.constant : undefined;
    const isOther = this.#constants.has(key) && this.#constants.get(key) !== constant;
    this.#constants.set(key, isOther ? undefined : constant);
  }

  /** Notes the declared effects of a call, during a run of a line of a cell. */
  act(
    at: CellRange,
    actions: readonly WorldAction[],
    { cell, line }: { readonly cell: number; readonly line: number },
  ): void {
    const callee = this.calleesOf(at).at(-1) ?? '';
    for (const action of actions) {
      const key = JSON.stringify([keyOf(at), cell, line, action.does, action.world, action.path]);
      if (!action.certain && this.#actions.has(key)) continue;
      this.#actions.set(key, { ...action, at, callee, cell, line });
    }
  }

  /** Notes that a cell has an unknown callee. */
  leaveOpen(cell: number): void {
    this.#open.add(cell);
  }
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}
