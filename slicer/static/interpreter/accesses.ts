/**
 * What one cell reads, binds and changes, as it is found: the domain of reads and writes. It keeps the strongest that was found for each
 * name or object, and does not follow aliases.
 */
import { union, type Value } from './objects.ts';

/** Who has said that something is so: the text itself, declared effects, or the rule that is right most often. */
export type Source = 'text' | 'effects' | 'default';

/** How something is known. */
export interface Evidence {
  readonly source: Source;
  /** Whichever way the code takes. */
  readonly certain: boolean;
  /** Taken to be so. */
  readonly answer: boolean;
  readonly line: number;
  readonly why: string;
}

/** A name that is read before the cell has surely bound it. */
export interface Reading {
  readonly evidence: Evidence;
  readonly value: Value;
  /** It means a function or class of the notebook. */
  readonly isCode: boolean;
}

/** A name that the cell binds. */
export interface Bound {
  readonly evidence: Evidence;
  readonly isCode: boolean;
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
  /** Only as the object of another name. */
  readonly alias: boolean;
  /** The name through which; null: none that is global. */
  readonly through: string | null;
  /** A class of the notebook, whose attributes it changes. */
  readonly isCode: boolean;
}

/** A name that a library got as receiver or argument: whether that changes its object is a question. */
export interface Asked {
  readonly line: number;
  /** Who answers, where no change is noted. */
  readonly by: Source;
}

/** The accesses of one cell. */
export class Accesses {
  readonly reads = new Map<string, Reading>();
  readonly bound = new Map<string, Bound>();
  readonly changes = new Map<string, Change>();
  readonly asked = new Map<string, Asked>();
  /** Names that are surely unbound at the end. */
  readonly deleted = new Set<string>();

  /** Whether it is noted already that this value of a name is surely read. */
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

  bind(name: string, evidence: Evidence, isCode: boolean): void {
    const known = this.bound.get(name);
    this.deleted.delete(name);
    this.bound.set(name, {
      evidence: known === undefined ? evidence : stronger(known.evidence, evidence),
      isCode,
    });
  }

  /** A name was found to be bound on every way through the cell. */
  bindsSurely(name: string): void {
    const known = this.bound.get(name);
    if (known !== undefined)
      this.bound.set(name, { ...known, evidence: { ...known.evidence, certain: true } });
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
