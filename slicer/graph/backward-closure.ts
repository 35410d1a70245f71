/** All that statements need: the closure over their dependences, in which one of several statements will do where a dependence has alternatives. */

import type { DependenceGraph } from './dependence-graph.ts';
import { GrowingInts } from './growing-ints.ts';

/** What a slice is made of: whole executions, or statement instances. */
export type Level = 'cell' | 'statement';

/**
 * The statements that `seeds` need, those included, in ascending order; at cell level with all others of their executions.
 *
 * A dependence with alternatives waits until everything else is there. If one of them is needed anyway, that one does; else one of
 * an execution that is there, if it needs nothing more; else the last writer. The earliest statement comes first, since what does for
 * it does for later ones too.
 */
export function backwardClosure(graph: DependenceGraph, seeds: Iterable<number>, level: Level): Int32Array {
  const closure = new Closure(graph, level);
  for (const seed of seeds) closure.meet(seed);
  closure.close();
  return closure.found.toArray().sort();
}

/** A statement that waits for one of several. */
interface Waiting {
  readonly user: number;
  readonly source: number;
  readonly alike: readonly number[];
}

class Closure {
  readonly found = new GrowingInts();
  readonly #graph: DependenceGraph;
  readonly #level: Level;
  readonly #met: Uint8Array;
  #next = 0;
  #waiting: Waiting[] = [];

  constructor(graph: DependenceGraph, level: Level) {
    this.#graph = graph;
    this.#level = level;
    this.#met = new Uint8Array(graph.statementLinks.size);
  }

  meet(index: number): void {
    if (this.#met[index] === 1) return;
    if (this.#level === 'statement') {
      this.#add(index);
      return;
    }
    const { first, end } = this.#graph.rangeOf(this.#graph.node(index).exec);
    for (let each = first; each < end; each += 1) this.#add(each);
  }

  close(): void {
    this.#follow();
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting.sort((a, b) => a.user - b.user);
      this.#waiting = [];
      for (const { source, alike } of waiting) {
        if (alike.some((index) => this.#met[index] === 1)) continue;
        this.meet(alike.findLast((index) => this.#addsNothing(index)) ?? source);
        this.#follow();
      }
    }
  }

  /** Whether the statement's execution is there, and all that the statement needs. */
  #addsNothing(index: number): boolean {
    const { first, end } = this.#graph.rangeOf(this.#graph.node(index).exec);
    if (!this.#met.subarray(first, end).includes(1)) return false;
    let adds = false;
    this.#graph.statementLinks.forEachSource(index, (source) => {
      adds ||= this.#met[source] !== 1;
    });
    return !adds;
  }

  #add(index: number): void {
    this.#met[index] = 1;
    this.found.push(index);
  }

  /** Meets what those that were met need without alternatives. */
  #follow(): void {
    const { statementLinks, alternatives } = this.#graph;
    const meet = (source: number): void => this.meet(source);
    while (this.#next < this.found.length) {
      const user = this.found.at(this.#next);
      this.#next += 1;
      const others = alternatives.get(user);
      if (others === undefined) {
        statementLinks.forEachSource(user, meet);
        continue;
      }
      statementLinks.forEachSource(user, (source) => {
        const alike = others.get(source);
        if (alike === undefined) this.meet(source);
        else this.#waiting.push({ user, source, alike });
      });
    }
  }
}
