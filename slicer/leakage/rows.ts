/** The ways of rows: a source, and the steps that selected some of them. It compares ways, and knows no code. */
import type { Trail } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { compare, meant, sliced } from './intervals.ts';

/** A range in the code of a cell. `run`: the number of the run, from 1. */
export interface Site {
  readonly run: number;
  readonly at: Range;
}

/** One step on the way. */
export type RowStep =
  /** `name`: a file, or nothing. */
  | { readonly type: 'source'; readonly key: string; readonly name: string }
  /** One part of a division; parts of one division have the same key. `ordered`: the rows keep their order. */
  | { readonly type: 'split'; readonly key: string; readonly part: number; readonly ordered?: true }
  /** One of several results of a call with unknown rows. */
  | { readonly type: 'given'; readonly key: string; readonly part: number }
  /** Positions from and to, as texts. `window`: the slice moves on with a loop, and shares rows with the next one. */
  | { readonly type: 'slice'; readonly from: string; readonly to: string; readonly window?: true }
  /** Rows for which a condition holds. `unseen`: numbers under a name, which may hold other numbers elsewhere. */
  | { readonly type: 'condition'; readonly key: string; readonly holds: boolean; readonly unseen?: true }
  /** Groups of them. `turn`: the rows of one group, another one in each turn of a loop. */
  | { readonly type: 'grouped'; readonly key: string; readonly turn?: true }
  /** Copies of them, or new ones made of several. */
  | { readonly type: 'resampled'; readonly key: string };

/** Something was computed from all rows of data. */
export interface Learned {
  readonly site: Site;
  /** The call that learned: `StandardScaler.fit_transform`. */
  readonly what: string;
  readonly rows: readonly Rows[];
  /** Whether only the set of values counts, as for encoders of categories. */
  readonly valuesOnly: boolean;
  /** Whether the result has a value for each row, rather than one for all of them. */
  readonly rowwise: boolean;
  /** Whether the result has a value for each group of rows. */
  readonly grouped: boolean;
  /** The number of loops around learning from one group in each turn; 0: the groups have no turns. */
  readonly turns: number;
  /** Whether it tells how columns go together, so that a choice by it is learned too. */
  readonly relates: boolean;
  /** Calls before that put the rows into another order, or left some out. */
  readonly rearranged: readonly string[];
  readonly given: Given;
}

/** The data for learning. */
export interface Given {
  /** Their classes; empty: unknown. */
  readonly kinds: readonly string[];
  /** Whether they are columns of a frame. */
  readonly columns: boolean;
}

/** Rows on one way; equal ways are the same object. */
export class Rows {
  static #made = 0;
  /** Tells ways apart. */
  readonly id = Rows.#made++;
  readonly parent: Rows | null;
  readonly step: RowStep;
  readonly site: Site;
  readonly depth: number;
  /** The learned limits by which the last step picks rows. */
  readonly limits: readonly Learned[];
  readonly #children = new Map<string, Rows>();
  readonly #trail: Trail;

  constructor(parent: Rows | null, step: RowStep, site: Site, trail: Trail, limits: readonly Learned[] = []) {
    this.#trail = trail;
    this.parent = parent;
    this.step = step;
    this.site = site;
    this.limits = limits;
    this.depth = parent === null ? 0 : parent.depth + 1;
  }

