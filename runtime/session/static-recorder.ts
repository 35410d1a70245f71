/**
 * `--trace static`: execution records from the text of cells alone, by static def-use analysis in the manner
 * of nbgather: an unknown call counts as a change of its receiver and its arguments.
 * Unsound, static analysis only: objects that calls return or keep, state outside of objects, and dynamic
 * code are missed; so no static slice is `complete`.
 */

import { type RunOutcome, shippedLibrary } from '../../instrument/index.ts';
import {
  BUILTIN_NAMES,
  type ExecutionRecord,
  GLOBALS,
  type LibraryKnowledge,
  parseCell,
  RunNames,
  type StatementRecord,
} from '../../slicer/index.ts';

const REASON = 'static analysis only';

/** The location that stands for names not visible in a text: `from m import *` writes it. */
const ANY_NAME = 'any name';

/** Analyses executions in order, and remembers the functions of earlier ones. */
export class StaticRecorder {
  /** Knowledge of libraries. */
  readonly library: LibraryKnowledge;
  #names: RunNames;
  /** For each name, the number of the last statement that wrote it. */
  readonly #written = new Map<string, number>();
  #statements = 0;
  /** The number of the last statement that may bind names not visible in its text; null: there is none. */
  #unseen: number | null = null;

  constructor(library: LibraryKnowledge = shippedLibrary()) {
    this.library = library;
    this.#names = new RunNames(library);
  }

  /** The record of one execution. */
  record(outcome: RunOutcome): ExecutionRecord {
    const parsed = parseCell(outcome.source);
    const statements = this.#names.ran(outcome.source).statements.map((names, ordinal): StatementRecord => {
      const { startLine, endLine } = parsed.statements[ordinal]!;
      const changed = [...names.mutates, ...names.mayMutate];
      const writes = new Set([...names.writes, ...names.deletes, ...changed]);
      // what a statement changes, or binds on some paths only, keeps its earlier value
      const kept = [...names.writes].filter((name) => !names.mustWrite.has(name));
      const reads = new Set([...names.readings.keys(), ...kept, ...changed]);
      for (const name of reads) if (!this.#written.has(name) && BUILTIN_NAMES.has(name)) reads.delete(name);
      const unseen = this.#unseen;
      const mayBeBoundUnseen = (name: string) => unseen !== null && unseen > (this.#written.get(name) ?? 0);
      if ([...reads].some(mayBeBoundUnseen)) reads.add(ANY_NAME);
      this.#statements += 1;
      for (const name of writes) this.#written.set(name, this.#statements);
      if (names.unknownWrites) {
        if (unseen !== null) reads.add(ANY_NAME);
        writes.add(ANY_NAME);
        this.#unseen = this.#statements;
      }
      return {
        ordinal,
        line: startLine,
        endLine,
        failed: false,
        reads: [...reads].map((field) => ({ object: GLOBALS, field, kind: 'static' })),
        writes: [...writes].map((field) => ({ object: GLOBALS, field, kind: 'static' })),
        values: [],
        deleted: [...names.deletes],
        rebound: [],
        escapes: [{ reason: REASON, line: startLine, lasting: false }],
      };
    });
    return {
      ...outcome,
      planned: statements.length,
      statements,
      opaque: null,
      closed: [],
      symbols: new Map(),
      objects: new Map(),
    };
  }

  /** The kernel forgot everything. */
  restart(): void {
    this.#names = new RunNames(this.library);
    this.#written.clear();
    this.#unseen = null;
  }
}
