/** The statements and cells that bound global names in this kernel. */

import type { DependenceGraph } from '../graph/dependence-graph.ts';
import type { CellId } from '../records/execution-record.ts';
import { GLOBALS } from '../records/location.ts';

/** The binders of names. */
export class NameBinders {
  readonly #graph: DependenceGraph;
  /** Names that a cell bound in this kernel, but not in its last run. */
  readonly #givenUp = new Map<string, CellId>();

  constructor(graph: DependenceGraph) {
    this.#graph = graph;
  }

  /** By name: the statements that bound it last. */
  of(names: Iterable<string>): Map<string, number[]> {
    const found = new Map<string, number[]>();
    for (const field of names) {
      const writers: number[] = [];
      this.#graph.forEachWriter({ object: GLOBALS, field }, (index) => writers.push(index));
      found.set(field, writers);
    }
    return found;
  }

  /** Notes that the last run of a cell did not bind a name that an earlier one had bound. */
  giveUp(name: string, cell: CellId): void {
    this.#givenUp.set(name, cell);
  }

  /** Forgets the bindings in an earlier kernel. */
  clear(): void {
    this.#givenUp.clear();
  }

  /** Whether a cell other than `except` has bound the name in this kernel. */
  wasBound(name: string, except: CellId | null = null): boolean {
    const binders = this.of([name]).get(name) ?? [];
    const cells = binders.map((index) => this.#graph.cellOf(index));
    return [this.#givenUp.get(name), ...cells].some((cell) => cell !== undefined && cell !== except);
  }
}
