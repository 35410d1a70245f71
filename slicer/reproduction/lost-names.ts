/**
 * After a failure: the names without their right value, and so the cells whose output would be meaningless.
 * It judges by texts, and by the statements that have run.
 * Unsound, static analysis only: after a failed cell, missing effects on files, and on objects under other
 * names, are not followed, so `sluice reproduce` may run a cell that needs them.
 */

import { LINE_MAGICS, type LibraryKnowledge, RunNames } from '../static/index.ts';

/** Names without their right value, each with the cell that should have given it. */
export class LostNames {
  readonly #lost = new Map<string, string>();
  readonly #names: RunNames;

  constructor(library: LibraryKnowledge) {
    this.#names = new RunNames(library);
  }

  /** A lost name that the text surely or perhaps reads; null: the text can run. */
  neededBy(source: string): { readonly name: string; readonly cell: string } | null {
    if (this.#lost.size === 0) return null;
    const { readings } = this.#names.of(source);
    for (const [name, reading] of readings) {
      const cell = this.#lost.get(name);
      // a name that a cell binds is no command of IPython (`ll`)
      const isName = reading !== 'harmless' || LINE_MAGICS.has(name);
      if (cell !== undefined && isName) return { name, cell };
    }
    return null;
  }

  /** Notes a full run of a cell: its sure bindings are not lost any more. */
  ran(source: string): void {
    const { dead } = this.#names.ran(source);
    for (const name of dead) this.#lost.delete(name);
  }

  /**
   * Notes a cell that did not run, or not after its statement number `done` (null: unknown). `because`: the
   * cell at fault.
   */
  failed(source: string, because: string, done: number | null): void {
    const { statements } = this.#names.ran(source);
    for (const [at, names] of statements.entries()) {
      if (done !== null && at < done) {
        for (const name of names.mustWrite) this.#lost.delete(name);
        continue;
      }
      for (const name of [...names.writes, ...names.mutates]) this.#lost.set(name, because);
    }
  }
}
