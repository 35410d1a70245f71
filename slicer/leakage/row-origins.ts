/** The origins of rows, and learning from them: the same site gives the same objects again. */
import type { Trail, Value } from '../static/index.ts';
import { type Facts, NOTHING } from './facts.ts';
import type { KnownFacts } from './known-facts.ts';
import { type Learned, Rows, type Site } from './rows.ts';

/** The sources of rows, and all learning. */
export class RowOrigins {
  readonly #known: KnownFacts;
  readonly #sources = new Map<string, Rows>();
  readonly #learned = new Map<string, Learned>();
  readonly #trail: Trail;

  constructor(known: KnownFacts, trail: Trail) {
    this.#known = known;
    this.#trail = trail;
  }

  /** Rows from a file, or from a site; `key`: equal for equal rows. */
  source(key: string, name: string, site: Site): Rows {
    const known = this.#sources.get(key);
    if (known !== undefined) return known;
    const made = new Rows(null, { type: 'source', key, name }, site, this.#trail);
    this.#trail.set(this.#sources, key, made);
    return made;
  }

  /** Rows of unknown origin: their origin is the site. */
  sourceAt(site: Site): Rows {
    return this.source(`${site.run}:${site.at.from}:${site.at.to}`, '', site);
  }

  /** The facts of data. Rows of unknown origin get the site as origin. */
  dataAt(value: Value, site: Site): Facts {
    const known = this.#known.of(value);
    if (known.rows.length > 0 || known.learned.length > 0 || known.picks !== null) return known;
    for (const object of value) {
      if (object.meaning.type !== 'instance' || known.fits.length > 0) continue;
      const key = `${site.run}:${site.at.from}:${this.#sources.size}`;
      this.#known.add([object], { ...NOTHING, rows: [this.source(key, '', site)] });
    }
    return this.#known.of(value);
  }

  /** Notes learning from rows; nothing if there are none. */
  learn(
    site: Site,
    what: string,
    { rows, rearranged }: Facts,
    how: Pick<Learned, 'valuesOnly' | 'rowwise' | 'grouped' | 'turns' | 'relates' | 'given'>,
  ): readonly Learned[] {
    if (rows.length === 0) return [];
    const key = `${site.run}:${site.at.from}:${site.at.to}:${how.valuesOnly}:${rows.map(({ id }) => id).join()}`;
    const known = this.#learned.get(key);
    if (known !== undefined) return [known];
    const made = { site, what, rows, rearranged, ...how };
    this.#trail.set(this.#learned, key, made);
    return [made];
  }
}
