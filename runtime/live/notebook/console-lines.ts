/**
 * The console of an open notebook. A line runs as a cell below all cells, alone, and is deleted after its run.
 * So the core knows the names and objects that the line changed, as it knows those of any deleted cell, and
 * restores them for cells that need them. The document never has the line.
 */

import { randomUUID } from 'node:crypto';
import { type CellId, CONSOLE_CELL, type CoreOperation, type CoreState } from '../../../slicer/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { ConsoleEntry, FromConsole } from '../messages/console-messages.ts';
import { clipOutputs } from '../pages/clip-outputs.ts';
import type { Listener } from '../pages/live-notebook.ts';

const MOST_ENTRIES = 100;
/** Between two messages about one line. */
const EVERY_MS = 80;

/** The surroundings of the lines. */
export interface ConsoleHost {
  readonly tell: (message: FromConsole) => void;
  /** Gives the core the cells of the document, with the waiting lines. */
  readonly arrange: (settles: boolean) => void;
  readonly run: (line: CellId) => void;
}

export class ConsoleLines {
  readonly #host: ConsoleHost;
  #entries: readonly ConsoleEntry[] = [];
  /** Lines in the core, by id. */
  readonly #waiting = new Map<CellId, string>();
  /** Lines whose run was requested. */
  readonly #requested = new Set<CellId>();
  readonly #timers = new Map<CellId, NodeJS.Timeout>();

  constructor(host: ConsoleHost) {
    this.#host = host;
  }

  /** Tells a new page all lines. */
  connect(page: Listener): void {
    for (const entry of this.#entries) page({ type: 'console', entry: shown(entry) });
  }

  /** Runs a line. */
  run(source: string): void {
    const id = `${CONSOLE_CELL}${randomUUID().slice(0, 8)}`;
    const entry: ConsoleEntry = { id, source, state: 'waiting', count: null, outputs: [] };
    this.#entries = [...this.#entries, entry].slice(-MOST_ENTRIES);
    this.#host.tell({ type: 'console', entry });
    this.#waiting.set(id, source);
    this.#host.arrange(false);
    this.#requested.add(id);
    this.#host.run(id);
  }

  has(cell: CellId): boolean {
    return this.#entries.some(({ id }) => id === cell);
  }

  /** The cells of the document, and the waiting lines below them. */
  below(operation: CoreOperation): CoreOperation {
    if (operation.type !== 'cells' || this.#waiting.size === 0) return operation;
    const { order, sources } = operation;
    return {
      ...operation,
      order: [...order, ...this.#waiting.keys()],
      sources: new Map([...sources, ...this.#waiting]),
    };
  }

  /** A line starts to run. */
  starting(cell: CellId): void {
    this.#change(cell, { state: 'running' });
  }

  /** Shows outputs of a line. */
  show(cell: CellId, outputs: readonly Output[]): void {
    this.#change(cell, { outputs });
  }

  /** A line has run. */
  ran(cell: CellId, outputs: readonly Output[], failed: boolean, count: number | null): void {
    this.#change(cell, { state: failed ? 'failed' : 'done', outputs, count });
  }

  /** Takes lines out of the core that have run, or will not run any more. */
  follow({ running, plan }: CoreState): void {
    const ended = [...this.#requested].filter((id) => running?.cell !== id && !plan?.alone.includes(id));
    if (ended.length === 0) return;
    for (const id of ended) {
      this.#requested.delete(id);
      this.#waiting.delete(id);
      const state = this.#entries.find((entry) => entry.id === id)?.state;
      if (state === 'waiting' || state === 'running') this.#change(id, { state: 'cancelled' });
    }
    // not within the operation that ended them
    setImmediate(() => this.#host.arrange(true));
  }

  #change(cell: CellId, fields: Partial<ConsoleEntry>): void {
    if (!this.has(cell)) return;
    this.#entries = this.#entries.map((entry) => (entry.id === cell ? { ...entry, ...fields } : entry));
    if (this.#timers.has(cell)) return;
    const tell = () => {
      this.#timers.delete(cell);
      const entry = this.#entries.find(({ id }) => id === cell);
      if (entry !== undefined) this.#host.tell({ type: 'console', entry: shown(entry) });
    };
    this.#timers.set(cell, setTimeout(tell, EVERY_MS).unref());
  }
}

function shown(entry: ConsoleEntry): ConsoleEntry {
  return { ...entry, outputs: clipOutputs(entry.outputs).outputs };
}
