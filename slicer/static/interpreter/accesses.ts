/**
 * The names that one cell reads, binds and changes: the domain of reads and writes. It keeps the strongest
 * evidence for each name or object, and does not follow aliases.
 */
import { union, type Value } from './objects.ts';

/** The source of a fact: the text itself, declared effects, or the default rule, which is right most often. */
export type Source = 'text' | 'effects' | 'default';

/** How something is known. */
export interface Evidence {
  readonly source: Source;
  /** True on every path of the code. */
  readonly certain: boolean;
  /** The assumed answer. */
  readonly answer: boolean;
  readonly line: number;
  readonly why: string;
}

/** A read of a name before the cell has surely bound it. */
export interface Reading {
  readonly evidence: Evidence;
  readonly value: Value;
  /** Whether the name stands for a function or class of the notebook. */
  readonly isCode: boolean;
}

/** A binding of a name by the cell. */
export interface Bound {
  readonly evidence: Evidence;
  readonly isCode: boolean;
  /** Whether the cell only updates the name (`x += [1]`), so an earlier object may stay. */
  readonly isUpdate: boolean;
}

const rank = ({ certain, answer, source }: Evidence): number =>
  (certain ? 4 : 0) + (answer ? 2 : 0) + (source === 'default' ? 0 : 1);

/** The stronger of two; the first where they are equal. */
export function stronger(a: Evidence, b: Evidence): Evidence {
  return rank(b) > rank(a) ? b : a;
}

/** A name whose object the cell changes. */
export interface Change {
  readonly evidence: Evidence;
  /** Whether the cell changes the object only through another name. */
  readonly alias: boolean;
  /** The global name of the change; null: there is none. */
  readonly through: string | null;
  /** Whether the object is a class of the notebook, whose attributes the cell changes. */
  readonly isCode: boolean;
}

/** A name passed to a library as receiver or argument: the call may change its object. */
export interface Asked {
  readonly line: number;
  /** The source of the answer if there is no noted change. */
  readonly by: Source;
}

/** A read of a value that the cell itself has bound, or of an imported module, function or class. */
export interface NearRead {
  readonly line: number;
  readonly isImport: boolean;
  readonly isOwn: boolean;
  readonly certain: boolean;
}

/** The use of a file or random stream by a cell. */
export interface WorldUse {
  /** The first sure read of a value from before the cell, else the first possible one; null: there is none. */
  read: Evidence | null;
  /** The surest write; null: there is none. */
  write: Evidence | null;
  /** Whether the cell surely gives a new value, so the earlier value is lost. */
  replaced: boolean;
}

/** The accesses of one cell. */
export class Accesses {
  readonly reads = new Map<string, Reading>();
  /** First reads by name, apart from reads of other cells' values. */
  readonly near = new Map<string, NearRead>();
  readonly bound = new Map<string, Bound>();
  readonly changes = new Map<string, Change>();
  readonly asked = new Map<string, Asked>();
  /** Uses of files (`file out.csv`) and random streams (`random stream numpy.random`). */
  readonly world = new Map<string, WorldUse>();
  /** Whether the cell calls a function that reaches all names (`get_ipython()`, `gc.get_objects()`). */
  reachesAll = false;
  /** Names surely unbound at the end. */
  readonly deleted = new Set<string>();

  /** Whether a sure read of this value of a name is noted already. */
  hasRead(name: string, value: Value): boolean {
    const known = this.reads.get(name);
    return known !== undefined && known.value === value && known.evidence.certain;
  }

  read(name: string, evidence: Evidence, value: Value, isCode: boolean): void {
    const known = this.reads.get(name);
    this.reads.set(name, {
      evidence: known === undefined ? evidence : stronger(known.evidence, evidence),
      value: known === undefined ? value : union(known.value, value),
      isCode: isCode && (known?.isCode ?? true),
    });
  }

  bind(name: string, evidence: Evidence, isCode: boolean, isUpdate = false): void {
    const known = this.bound.get(name);
    this.deleted.delete(name);
    this.bound.set(name, {
      evidence: known === undefined ? evidence : stronger(known.evidence, evidence),
      isCode,
      isUpdate: isUpdate && (known?.isUpdate ?? true),
    });
  }

  /** Notes that every path through the cell binds a name. */
  bindsSurely(name: string): void {
    const known = this.bound.get(name);
    if (known !== undefined)
      this.bound.set(name, { ...known, evidence: { ...known.evidence, certain: true } });
  }

  useWorld(name: string, does: 'reads' | 'writes', evidence: Evidence, replaces: boolean): void {
    const use = this.world.get(name) ?? { read: null, write: null, replaced: false };
    this.world.set(name, use);
    if (does === 'writes') {
      use.write = use.write === null ? evidence : stronger(use.write, evidence);
      use.replaced ||= replaces && evidence.certain;
    } else if (!use.replaced) use.read = use.read === null ? evidence : stronger(use.read, evidence);
  }

  unbind(name: string): void {
    this.deleted.add(name);
    this.bound.delete(name);
  }

  ask(name: string, asked: Asked): void {
    if (this.asked.get(name)?.by !== 'default') this.asked.set(name, asked);
  }

  change(name: string, { evidence, alias, through, isCode }: Change): void {
    const known = this.changes.get(name);
    const best = known === undefined ? evidence : stronger(known.evidence, evidence);
    const direct = !alias || (known !== undefined && !known.alias);
    const by = best === evidence ? through : known!.through;
    this.changes.set(name, { evidence: best, alias: !direct, through: by, isCode });
  }
}