  /** These rows after one more step. */
  after(step: RowStep, site: Site, limits: readonly Learned[] = []): Rows {
    const key = JSON.stringify(step);
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const made = new Rows(this, step, site, this.#trail, limits);
    this.#trail.set(this.#children, key, made);
    return made;
  }

  /** Whether the rows stand for groups of other rows. */
  get isGrouped(): boolean {
    return this.step.type === 'grouped' || (this.parent?.isGrouped ?? false);
  }

  /** Whether they are the rows of one group, another one in each turn of a loop. */
  get isOfTurn(): boolean {
    return (this.step.type === 'grouped' && this.step.turn === true) || (this.parent?.isOfTurn ?? false);
  }

  /** The rows of all turns together. */
  get beforeTurns(): Rows {
    const first = this.way().find(({ step }) => step.type === 'grouped' && step.turn === true);
    return first?.parent ?? this;
  }

  /** The way, source first. */
  way(): Rows[] {
    const way: Rows[] = [];
    for (let at: Rows | null = this; at !== null; at = at.parent) way.unshift(at);
    return way;
  }
}

/** Rows after a division. Rows that the same division has divided before, in an earlier turn of a loop, are divided anew. */
export function divided(rows: Rows, step: RowStep & { readonly type: 'split' }, site: Site): Rows {
  const before = rows.way().findLast((each) => each.step.type === 'split' && each.step.key === step.key);
  return (before?.parent ?? rows).after(step, site);
}

/** The rows that a division or condition has left out. */
export function othersOf(all: readonly Rows[]): readonly Rows[] {
  return all.map((rows) => {
    const { parent, step, site, limits } = rows;
    if (parent === null) return rows;
    if (step.type === 'split') return parent.after({ ...step, part: 1 - step.part }, site);
    return step.type === 'condition' ? parent.after({ ...step, holds: !step.holds }, site, limits) : rows;
  });
}

/** The single rows among rows and groups, because facts of groups are brought to the rows. */
export function singleRows(rows: readonly Rows[]): readonly Rows[] {
  const single = rows.filter(({ isGrouped }) => !isGrouped);
  return single.length === 0 ? rows : single;
}

/**
 * How two sets of rows meet. `same`: one surely has rows of the other. `likely`: drawn from the same rows at
 * random, or by unrelated ways. `apart`: no common rows. `unknown`: parts of the same rows. `resampled`:
 * parts of the same rows after copies were made. `crossing`: slices with some common rows. `strangers`: from
 * different sources.
 */
export type Meeting = 'same' | 'likely' | 'crossing' | 'apart' | 'unknown' | 'resampled' | 'strangers';

/** Compares two ways. */
export function meet(a: Rows, b: Rows): { readonly how: Meeting; readonly at: Rows } {
  const [one, other] = [a.way(), b.way()];
  let common = 0;
  while (common < one.length && common < other.length && one[common] === other[common]) common += 1;
  if (common === 0) return { how: 'strangers', at: a };
  const [x, y] = [one[common], other[common]];
  const last = one[common - 1]!;
  if (x === undefined || y === undefined) return { how: 'same', at: last };
  const found = diverge(x.step, y.step);
  // a part that is divided for itself, and a division of all rows, know nothing of each other
  const isDividedTwice =
    found === 'unknown' &&
    ((x.step.type === 'split' && other.slice(common).some(isMixedPart)) ||
      (y.step.type === 'split' && one.slice(common).some(isMixedPart)));
  const how = isDividedTwice ? 'likely' : found;
  const isMixed = x.step.type === 'split' && x.step.ordered !== true;
  const copied = one.slice(0, common).findLast(({ step }) => {
    return step.type === 'resampled' || (isMixed && step.type === 'slice' && step.window === true);
  });
  if (copied !== undefined && how !== 'same') return { how: 'resampled', at: copied };
  // copies of the other side's rows
  if (how === 'likely' && (x.step.type === 'resampled' || y.step.type === 'resampled')) {
    return { how: 'same', at: x.step.type === 'resampled' ? x : y };
  }
  if (how === 'crossing') return { how, at: y };
  return { how, at: how === 'likely' ? (y.step.type === 'split' ? y : x) : last };
}

/** Whether some rows of a part, which a condition picks, are surely among rows that are drawn at random from the same whole. */
export function sharesByChance(picked: Rows, drawn: Rows): boolean {
  const [one, other] = [picked.way(), drawn.way()];
  const at = one.findIndex((each, i) => each !== other[i]);
  const rest = at < 0 ? [] : one.slice(at);
  // (a bare name may hold numbers of rows, of any part)
  const isTold = ({ step }: Rows) =>
    step.type === 'condition' && step.unseen !== true && !/^\w+$/.test(step.key);
  const isPicked = rest.length > 0 && rest.every(isTold);
  return at > 0 && isPicked && other[at] !== undefined && isMixedPart(other[at]!);
}

/** Whether rows are different results of one call, which may divide them: `Xa, Xv, Xb = own_split(X)`. */
export function areParts({ step: a }: Rows, { step: b }: Rows): boolean {
  return a.type === 'given' && b.type === 'given' && a.key === b.key && a.part !== b.part;
}

const isMixedPart = ({ step }: Rows): boolean => step.type === 'split' && step.ordered !== true;

function diverge(x: RowStep, y: RowStep): Meeting {
  if (x.type === 'split' && y.type === 'split') return x.key === y.key ? 'apart' : 'likely';
  if (x.type === 'slice' && y.type === 'slice') {
    if (x.to !== '' && x.to === y.from) return 'apart';
    if (y.to !== '' && y.to === x.from) return 'apart';
    return compare(sliced(x), sliced(y));
  }
  if (x.type === 'condition' && y.type === 'condition') {
    if (x.key === y.key && x.holds !== y.holds) return 'apart';
    // (equal conditions are equal ways, unless one frame has changed)
    const met = compare(meant(x), meant(y));
    return met === 'same' ? 'unknown' : met;
  }
  // they may be the same rows
  if (x.type === 'given' || y.type === 'given') return 'unknown';
  return x.type === 'resampled' || y.type === 'resampled' ? 'likely' : 'unknown';
}

/**
 * How test rows meet training rows. Each may have several ways, as alternatives: the worst meeting counts.
 * Test rows apart from one alternative do not count as drawn again from the others.
 */
export function meetAll(
  trained: readonly Rows[],
  judged: readonly Rows[],
): { readonly how: Meeting; readonly at: Rows } | null {
  // a loop that divides rows has run: its result is not the whole
  const isWhole = (rows: Rows) =>
    trained.some(({ step, parent }) => step.type === 'split' && (parent?.way().includes(rows) ?? false));
  const parts = trained.filter((rows) => !isWhole(rows));
  const pairs = judged.flatMap((row) => {
    const all = parts.map((other) => ({ row, isEqual: other === row, ...meet(other, row) }));
    const apart = all.some(({ how }) => how === 'apart');
    return all.filter(({ how }) => !(apart && (how === 'likely' || how === 'unknown')));
  });
  // a table, undivided, in which both sides have looked up columns
  const divided = new Set(pairs.flatMap(({ row, how }) => (how === 'apart' ? [row.way()[0]] : [])));
  const met = pairs.filter(({ row, isEqual }) => {
    return !isEqual || divided.size === 0 || divided.has(row.way()[0]);
  });
  return met.sort((a, b) => ORDER.indexOf(a.how) - ORDER.indexOf(b.how))[0] ?? null;
}

const ORDER: readonly Meeting[] = [
  'same',
  'resampled',
  'crossing',
  'likely',
  'unknown',
  'apart',
  'strangers',
];
