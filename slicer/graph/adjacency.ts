/**
 * Dependences between numbered nodes as flat arrays, for traversals: the closures that slices are, and what spreads along
 * them. The graph holds what nodes and dependences mean; this holds only who depends on whom.
 */

import { GrowingInts } from './growing-ints.ts';

/** Which way to close over dependences: towards what was needed, or towards what was affected. */
export type Direction = 'backward' | 'forward';

const NONE = -1;

/**
 * Nodes are numbered 0, 1, 2 … as they are added, and only the newest node gets dependences, on earlier
 * nodes. So the sources of a node lie side by side in `#sources`; the users of a node are a list linked
 * through `#nextUse`:
 *
 *     sources of n   #sources[#firstSource[n] … #firstSource[n + 1]]
 *     users of n     e = #lastUse[n], #nextUse[e], … NONE; the user is #users[e]
 */
export class Adjacency {
  readonly #firstSource = new GrowingInts();
  readonly #sources = new GrowingInts();
  readonly #users = new GrowingInts();
  readonly #nextUse = new GrowingInts();
  readonly #lastUse = new GrowingInts();
  /** Marks nodes that a closure has met: with its number, so that nothing has to be cleared. */
  readonly #met = new GrowingInts();
  #closure = 0;

  /** How many nodes there are. */
  get size(): number {
    return this.#lastUse.length;
  }

  /** Adds the next node. */
  add(): number {
    this.#firstSource.push(this.#sources.length);
    this.#met.push(0);
    return this.#lastUse.push(NONE);
  }

  /** The newest node depends on `source`; false if that is known, or `source` is the node itself. */
  depend(source: number): boolean {
    const newest = this.size - 1;
    if (source === newest) return false;
    const last = this.#lastUse.at(source);
    // all dependences of the newest node are the newest uses of their sources
    if (last !== NONE && this.#users.at(last) === newest) return false;
    this.#sources.push(source);
    this.#nextUse.push(last);
    this.#lastUse.set(source, this.#users.push(newest));
    return true;
  }

  /** Calls `found` with each node that this one depends on. */
  forEachSource(node: number, found: (source: number) => void): void {
    const end = this.#endOfSources(node);
    for (let i = this.#firstSource.at(node); i < end; i += 1) found(this.#sources.at(i));
  }

  /** Calls `found` with each node that depends on this one. */
  forEachUser(node: number, found: (user: number) => void): void {
    for (let use = this.#lastUse.at(node); use !== NONE; use = this.#nextUse.at(use)) {
      found(this.#users.at(use));
    }
  }

  /** The nodes that can be reached from `seeds`, those included, in ascending order. */
  closure(seeds: Iterable<number>, direction: Direction): Int32Array {
    this.#closure += 1;
    const found = new GrowingInts();
    const meet = (node: number): void => {
      if (this.#met.at(node) === this.#closure) return;
      this.#met.set(node, this.#closure);
      found.push(node);
    };
    for (const seed of seeds) meet(seed);
    for (let next = 0; next < found.length; next += 1) {
      if (direction === 'backward') this.forEachSource(found.at(next), meet);
      else this.forEachUser(found.at(next), meet);
    }
    return found.toArray().sort();
  }

  #endOfSources(node: number): number {
    return node + 1 < this.size ? this.#firstSource.at(node + 1) : this.#sources.length;
  }
}
