/**
 * Which cells show something that a run of the notebook would show differently: stale, fresh and refresher cells, and the
 * cells that reactive mode would run next (Macke et al. 2021, section 3). It runs nothing.
 */

import type { DependenceGraph } from './dependence-graph.ts';
import { statementKey } from './dependence-graph.ts';
import {
  type CellId,
  type Exec,
  type ExecutionRecord,
  GLOBALS,
  type Location,
  locationKey,
  WHOLE,
} from './model.ts';
import { type Write, WriteHistory } from './write-history.ts';

/** Whether cells count in notebook order (a cell sees only those above it) or in the order they were run. */
export type OrderMode = 'in-order' | 'any-order';

/** What a cell's text reads before it writes (live) and overwrites on every path (dead), by static analysis. */
export interface CellNames {
  readonly live: ReadonlySet<string>;
  readonly dead: ReadonlySet<string>;
}

/** The notebook's text as it stands. */
export interface NotebookView {
  readonly order: readonly CellId[];
  readonly sources: ReadonlyMap<CellId, string>;
  /** Static analysis of a source that has not run as it stands. */
  readonly namesOf: (source: string) => CellNames;
}

/** The state of the notebook after an event; each list in notebook order. */
export interface NotebookStatus {
  readonly stale: readonly CellId[];
  readonly fresh: readonly CellId[];
  readonly refreshers: readonly CellId[];
  readonly reactive: readonly CellId[];
}

interface Point {
  readonly cell: CellId;
  readonly exec: Exec;
  readonly ordinal: number;
}

/** Follows executions and answers for a view of the notebook. */
export class Freshness {
  readonly #graph: DependenceGraph;
  readonly #mode: OrderMode;
  readonly #history = new WriteHistory();
  readonly #lastRun = new Map<CellId, Exec>();
  readonly #objects = new Map<string, string>();

  constructor(graph: DependenceGraph, mode: OrderMode) {
    this.#graph = graph;
    this.#mode = mode;
  }

