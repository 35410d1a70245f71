/**
 * The dependence graph: a fold of execution records into statements and the dependences between them
 * (definition → use, through a location, with a kind). It answers which statement depends on which;
 * `slice.ts` computes slices. The file stays whole: each method reads or writes the tables of one fold.
 */

import { DirectedGraph } from 'graphology';
import type {
  AccessKind,
  CellId,
  Exec,
  ExecutionRecord,
  StatementRecord,
} from '../records/execution-record.ts';
import { GLOBALS, type Location, locationKey, WHOLE } from '../records/location.ts';
import { Adjacency } from './adjacency.ts';
import { type Alternatives, AlternativesOf } from './alternatives.ts';
import { LastWriters } from './last-writers.ts';

/** A node's attributes. */
export interface StatementNode {
  readonly exec: Exec;
  readonly ordinal: number;
  /** The statement's number over the whole session, in time order from 0; traversals use it. */
  readonly index: number;
  readonly record: StatementRecord;
}

/** An edge's attributes: the first location found, and how the dependence is known. */
export interface Dependence {
  readonly object: string;
  readonly field: string;
  readonly kind: AccessKind;
}

/** An execution, its kernel (0, 1, 2 …), and the range of its statements: from `first` to before `end`. */
interface Recorded {
  readonly record: ExecutionRecord;
  readonly epoch: number;
  readonly first: number;
  end: number;
}

/** The key of a statement instance. */
export function statementKey(exec: Exec, ordinal: number): string {
  return `${exec}.${ordinal}`;
}

