/**
 * What calls were found to be while cells were interpreted: what is called, by its qualified name, and what that does to the world outside
 * of the notebook's objects, as declared. It decides nothing.
 */
import type { CompiledEffect, CompiledPlace, Constant } from '../../effects/index.ts';
import type { Range } from '../syntax.ts';
import { type BoundCall, eachEffect, objectsAt } from './declared-call.ts';
import type { AbstractObject, Value } from './objects.ts';

/** What a call does to the world. */
export interface WorldAction {
  readonly does: 'reads' | 'writes' | 'sends' | 'draws';
  /** `file`, a random stream, `network`, `environ`, … */
  readonly world: string;
  /** Of a file, its path; null: not known. */
  readonly path: string | null;
  /** Under all values that its arguments may have. */
  readonly certain: boolean;
  /** The argument that it would not do so with: a seed; null: there is none. */
  readonly unless: string | null;
}

/** An action where and when it happens. */
export interface SeenAction extends WorldAction {
  readonly callee: string;
  /** Where the call stands. */
  readonly at: CodePlace;
  /** The cell that runs then, by its number: another one where the call stands in a function of the notebook. */
  readonly cell: number;
  /** The line of that cell. */
  readonly line: number;
}

/** A place in the code of a cell, which is named by its number. */
export interface CodePlace extends Range {
  readonly cell: number;
}

type Known = Constant | undefined;

const keyOf = ({ cell, from, to }: CodePlace): string => `${cell} ${from} ${to}`;

/** The calls of a notebook. */
export class CallLog {
  readonly #callees = new Map<string, Set<string>>();
  readonly #functions = new Map<string, Set<string>>();
  readonly #running = new Map<number, Set<string>>();
  readonly #actions = new Map<string, SeenAction>();
  readonly #constants = new Map<string, Known>();
  readonly #open = new Set<number>();
  readonly #opened = new Map<AbstractObject, ReadonlySet<string | null>>();

  /** All actions, in the order in which they were found. */
  get actions(): readonly SeenAction[] {
    return [...this.#actions.values()];
  }

  /** The cells, by their numbers, that call something which may do anything. */
  get open(): ReadonlySet<number> {
    return this.#open;
  }

  /** The qualified names of what a call calls of libraries; none where that is not known. */
  calleesOf(call: CodePlace): readonly string[] {
    return [...(this.#callees.get(keyOf(call)) ?? [])];
  }

  /** The functions and classes of the notebook that a call calls, itself or by handing them on: `__main__.prepare`. */
  functionsOf(call: CodePlace): readonly string[] {
    return [...(this.#functions.get(keyOf(call)) ?? [])];
  }

  /** The names of all that is called while a cell runs, in it or in functions that it calls. */
  calledBy(cell: number): ReadonlySet<string> {
    return this.#running.get(cell) ?? new Set();
  }

  /** The value of an argument where it is one constant; undefined: it is none, or not known. */
  constantOf(argument: CodePlace): Known {
    return this.#constants.get(keyOf(argument));
  }

  /** Notes what a call calls of libraries, while a cell runs; null: nobody knows whether it comes to that. */
  note(call: CodePlace, callee: string, cell: number | null): void {
    addTo(this.#callees, keyOf(call), callee);
    if (cell !== null) addTo(this.#running, cell, callee);
  }

  /** Notes which function or class of the notebook a call calls. */
  noteFunction(call: CodePlace, callee: string, cell: number | null): void {
    addTo(this.#functions, keyOf(call), callee);
    if (cell !== null) addTo(this.#running, cell, callee);
  }

  /** Notes what an argument is. One that is several things in turn is none of them. */
  noteArgument(argument: CodePlace, value: Value): void {
    const key = keyOf(argument);
    const constant = value.length === 1 ? value[0]!.constant : undefined;
    const isOther = this.#constants.has(key) && this.#constants.get(key) !== constant;
    this.#constants.set(key, isOther ? undefined : constant);
  }

  /** Notes what a call does by its declaration, while a line of a cell runs. */
  act(
    at: CodePlace,
    bound: BoundCall,
    { cell, line }: { readonly cell: number; readonly line: number },
  ): void {
    const callee = this.calleesOf(at).at(-1) ?? '';
    for (const action of worldActions(bound, this.#opened)) {
      const key = JSON.stringify([keyOf(at), cell, line, action.does, action.world, action.path]);
      if (!action.certain && this.#actions.has(key)) continue;
      this.#actions.set(key, { ...action, at, callee, cell, line });
    }
  }

  /** Notes that a cell calls something of which nothing is known. */
  leaveOpen(cell: number): void {
    this.#open.add(cell);
  }

  /** Notes what a call gives back: where it opens a file, that stands for the file. */
  gives(bound: BoundCall, value: Value): void {
    const files = worldActions(bound, this.#opened).filter(({ world }) => world === 'file');
    for (const object of files.length === 0 ? [] : value) {
      if (!object.isShared) continue;
      const known = this.#opened.get(object) ?? [];
      this.#opened.set(object, new Set([...known, ...files.map(({ path }) => path)]));
    }
  }
}

function addTo<Key>(sets: Map<Key, Set<string>>, key: Key, value: string): void {
  const known = sets.get(key);
  if (known) known.add(value);
  else sets.set(key, new Set([value]));
}

/** The files that objects stand for, by their paths. */
type Opened = ReadonlyMap<AbstractObject, ReadonlySet<string | null>>;

/** What a call does to the world under its declaration. */
export function worldActions(call: BoundCall, opened: Opened = new Map()): WorldAction[] {
  const found: WorldAction[] = [];
  const places = (
    does: WorldAction['does'],
    effect: CompiledEffect,
    how: Pick<WorldAction, 'certain' | 'unless'>,
  ) => {
    for (const place of effect.slice(1) as CompiledPlace[]) {
      if (place[0] !== 'world') continue;
      found.push({ does, world: place[1] === 'files' ? 'file' : place[1], path: null, ...how });
    }
  };
  eachEffect(call, (effect, certain, unless) => {
    const how = { certain, unless };
    switch (effect[0]) {
      case 'reads':
        places('reads', effect, how);
        break;
      case 'mutates':
      case 'writes':
        places('writes', effect, how);
        break;
      case 'draws':
      case 'sends':
        found.push({ does: effect[0], world: effect[1], path: null, ...how });
        break;
      case 'file': {
        const paths = pathsAt(effect[2], call, opened);
        for (const does of effect[1] === 'rw' ? (['reads', 'writes'] as const) : [DOES[effect[1]]]) {
          for (const path of paths) {
            found.push({ does, world: 'file', path, ...how, certain: certain && paths.length === 1 });
          }
        }
        break;
      }
    }
  });
  return found;
}

const DOES = { r: 'reads', w: 'writes' } as const;

/** The paths that a file may have; null: one that is not known. None where no file is named (`to_csv()` gives a text). */
function pathsAt(place: CompiledPlace, call: BoundCall, opened: Opened): readonly (string | null)[] {
  const named = place[0] !== 'param' || call.values.has(place[1]) || call.open;
  if (!named) return [];
  const objects = objectsAt(place, call);
  if (objects.length === 0) return [null];
  const paths = objects
    .filter(({ constant }) => constant !== null)
    .flatMap((object) => {
      if (typeof object.constant === 'string') return [object.constant];
      return [...(opened.get(object) ?? [null])];
    });
  return [...new Set(paths)];
}
