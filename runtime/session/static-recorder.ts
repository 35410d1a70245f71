/**
 * `--trace static`: execution records from the text of cells alone, by static def-use analysis in the manner
 * of nbgather: an unknown call counts as a change of its receiver and its arguments.
 * Unsound, static analysis only: objects that calls return or keep, state outside of objects, and dynamic
 * code are missed; so no static slice is `complete`.
 */

import { type RunOutcome, shippedLibrary } from '../../instrument/index.ts';
import type { ExecutionRecord, StatementRecord } from '../../slicer/index.ts';
import {
  analyzeExecution,
  BUILTIN_NAMES,
  environmentWith,
  GLOBALS,
  type LibraryKnowledge,
  type StaticEnvironment,
} from '../../slicer/index.ts';

const REASON = 'static analysis only';

/** Analyses executions in order, and remembers the functions of earlier ones. */
export class StaticRecorder {
  /** Knowledge of libraries. */
  readonly library: LibraryKnowledge;
  readonly #beginning: StaticEnvironment;
  #environment: StaticEnvironment;
  readonly #written = new Set<string>();

  constructor(library: LibraryKnowledge = shippedLibrary()) {
    this.library = library;
    this.#beginning = environmentWith(library, 'mutate');
    this.#environment = this.#beginning;
  }

  /** The record of one execution. */
  record(outcome: RunOutcome): ExecutionRecord {
    const execution = analyzeExecution(outcome.source, this.#environment);
    this.#environment = execution.environment;
    const statements = execution.statements.map((s): StatementRecord => {
      const reads = s.reads.filter((name) => this.#written.has(name) || !BUILTIN_NAMES.has(name));
      for (const name of s.writes) this.#written.add(name);
      return {
        ordinal: s.ordinal,
        line: s.startLine,
        endLine: s.endLine,
        failed: false,
        reads: reads.map((field) => ({ object: GLOBALS, field, kind: 'static' })),
        writes: s.writes.map((field) => ({ object: GLOBALS, field, kind: 'static' })),
        values: [],
        deleted: s.deletes,
        rebound: [],
        escapes: [{ reason: REASON, line: s.startLine, lasting: false }],
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
    this.#environment = this.#beginning;
    this.#written.clear();
  }
}
