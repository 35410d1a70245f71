/**
 * The cells that a change of a notebook, and of files around it, can reach: changed cells, cells that get
 * values from other cells than before, and all cells that get values from these. It runs nothing.
 * Imprecise: a changed cell changes all that it gives, even if the changed line gives only one name.
 * Unsound, static analysis only: `sluice affected` follows names, own modules and files; a change of a random
 * stream, of an option or of the environment reaches no other cell.
 */

import type { Flow } from '../information-flow/index.ts';
import { meaningOf } from '../static/meaning.ts';

/** A version of the notebook: its code cells in page order, and the flows between them. */
export interface NotebookVersion {
  readonly cells: readonly { readonly cell: string; readonly source: string }[];
  readonly flows: readonly Flow[];
}

/** A change outside of the notebook that a cell uses. `why`: words to follow the name of the cell. */
export interface OutsideCause {
  readonly why: string;
  readonly certain: boolean;
}

/** An affected cell. `index` counts code cells from 1. */
export interface AffectedCell {
  readonly cell: string;
  readonly index: number;
  /** The change certainly reaches the cell; otherwise it can. */
  readonly certain: boolean;
  readonly why: string;
}

/** The cell that first meets the change, and the flow by which the change came from there. */
interface Reached {
  readonly certain: boolean;
  readonly why: string;
  /** The cell in words, with its change, to begin the reason of another cell. */
  readonly root: string;
}

/**
 * The affected cells in page order. `before`: null if the notebook is new. `formerOf`: for each cell its id
 * in the former version. `outside`: changes of files by the cell that uses them.
 */
export function affectedCells(
  before: NotebookVersion | null,
  after: NotebookVersion,
  formerOf: ReadonlyMap<string, string>,
  outside: ReadonlyMap<string, readonly OutsideCause[]>,
): readonly AffectedCell[] {
  const places = new Map(after.cells.map(({ cell }, at) => [cell, at + 1]));
  const reached = new Map<string, Reached>();
  const given = before === null ? null : new Comparison(before, after, formerOf);
  for (const { cell, source } of after.cells) {
    if (source.trim() === '') continue;
    const own = given === null ? NEW_NOTEBOOK : given.changeOf(cell, source);
    const causes = [...(own === null ? [] : [own]), ...(outside.get(cell) ?? [])];
    const first = causes.find(({ certain }) => certain) ?? causes[0];
    if (first === undefined) continue;
    const why = `cell ${places.get(cell)} ${first.why}`;
    reached.set(cell, { certain: first.certain, why, root: why });
  }
  // certain paths first: a cell that is certainly reached needs no other path
  for (const certainOnly of [true, false]) spread(after.flows, reached, certainOnly);
  return after.cells.flatMap(({ cell }, at): AffectedCell[] => {
    const found = reached.get(cell);
    return found ? [{ cell, index: at + 1, certain: found.certain, why: found.why }] : [];
  });
}

const NEW_NOTEBOOK: OutsideCause = { why: 'is new: the notebook did not exist', certain: true };

function spread(flows: readonly Flow[], reached: Map<string, Reached>, certainOnly: boolean): void {
  const from = new Map<string, Flow[]>();
  for (const flow of flows) from.set(flow.from, [...(from.get(flow.from) ?? []), flow]);
  const queue = [...reached].filter(([, { certain }]) => certain || !certainOnly).map(([cell]) => cell);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { root, why: origin } = reached.get(next)!;
    for (const flow of from.get(next) ?? []) {
      if (certainOnly && !flow.certain) continue;
      const known = reached.get(flow.to);
      if (known !== undefined && (known.certain || !certainOnly)) continue;
      const way = root === origin ? root : `${root}, which reaches other cells`;
      reached.set(flow.to, { certain: certainOnly, why: `${way}; ${flow.why}`, root });
      queue.push(flow.to);
    }
  }
}

/** The notebook then and now. */
class Comparison {
  readonly #formerOf: ReadonlyMap<string, string>;
  readonly #sources: ReadonlyMap<string, string>;
  readonly #before: ReadonlyMap<string, ReadonlyMap<string, Flow>>;
  readonly #after: ReadonlyMap<string, ReadonlyMap<string, Flow>>;
  readonly #places: ReadonlyMap<string, number>;

  constructor(before: NotebookVersion, after: NotebookVersion, formerOf: ReadonlyMap<string, string>) {
    this.#formerOf = formerOf;
    this.#sources = new Map(before.cells.map(({ cell, source }) => [cell, source]));
    this.#places = new Map(before.cells.map(({ cell }, at) => [cell, at + 1]));
    this.#before = byReader(before.flows, (cell) => cell);
    this.#after = byReader(after.flows, (cell) => formerOf.get(cell) ?? `new ${cell}`);
  }

  /** The change of a cell by itself, or of its sources of values; null: neither. */
  changeOf(cell: string, source: string): OutsideCause | null {
    const former = this.#formerOf.get(cell);
    const text = former === undefined ? undefined : this.#sources.get(former);
    if (former === undefined || text === undefined) return { why: 'is new', certain: true };
    if (meaningOf(text) !== meaningOf(source)) return { why: 'has changed', certain: true };
    const [then, now] = [this.#before.get(former), this.#after.get(cell)];
    for (const [key, { name, certain, from }] of then ?? []) {
      if (now?.has(key) === true) continue;
      const place = this.#places.get(from);
      return { why: `no longer gets ${name} from the former cell ${place}`, certain };
    }
    for (const [key, { name, certain, why }] of now ?? []) {
      if (then?.has(key) !== true) return { why: `gets ${name} from another cell: ${why}`, certain };
    }
    return null;
  }
}

/** The flows by reader, each under its writer (named by `idOf`) and its name. */
function byReader(flows: readonly Flow[], idOf: (cell: string) => string) {
  const found = new Map<string, Map<string, Flow>>();
  for (const flow of flows) {
    const known = found.get(flow.to) ?? new Map<string, Flow>();
    known.set(`${idOf(flow.from)} ${flow.name}`, flow);
    found.set(flow.to, known);
  }
  return found;
}
