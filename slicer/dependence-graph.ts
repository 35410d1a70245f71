/**
 * The dependence graph: a fold of execution records into statements and the dependences between them (definition → use,
 * through a location, with a kind). It answers who depends on whom; slices are computed in `slice.ts`.
 */

import { DirectedGraph } from 'graphology';
import { LastWriters } from './last-writers.ts';
import {
  type AccessKind,
  type Exec,
  type ExecutionRecord,
  type Location,
  type StatementRecord,
  WHOLE,
} from './model.ts';

/** A node's attributes. */
export interface StatementNode {
  readonly exec: Exec;
  readonly ordinal: number;
  readonly record: StatementRecord;
}

/** An edge's attributes: the first location found, and how the dependence is known. */
export interface Dependence {
  readonly object: string;
  readonly field: string;
  readonly kind: AccessKind;
}

const NOBODY: ReadonlySet<string> = new Set();

/** The key of a statement instance. */
export function statementKey(exec: Exec, ordinal: number): string {
  return `${exec}.${ordinal}`;
}

/** Folds executions; read it through its getters. */
export class DependenceGraph {
  readonly graph = new DirectedGraph<StatementNode, Dependence>();
  readonly #executions = new Map<Exec, ExecutionRecord>();
  readonly #parents = new Map<Exec, Set<Exec>>();
  readonly #children = new Map<Exec, Set<Exec>>();
  readonly #epochs = new Map<Exec, number>();
  readonly #values = new Map<string, ReadonlySet<string>>();
  readonly #symbols = new Map<string, string>();
  readonly #lasting: { exec: Exec; statement: StatementRecord }[] = [];
  readonly #writers = new LastWriters();
  #epoch = 0;

  /** Adds an execution; its number must be higher than all before. */
  record(execution: ExecutionRecord): void {
    this.#executions.set(execution.exec, execution);
    this.#epochs.set(execution.exec, this.#epoch);
    this.#parents.set(execution.exec, new Set());
    this.#children.set(execution.exec, new Set());
    for (const [token, name] of execution.symbols) this.#symbols.set(this.scoped(token), name);
    if (execution.opaque !== null) this.#recordOpaque(execution);
    for (const statement of execution.statements) this.#recordStatement(execution, statement);
    for (const object of execution.closed) this.#writers.close(object);
  }

  /** The kernel was restarted: later executions see nothing of the earlier ones but files. */
  restart(): void {
    this.#writers.restart();
    this.#epoch += 1;
  }

  /** The execution of this number, if there was one. */
  execution(exec: Exec): ExecutionRecord | undefined {
    return this.#executions.get(exec);
  }

  /** All executions in order. */
  executions(): IterableIterator<ExecutionRecord> {
    return this.#executions.values();
  }

  /** Executions that this one depends on directly. */
  parents(exec: Exec): ReadonlySet<Exec> {
    return this.#parents.get(exec) ?? new Set();
  }

  /** Executions that depend on this one directly. */
  children(exec: Exec): ReadonlySet<Exec> {
    return this.#children.get(exec) ?? new Set();
  }

  /** Statements up to `exec` after which nothing is certain any more (a thread that goes on, a fault of the tracer). */
  lastingEscapes(exec: Exec): readonly { exec: Exec; statement: StatementRecord }[] {
    return this.#lasting.filter((found) => found.exec <= exec);
  }

  /** The name people use for an object, if any execution bound it to one. */
  symbol(object: string, exec: Exec): string | undefined {
    return this.#executions.get(exec)?.symbols.get(object) ?? this.#symbols.get(this.scopedAt(object, exec));
  }

  /** Calls `found` with each statement that a read of this (scoped) location would depend on now. */
  forEachWriter(location: Location, found: (node: string) => void): void {
    this.#writers.forEachWriter(location.object, location.field, found);
  }

  /** An object's name over the whole session: tokens start again with each kernel. */
  scoped(object: string): string {
    return scopedName(object, this.#epoch);
  }

  /** The same for an object of an earlier execution. */
  scopedAt(object: string, exec: Exec): string {
    return scopedName(object, this.#epochs.get(exec) ?? this.#epoch);
  }

  #recordStatement(execution: ExecutionRecord, statement: StatementRecord): void {
    const key = statementKey(execution.exec, statement.ordinal);
    this.graph.addNode(key, { exec: execution.exec, ordinal: statement.ordinal, record: statement });
    for (const read of statement.reads) {
      const object = this.scoped(read.object);
      this.#writers.forEachWriter(object, read.field, (node) =>
        this.#depend(node, key, execution.exec, read),
      );
    }
    for (const write of statement.writes) this.#writers.write(this.scoped(write.object), write.field, key);
    if (statement.values.length > 0) this.#recordValues(key, statement);
    if (statement.escapes.some(({ lasting }) => lasting)) {
      this.#lasting.push({ exec: execution.exec, statement });
    }
  }

  /** Who wrote what the values bound by a statement hold: part of its result, though it only referred to it. */
  valueWriters(key: string): ReadonlySet<string> {
    return this.#values.get(key) ?? NOBODY;
  }

  #recordValues(key: string, statement: StatementRecord): void {
    const writers = new Set<string>();
    for (const object of statement.values) {
      this.#writers.forEachWriter(this.scoped(object), WHOLE, (node) => node !== key && writers.add(node));
    }
    if (writers.size > 0) this.#values.set(key, writers);
  }

  #recordOpaque(execution: ExecutionRecord): void {
    const key = statementKey(execution.exec, -1);
    const record: StatementRecord = {
      ordinal: -1,
      line: 1,
      endLine: execution.source.split('\n').length,
      failed: false,
      reads: [],
      writes: [],
      values: [],
      deleted: [],
      escapes: [{ reason: execution.opaque ?? '', line: 1, lasting: false }],
    };
    this.graph.addNode(key, { exec: execution.exec, ordinal: -1, record });
    const access = { object: 'anything', field: '*', kind: 'assumed' } as const;
    this.#writers.barrier(key, (node) => this.#depend(node, key, execution.exec, access));
  }

  #depend(from: string, to: string, exec: Exec, access: Dependence): void {
    if (from === to) return;
    const source = this.graph.getNodeAttribute(from, 'exec');
    if (!this.graph.hasEdge(from, to)) {
      this.graph.addEdge(from, to, { object: access.object, field: access.field, kind: access.kind });
    }
    if (source !== exec) {
      this.#parents.get(exec)?.add(source);
      this.#children.get(source)?.add(exec);
    }
  }
}

function scopedName(object: string, epoch: number): string {
  return /^o\d/.test(object) ? `${epoch}:${object}` : object;
}
