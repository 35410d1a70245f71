/**
 * The closure over dependences: all statements that some statements need. Where a dependence has
 * alternatives, one of them is enough.
 */

import type { DependenceGraph } from './dependence-graph.ts';
import { GrowingInts } from './growing-ints.ts';

/** The unit of a slice: whole executions, or statement instances. */
export type Level = 'cell' | 'statement';

/**
 * The statements that `seeds` need, including the seeds, in ascending order; at cell level with all other
 * statements of their executions.
 *
 * A dependence with alternatives waits until the rest of the closure is known. If the closure has one of the
 * alternatives by then, no other is added. Otherwise the closure takes an alternative that needs no further
 * statement, from an execution in the closure; otherwise the last writer. Dependences of early statements are
 * resolved first, because their choice also serves later statements.
 */
export function backwardClosure(graph: DependenceGraph, seeds: Iterable<number>, level: Level): Int32Array {
  const closure = new Closure(graph, level);
  for (const seed of seeds) closure.meet(seed);
  closure.close();
  return closure.found.toArray().sort();
}

/** A dependence with alternatives that is not resolved yet. */
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

  /** Whether the closure has the statement's execution, and every source of the statement. */
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

  /** Adds the sources of all met statements, except dependences with alternatives. */
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