  /** Takes an execution that the graph has recorded. */
  record(execution: ExecutionRecord): void {
    this.#lastRun.set(execution.cell, execution.exec);
    for (const [token, name] of execution.symbols) this.#objects.set(name, this.#graph.scoped(token));
    for (const statement of execution.statements) {
      const { exec, cell } = execution;
      const node = statementKey(exec, statement.ordinal);
      for (const { object, field } of statement.writes) {
        this.#history.add(this.#graph.scoped(object), field, {
          cell,
          node,
          exec,
          ordinal: statement.ordinal,
        });
      }
    }
  }

  /** The kernel was restarted: no cell has run in the new one. */
  restart(): void {
    this.#history.restart();
    this.#lastRun.clear();
    this.#objects.clear();
  }

  /** The state of every cell of the notebook. */
  status(view: NotebookView): NotebookStatus {
    const question = new Question(this.#graph, this.#mode, this.#history, view.order);
    const cells = view.order.map((cell) => this.#cell(cell, view));
    const stale = cells.filter((cell) => question.isStale(cell));
    const fresh = cells.filter((cell) => !stale.includes(cell) && question.hasNewInputs(cell));
    const wanted = question.staleNames(stale);
    const refreshers = cells.filter(
      (cell) => !stale.includes(cell) && [...cell.dead].some((name) => wanted.has(name)),
    );
    const ids = (list: readonly CellInputs[]): CellId[] => list.map(({ cell }) => cell);
    const reactive = this.#plan(cells, fresh, question);
    return { stale: ids(stale), fresh: ids(fresh), refreshers: ids(refreshers), reactive };
  }

  /** A cell as it stands: what it read when it ran, or, when its text is new, what it would read. */
  #cell(cell: CellId, view: NotebookView): CellInputs {
    const exec = this.#lastRun.get(cell) ?? null;
    const execution = exec === null ? undefined : this.#graph.execution(exec);
    const source = view.sources.get(cell) ?? '';
    if (execution && execution.source === source && execution.opaque === null) {
      const { reads, dead } = observedInputs(execution);
      const located = reads.map((read) => ({ object: this.#graph.scoped(read.object), field: read.field }));
      return { cell, exec, edited: false, reads: located, dead, writes: this.#writes(execution) };
    }
    const names = view.namesOf(source);
    const reads: Location[] = [];
    for (const name of names.live) {
      reads.push({ object: GLOBALS, field: name });
      const object = this.#objects.get(name);
      if (object !== undefined) reads.push({ object, field: WHOLE });
    }
    const writes = execution ? this.#writes(execution) : [];
    for (const name of names.dead) writes.push({ object: GLOBALS, field: name });
    return { cell, exec, edited: exec !== null, reads, dead: names.dead, writes };
  }

  #writes(execution: ExecutionRecord): Location[] {
    return execution.statements.flatMap((s) =>
      s.writes.map((w) => ({ object: this.#graph.scoped(w.object), field: w.field })),
    );
  }

  /** Fresh and edited cells, and every cell (below them, in order mode) that reads what a planned cell writes. */
  #plan(cells: readonly CellInputs[], fresh: readonly CellInputs[], question: Question): CellId[] {
    const planned = new Set<CellInputs>([...fresh, ...cells.filter((cell) => cell.edited)]);
    let grew = true;
    while (grew) {
      grew = false;
      for (const cell of cells) {
        if (planned.has(cell) || cell.exec === null) continue;
        const affected = [...planned].some(
          (source) =>
            source !== cell && question.sees(cell.cell, source.cell) && overlaps(source.writes, cell.reads),
        );
        if (affected) {
          planned.add(cell);
          grew = true;
        }
      }
    }
    return cells.filter((cell) => planned.has(cell)).map(({ cell }) => cell);
  }
}

/** A cell with what it would read and overwrite if it ran now. */
interface CellInputs {
  readonly cell: CellId;
  /** Its last execution; null when it has not run. */
  readonly exec: Exec | null;
  /** It has run, but with another text. */
  readonly edited: boolean;
  readonly reads: readonly Location[];
  readonly dead: ReadonlySet<string>;
  readonly writes: Location[];
}

/** One question's working memory: the verdict on each definition is computed once. */
class Question {
  readonly #graph: DependenceGraph;
  readonly #mode: OrderMode;
  readonly #history: WriteHistory;
  readonly #position: ReadonlyMap<CellId, number>;
  readonly #outdated = new Map<string, boolean>();

  constructor(graph: DependenceGraph, mode: OrderMode, history: WriteHistory, order: readonly CellId[]) {
    this.#graph = graph;
    this.#mode = mode;
    this.#history = history;
    this.#position = new Map(order.map((cell, index) => [cell, index]));
  }

  /** Whether code in `reader` may see what `writer` wrote. */
  sees(reader: CellId, writer: CellId): boolean {
    if (this.#mode === 'any-order') return true;
    const [r, w] = [this.#position.get(reader), this.#position.get(writer)];
    return r !== undefined && w !== undefined && w < r;
  }

  /** Running it now would use a value that is out of date. */
  isStale(cell: CellInputs): boolean {
    return cell.reads.some((read) =>
      this.#currentDefinitions(read, cell.cell).some((node) => this.outdated(node)),
    );
  }

  /** Something it read has been written since it ran. */
  hasNewInputs(cell: CellInputs): boolean {
    if (cell.exec === null) return false;
    const ran = { cell: cell.cell, exec: cell.exec, ordinal: Number.POSITIVE_INFINITY };
    return cell.reads.some((read) => this.#writtenSince(read, ran));
  }

  /** Global names whose value is out of date and that the given cells read. */
  staleNames(cells: readonly CellInputs[]): Set<string> {
    const found = new Set<string>();
    for (const cell of cells) {
      for (const read of cell.reads) {
        if (read.object !== GLOBALS) continue;
        if (this.#currentDefinitions(read, cell.cell).some((node) => this.outdated(node)))
          found.add(read.field);
      }
    }
    return found;
  }

  /** A definition is out of date when something it was computed from has been written since, or was out of date. */
  outdated(node: string): boolean {
    const known = this.#outdated.get(node);
    if (known !== undefined) return known;
    this.#outdated.set(node, false);
    const { exec, ordinal, record } = this.#graph.graph.getNodeAttributes(node);
    const cell = this.#graph.execution(exec)?.cell ?? '';
    const point = { cell, exec, ordinal };
    const verdict =
      record.reads.some((read) => {
        const location = { object: this.#graph.scopedAt(read.object, exec), field: read.field };
        return this.#writtenSince(location, point);
      }) || this.#graph.graph.someInNeighbor(node, (parent) => this.outdated(parent));
    this.#outdated.set(node, verdict);
    return verdict;
  }

  #writtenSince(location: Location, point: Point): boolean {
    let found = false;
    this.#history.forEach(location.object, location.field, (write: Write) => {
      if (write.cell === point.cell || !this.sees(point.cell, write.cell)) return;
      if (write.exec > point.exec || (write.exec === point.exec && write.ordinal > point.ordinal))
        found = true;
    });
    return found;
  }

  #currentDefinitions(location: Location, cell: CellId): string[] {
    const found: string[] = [];
    this.#graph.forEachWriter(location, (node) => {
      const exec = this.#graph.graph.getNodeAttribute(node, 'exec');
      const writer = this.#graph.execution(exec)?.cell ?? '';
      if (writer !== cell && this.sees(cell, writer)) found.push(node);
    });
    return found;
  }
}

/** What an execution read from outside itself, and the names it overwrote without reading them. */
function observedInputs(execution: ExecutionRecord): { reads: Location[]; dead: Set<string> } {
  const reads = new Map<string, Location>();
  const written = new Set<string>();
  const dead = new Set<string>();
  for (const statement of execution.statements) {
    for (const read of statement.reads) {
      const key = locationKey(read);
      if (!written.has(key)) reads.set(key, read);
    }
    for (const write of statement.writes) {
      const key = locationKey(write);
      written.add(key);
      if (write.object === GLOBALS && !reads.has(key)) dead.add(write.field);
    }
  }
  return { reads: [...reads.values()], dead };
}

function overlaps(writes: readonly Location[], reads: readonly Location[]): boolean {
  const fields = new Map<string, Set<string>>();
  for (const { object, field } of writes) {
    const known = fields.get(object);
    if (known) known.add(field);
    else fields.set(object, new Set([field]));
  }
  return reads.some(({ object, field }) => {
    const known = fields.get(object);
    return known !== undefined && (field === WHOLE || known.has(field) || known.has(WHOLE));
  });
}