/** Folds executions; the getters read the result. */
export class DependenceGraph {
  readonly graph = new DirectedGraph<StatementNode, Dependence>();
  /** The same dependences between statements by index, for traversals. */
  readonly statementLinks = new Adjacency();
  /** By statement: the dependences that have alternatives. */
  readonly alternatives = new Map<number, Alternatives>();
  /**
   * For each statement, the writers of the objects inside the values it bound. Their content is part of the
   * statement's result, although the statement did not read it.
   */
  readonly valueLinks = new Adjacency();
  /** Dependences between executions by number. */
  readonly executionLinks = new Adjacency();
  readonly #keys: string[] = [];
  readonly #nodes: StatementNode[] = [];
  readonly #executions = new Map<Exec, Recorded>();
  readonly #latest = new Map<CellId, Exec>();
  readonly #symbols = new Map<string, string>();
  readonly #kinds = new Map<string, string>();
  /** Statements after which no slice is certain, by index. */
  readonly #lasting = new Set<number>();
  readonly #watchers: ((location: Location | null) => void)[] = [];
  readonly #writers = new LastWriters((location) => {
    for (const changed of this.#watchers) changed(location);
  });
  #epoch = 0;
  /** Whether an execution in this kernel has started tasks, so that {@link goOn} may follow. */
  #hasTasks = false;

  /**
   * Calls `changed` from now on with each (scoped) location whose last writers change; with null if all
   * writers may have changed.
   */
  watch(changed: (location: Location | null) => void): void {
    this.#watchers.push(changed);
  }

  /** Adds an execution; its number must be higher than all before. */
  record(execution: ExecutionRecord): void {
    while (this.executionLinks.size <= execution.exec) this.executionLinks.add();
    const first = this.#nodes.length;
    const recorded: Recorded = { record: execution, epoch: this.#epoch, first, end: first };
    this.#executions.set(execution.exec, recorded);
    this.#latest.set(execution.cell, execution.exec);
    this.#nameObjects(execution);
    this.#hasTasks ||= execution.statements.some(({ escapes }) =>
      escapes.some(({ code }) => code === 'task'),
    );
    this.#writers.begin(this.#hasTasks);
    if (execution.opaque !== null) this.#recordOpaque(execution);
    for (const statement of execution.statements) this.#recordStatement(execution, statement);
    recorded.end = this.#nodes.length;
    for (const object of execution.closed) this.#writers.close(object);
  }

  /** Whether an execution is the last one, so that {@link goOn} may extend it. */
  mayGoOn(exec: Exec): boolean {
    const isLast = this.#nodes.at(-1)?.exec === exec && this.executionLinks.size === exec + 1;
    return isLast && this.execution(exec)?.opaque === null;
  }

  /**
   * Extends the last execution: accesses after its end become part of its last statement. Returns the
   * extended record.
   */
  goOn(exec: Exec, more: ExecutionRecord): ExecutionRecord {
    const recorded = this.#executions.get(exec) as Recorded;
    const node = this.#nodes.at(-1) as StatementNode;
    for (const statement of more.statements) this.#dependAndWrite(statement, node);
    const record = more.statements.reduce(joined, node.record);
    const extended = { ...node, record };
    this.#nodes[node.index] = extended;
    this.graph.replaceNodeAttributes(this.key(node.index), extended);
    const statements = [...recorded.record.statements.slice(0, -1), record];
    const execution = { ...recorded.record, statements };
    this.#executions.set(exec, { ...recorded, record: execution });
    this.#nameObjects(more);
    return execution;
  }

  #nameObjects({ symbols, kinds = {} }: ExecutionRecord): void {
    for (const [token, name] of symbols) this.#symbols.set(this.scoped(token), name);
    for (const [token, kind] of Object.entries(kinds)) this.#kinds.set(this.scoped(token), kind);
  }

  /** Records that the kernel put a (scoped) object back as these statements, by index in order, left it. */
  place(object: string, statements: readonly number[]): void {
    const writes = statements.flatMap((index) =>
      this.writesOf(index).flatMap((write) =>
        write.object === object ? [[write.field, index] as const] : [],
      ),
    );
    this.#writers.place(object, writes);
  }

  /** Records that the kernel put some fields of an object back. */
  placeFields(object: string, fields: readonly string[], statements: readonly number[]): void {
    const writes = statements.flatMap((index) =>
      this.writesOf(index).flatMap((write) =>
        write.object === object && fields.includes(write.field) ? [[write.field, index] as const] : [],
      ),
    );
    this.#writers.placeFields(object, fields, writes);
  }

  /** The kernel was restarted: later executions find only files of the earlier ones. */
  restart(): void {
    this.#writers.restart();
    this.#hasTasks = false;
    this.#epoch += 1;
  }

  /** The execution of this number, if there was one. */
  execution(exec: Exec): ExecutionRecord | undefined {
    return this.#executions.get(exec)?.record;
  }

  /** The last execution of a cell. */
  latestOf(cell: CellId): Exec | undefined {
    return this.#latest.get(cell);
  }

  /** All executions in order. */
  *executions(): IterableIterator<ExecutionRecord> {
    for (const { record } of this.#executions.values()) yield record;
  }

  /** Executions on which this one depends directly. */
  parents(exec: Exec): Exec[] {
    const found: Exec[] = [];
    if (this.#executions.has(exec)) this.executionLinks.forEachSource(exec, (source) => found.push(source));
    return found;
  }

  /** The indices of an execution's statements: from `first` to before `end`. */
  rangeOf(exec: Exec): { readonly first: number; readonly end: number } {
    return this.#executions.get(exec) ?? { first: 0, end: 0 };
  }

  /** The statement with this index. */
  node(index: number): StatementNode {
    return this.#nodes[index] as StatementNode;
  }

  /** The key of the statement with this index. */
  key(index: number): string {
    return this.#keys[index] as string;
  }

  /** The cell of the statement with this index. */
  cellOf(index: number): CellId {
    return this.#execution(index).record.cell;
  }

  /** The reads of a statement, as (scoped) locations. */
  readsOf(index: number): readonly Location[] {
    return this.#located(index, this.node(index).record.reads);
  }

  /** The writes of a statement, as (scoped) locations. */
  writesOf(index: number): readonly Location[] {
    return this.#located(index, this.node(index).record.writes);
  }

  /** All statements after which no slice is certain, in time order. */
  *lasting(): IterableIterator<StatementNode> {
    for (const index of this.#lasting) yield this.node(index);
  }

  /**
   * Statements up to `exec`, in the same kernel, after which no slice is certain (a thread still runs, the
   * tracer failed).
   */
  lastingEscapes(exec: Exec): readonly StatementNode[] {
    const epoch = this.#executions.get(exec)?.epoch;
    return [...this.lasting()].filter(
      (found) => found.exec <= exec && this.#executions.get(found.exec)?.epoch === epoch,
    );
  }

  /** The name people use for an object, if an execution bound it to one. */
  symbol(object: string, exec: Exec): string | undefined {
    const recorded = this.#executions.get(exec);
    return recorded?.record.symbols.get(object) ?? this.#symbols.get(this.scopedAt(object, exec));
  }

  /** A description of an object without a name, if an execution has changed it. */
  kind(object: string, exec: Exec): string | undefined {
    return this.#kinds.get(this.scopedAt(object, exec));
  }

  /**
   * Calls `found` with the index of each statement on which a read of this (scoped) location would depend
   * now, and with the written field unless the statement wrote the whole.
   */
  forEachWriter(location: Location, found: (index: number, written?: string) => void): void {
    this.#writers.forEachWriter(location.object, location.field, found);
  }

  /** Like {@link forEachWriter}, as it was when the last execution began. */
  forEachWriterBefore(location: Location, found: (index: number, written?: string) => void): void {
    this.#writers.forEachWriterBefore(location.object, location.field, found);
  }

  /** The indices of all statements on which a read of some location would depend now. */
  lastWriters(): ReadonlySet<number> {
    return this.#writers.all();
  }

  /** An object's name over the whole session: tokens start again with each kernel. */
  scoped(object: string): string {
    return scopedName(object, this.#epoch);
  }

  /** The scoped name of an object of an earlier execution. */
  scopedAt(object: string, exec: Exec): string {
    return scopedName(object, this.#executions.get(exec)?.epoch ?? this.#epoch);
  }

  #execution(index: number): Recorded {
    return this.#executions.get(this.node(index).exec) as Recorded;
  }

  #located(index: number, locations: readonly Location[]): readonly Location[] {
    const { epoch } = this.#execution(index);
    if (epoch === 0) return locations;
    return locations.map(({ object, field }) => ({ object: scopedName(object, epoch), field }));
  }

  #recordStatement(execution: ExecutionRecord, statement: StatementRecord): void {
    const node = this.#addNode(execution, statement);
    const alternatives = this.#alternativesOf(statement);
    if (alternatives !== null) this.alternatives.set(node.index, alternatives);
    this.#dependAndWrite(statement, node);
  }

  /**
   * Links the node to the writers of the statement's reads, and makes the node the last writer of the
   * statement's writes.
   */
  #dependAndWrite(statement: StatementRecord, node: StatementNode): void {
    for (const read of statement.reads) {
      this.#writers.forEachWriter(this.scoped(read.object), read.field, (source) => {
        if (source !== node.index) this.#depend(source, node, read);
      });
    }
    const rebound = new Set(statement.rebound);
    for (const { object, field } of statement.writes) {
      const again = object === GLOBALS && rebound.has(field);
      this.#writers.write(this.scoped(object), field, node.index, again);
    }
    for (const object of statement.values) {
      this.#writers.forEachWriter(this.scoped(object), WHOLE, (writer) => this.valueLinks.depend(writer));
    }
    if (statement.escapes.some(({ lasting }) => lasting)) this.#lasting.add(node.index);
  }

  #alternativesOf({ reads }: StatementRecord): Alternatives | null {
    if (reads.every(({ object, field }) => this.#writers.alike(object, field).length === 0)) return null;
    const found = new AlternativesOf();
    for (const { object, field } of reads) {
      const alike = this.#writers.alike(object, field);
      this.#writers.forEachWriter(this.scoped(object), field, (source) => found.add(source, alike));
    }
    return found.found();
  }

  /** Records an execution that may have read and written anything: it depends on all current writers. */
  #recordOpaque(execution: ExecutionRecord): void {
    const node = this.#addNode(execution, {
      ordinal: -1,
      line: 1,
      endLine: execution.source.split('\n').length,
      failed: false,
      reads: [],
      writes: [],
      values: [],
      deleted: [],
      rebound: [],
      // (also later: a statement records reads of library state only where a traced statement has written)
      escapes: [{ reason: execution.opaque ?? '', line: 1, lasting: true }],
    });
    this.#lasting.add(node.index);
    const access = { object: 'anything', field: WHOLE, kind: 'assumed' } as const;
    for (const writer of this.#writers.all()) this.#depend(writer, node, access);
    this.#writers.barrier(node.index);
  }

  #addNode({ exec }: ExecutionRecord, record: StatementRecord): StatementNode {
    const key = statementKey(exec, record.ordinal);
    const node = { exec, ordinal: record.ordinal, index: this.statementLinks.add(), record };
    this.valueLinks.add();
    this.#keys.push(key);
    this.#nodes.push(node);
    this.graph.addNode(key, node);
    return node;
  }

  #depend(source: number, { index }: StatementNode, access: Dependence): void {
    if (!this.statementLinks.depend(source)) return;
    this.graph.addEdge(this.key(source), this.key(index), access);
    this.executionLinks.depend(this.node(source).exec);
  }
}

/** Joins two records of one statement. */
function joined(first: StatementRecord, second: StatementRecord): StatementRecord {
  const written = new Set(first.writes.map(locationKey));
  const read = new Set([...written, ...first.reads.map(locationKey)]);
  return {
    ...first,
    reads: [...first.reads, ...second.reads.filter((access) => !read.has(locationKey(access)))],
    writes: [...first.writes, ...second.writes.filter((access) => !written.has(locationKey(access)))],
    values: [...new Set([...first.values, ...second.values])],
    deleted: [...new Set([...first.deleted, ...second.deleted])],
    rebound: first.rebound.filter((name) => !second.writes.some(({ field }) => field === name)),
    escapes: [...first.escapes, ...second.escapes],
  };
}

/** Tokens of the first kernel stay as they are, because most sessions have one kernel. */
function scopedName(object: string, epoch: number): string {
  return epoch > 0 && /^o\d/.test(object) ? `${epoch}:${object}` : object;
}
