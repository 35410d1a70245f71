/**
 * The values of names at a point of the code, and whether they are sure: the knowledge that follows the flow.
 * Branches work on forks, which hold only their own changes.
 */
import { union, type Value } from './objects.ts';
import { Trail } from './trail.ts';

/** The binding of a name. */
export interface Binding {
  readonly value: Value;
  /** By an import; by `def` or `class`; as the variable of a loop; otherwise. */
  readonly by: 'import' | 'definition' | 'loop' | 'assignment';
  /** The cell that surely made the last binding; 0: several cells are possible. */
  readonly cell: number;
  /** The statement that surely made the last binding, by its number; 0: several statements are possible. */
  readonly at: number;
  /** Bound on every path to here. */
  readonly sure: boolean;
}

/** The changes of a branch. Undefined: unbound. */
export type Changes = ReadonlyMap<string, Binding | undefined>;

/** Forks are forgotten as a whole. */
const UNTRAILED = new Trail(false);

/** The bindings at a point. */
export class State {
  readonly #parent: State | null;
  readonly #trail: Trail;
  readonly #own = new Map<string, Binding | undefined>();
  /** No path leads here. */
  dead = false;

  /** A fork; null: the state at the beginning, whose changes are trailed. */
  constructor(parent: State | null, trail = UNTRAILED) {
    this.#parent = parent;
    this.#trail = trail;
  }

  get(key: string): Binding | undefined {
    for (let state: State | null = this; state !== null; state = state.#parent) {
      if (state.#own.has(key)) return state.#own.get(key);
    }
    return undefined;
  }

  set(key: string, binding: Binding | undefined): void {
    this.#trail.set(this.#own, key, binding);
  }

  /** The changes since `before`, from which this state was forked. */
  since(before: State): Changes {
    const found = new Map<string, Binding | undefined>();
    for (let state: State | null = this; state !== null && state !== before; state = state.#parent) {
      for (const [key, binding] of state.#own) if (!found.has(key)) found.set(key, binding);
    }
    return found;
  }

  /** Continues after any of the branches; returns whether a binding changed. */
  join(branches: readonly Changes[]): boolean {
    let changed = false;
    const keys = new Set(branches.flatMap((branch) => [...branch.keys()]));
    for (const key of keys) {
      const before = this.get(key);
      const ends = branches.map((branch) => (branch.has(key) ? branch.get(key) : before));
      const joined = ends.reduce(joinBindings);
      if (!equalBindings(before, joined)) {
        changed = true;
        this.set(key, joined);
      }
    }
    return changed;
  }
}

function joinBindings(a: Binding | undefined, b: Binding | undefined): Binding | undefined {
  if (a === b) return a;
  if (a === undefined || b === undefined) {
    const only = a ?? b;
    return only && { ...only, cell: 0, at: 0, sure: false };
  }
  return {
    value: union(a.value, b.value),
    by: a.by === b.by ? a.by : 'assignment',
    cell: a.cell === b.cell ? a.cell : 0,
    at: a.at === b.at ? a.at : 0,
    sure: a.sure && b.sure,
  };
}

function equalBindings(a: Binding | undefined, b: Binding | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const same =
    a.by === b.by &&
    a.cell === b.cell &&
    a.at === b.at &&
    a.sure === b.sure &&
    a.value.length === b.value.length;
  return same && b.value.every((object) => a.value.includes(object));
}
