/** Divisions of data: the rows of each part, and the equality of divisions. */
import type { CompiledPlace } from '../effects/index.ts';
import type { AbstractObject, CallRole, Here, TrackedCall, Trail, Value } from '../static/index.ts';
import { type Facts, joinAll, NOTHING } from './facts.ts';
import type { KnownFacts } from './known-facts.ts';
import type { RowOrigins } from './row-origins.ts';
import type { RowStep, Rows, Site } from './rows.ts';

/** One part of divided data. */
export function partOf(
  { key, site, data, positions, known, ordered }: NonNullable<Facts['parts']>,
  part: number,
): Facts {
  const order = ordered ? { ordered } : {};
  if (positions)
    return { ...NOTHING, picks: { key: `fold ${key}`, part: part % 2, site, rows: data.rows, ...order } };
  const split: RowStep = { type: 'split', key, part, ...order };
  const step: RowStep = known ? split : { type: 'given', key, part };
  const after = (all: readonly Rows[]) => all.map((rows) => rows.after(step, site));
  // labels of rows
  const picks = data.picks?.key === null ? { ...data.picks, rows: after(data.picks.rows) } : data.picks;
  return { ...data, parts: null, rows: after(data.rows), picks };
}

/** A call that set the seed. */
interface Seed {
  readonly by: string;
  readonly divided: number;
}

/** The divisions of a notebook. */
export class Divisions {
  readonly #known: KnownFacts;
  readonly #origins: RowOrigins;
  /** The seed of numpy's stream, with the number of divisions since. */
  #seed: Seed | null = null;
  readonly #trail: Trail;

  constructor(known: KnownFacts, origins: RowOrigins, trail: Trail) {
    this.#trail = trail;
    this.#known = known;
    this.#origins = origins;
  }

  /** Notes a call that may seed the stream of divisions. */
  seededBy({ path, passed }: TrackedCall): void {
    if (path !== 'numpy.random.seed') return;
    const by = passed[0]?.value.map(({ constant }) => String(constant)).join('|') ?? 'none';
    this.#setSeed(by === 'none' || by === 'undefined' ? null : { by, divided: 0 });
  }

  #setSeed(seed: Seed | null): void {
    const before = this.#seed;
    this.#trail.note(() => {
      this.#seed = before;
    });
    this.#seed = seed;
  }

  /** Notes a call that divides data: the parts get facts. */
  split(
    call: TrackedCall,
    { places }: CallRole,
    isOrdered: boolean,
    at: (place: CompiledPlace) => Value,
    result: Value,
    inputs: ReadonlySet<AbstractObject>,
    here: Here,
  ): Value {
    const site = { run: here.cell, at: here.at };
    const values = places.map(at);
    const positions = call.self !== null && !values.some((value) => value.includes(call.self!));
    const known = joinAll(values.map((value) => this.#origins.dataAt(value, site)));
    // numbers, by which rows are picked
    const isNumbers = known.rows.length === 0 && known.picks === null;
    const data = isNumbers ? { ...known, rows: [this.#origins.sourceAt(site)] } : known;
    const key = this.#divisionOf(call, site);
    const isUnmixed = call.passed.some(
      ({ keyword, value }) => keyword === 'shuffle' && value.every(({ constant }) => constant === false),
    );
    const ordered = isOrdered || isUnmixed;
    const parts = { key, site, data, positions, known: true, ordered };
    if (call.self !== null && !positions) {
      return this.#known.give(result, { ...partOf(parts, 0), picks: null }, inputs, call.node, here);
    }
    const arrays = call.passed.filter(({ keyword }) => keyword === null).map(({ value }) => value);
    for (const object of result) {
      if (inputs.has(object)) continue;
      this.#known.set(object, { ...NOTHING, parts });
      for (const [field, held] of object.fields) {
        const number = /^=(\d+)$/.exec(field);
        if (number === null) {
          // pairs of positions
          for (const pair of held) this.#dividePair(pair, parts);
          continue;
        }
        const i = Number(number[1]);
        const own = arrays[i >> 1];
        const whole = own === undefined || isNumbers ? data : this.#known.of(own);
        const part = partOf({ ...parts, data: whole }, i % 2);
        for (const each of held) if (!inputs.has(each)) this.#known.set(each, part);
      }
    }
    return result;
  }

  #dividePair(pair: AbstractObject, parts: NonNullable<Facts['parts']>): void {
    for (const [field, held] of pair.fields) {
      const number = /^=(\d+)$/.exec(field);
      if (number === null) continue;
      for (const each of held) this.#known.set(each, partOf(parts, Number(number[1])));
    }
  }

  /** The key of a division: equal for divisions with the same seed and sizes, or for a single one. */
  #divisionOf({ passed, node }: TrackedCall, site: Site): string {
    const named = (name: string) => passed.find(({ keyword }) => keyword === name);
    const seed = named('random_state') ?? named('shuffle');
    const fixed = seed?.value.every(
      ({ constant }) => constant !== undefined && constant !== null && constant !== true,
    );
    if (seed !== undefined && fixed) {
      return passed
        .flatMap(({ keyword, value }) =>
          keyword === null || keyword === 'stratify'
            ? []
            : [`${keyword}=${value.map(({ constant }) => String(constant)).join('|')}`],
        )
        .sort()
        .join();
    }
    if (this.#seed !== null) {
      const { by, divided } = this.#seed;
      this.#setSeed({ by, divided: divided + 1 });
      return `seed ${by}, division ${divided + 1}`;
    }
    return `${site.run}:${node.from}`;
  }
}
