/**
 * The log of an open notebook's session, beside the notebook (`.sluice/NAME.session.jsonl`): what happened to its core, one JSON object
 * a line, each written before anything follows from it. A notebook that is opened again is folded from it (logged-session.ts). It is
 * written only when something runs, by one process at a time; the notebook itself has nothing of it.
 */

import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { CellId, Exec, ExecutionRecord, OrderMode, Sameness } from '../../slicer/index.ts';
import type { Output, RunError, RunStatus } from '../kernel/index.ts';
import type { OutsideWrites } from './core-state.ts';

/** A kernel that a notebook ran in, and how to know it again. `server`: where it may outlive Sluice; null: nowhere. */
export interface KnownKernel {
  readonly id: string;
  readonly server: string | null;
  /** The name of the agent in it. */
  readonly agent: string;
  /** How many inputs it had run. */
  readonly ran: number;
}

/** A run as the log keeps it. `outputs` null: they were too long. */
export interface LoggedRun {
  readonly status: RunStatus;
  readonly count: number | null;
  readonly outputs: readonly Output[] | null;
  readonly error: RunError | null;
  readonly request: string;
  /** When it began, in milliseconds since 1970, and how long it took. */
  readonly at: number;
  readonly ms: number;
  /** Copies of what the cell had made were put back in its place. */
  readonly restored?: true;
}

/** An execution record as JSON. */
export type LoggedRecord = Omit<ExecutionRecord, 'symbols' | 'objects'> & {
  readonly symbols: Readonly<Record<string, string>>;
  readonly objects: Readonly<Record<string, string>>;
};

/** One line. */
export type LogEntry =
  | { readonly type: 'session'; readonly version: 1; readonly process: number }
  | ({ readonly type: 'kernel' } & Omit<KnownKernel, 'ran'>)
  /** The order of code cells, where it is another one, and the texts that are others. */
  | {
      readonly type: 'cells';
      readonly order: readonly CellId[] | null;
      readonly sources: Readonly<Record<CellId, string>>;
    }
  /** A run begins; its end comes as `ran`, unless nobody saw it. */
  | { readonly type: 'start'; readonly exec: Exec; readonly cell: CellId; readonly source: string }
  | {
      readonly type: 'ran';
      readonly record: LoggedRecord;
      readonly same: Sameness | null;
      readonly run: LoggedRun;
    }
  /** What callbacks of widgets wrote. */
  | { readonly type: 'outside'; readonly writes: OutsideWrites }
  | { readonly type: 'restarted' }
  | { readonly type: 'died'; readonly reason: string }
  | { readonly type: 'mode'; readonly mode: 'reactive' | 'lazy' }
  | { readonly type: 'order-mode'; readonly mode: OrderMode }
  /** The order in which cells count in any-order mode, where it is another one than before. */
  | { readonly type: 'arranged'; readonly order: readonly CellId[] }
  | { readonly type: 'freeze' | 'expensive'; readonly cell: CellId; readonly on: boolean };

/** A session log. */
export class SessionLog {
  #path: string;
  /** What the file is to begin with; null once it does. */
  #begin: readonly LogEntry[] | null;
  #disabled = false;

  private constructor(path: string, begin: readonly LogEntry[]) {
    this.#path = path;
    this.#begin = begin;
  }

  /** The log of a notebook, and what it holds; null while another process keeps it. */
  static open(notebook: string): { readonly log: SessionLog; readonly entries: readonly LogEntry[] } | null {
    const path = sessionLogOf(notebook);
    const entries = readEntries(path);
    const [first] = entries;
    if (first?.type === 'session' && first.process !== process.pid && isAlive(first.process)) return null;
    const kept = first?.type === 'session' && first.version === 1 ? condensed(entries) : [];
    return { log: new SessionLog(path, kept), entries: kept };
  }

  /** The notebook and its log have got another name. */
  moved(notebook: string): void {
    this.#path = sessionLogOf(notebook);
  }

  /** Adds an entry. A folder that cannot be written has no log. */
  append(entry: LogEntry): void {
    if (this.#disabled) return;
    try {
      if (this.#begin !== null) this.#write(this.#begin);
      this.#begin = null;
      appendFileSync(this.#path, lineOf(entry));
    } catch {
      this.#disabled = true;
    }
  }

  #write(entries: readonly LogEntry[]): void {
    const folder = dirname(this.#path);
    if (!existsSync(folder)) {
      mkdirSync(folder);
      writeFileSync(join(folder, '.gitignore'), '*\n');
    }
    const head: LogEntry = { type: 'session', version: 1, process: process.pid };
    const beside = `${this.#path}.${process.pid}.tmp`;
    writeFileSync(beside, [head, ...entries].map(lineOf).join(''), { mode: 0o600 });
    renameSync(beside, this.#path);
  }
}

const FOLDER = '.sluice';

/** Where the log of a notebook is, if there is one. */
export function sessionLogOf(notebook: string): string {
  return join(dirname(notebook), FOLDER, `${basename(notebook)}.session.jsonl`);
}

/**
 * What a log has to keep: everything of its last kernel; of those before, without outputs, the last run of each cell, since that says
 * what the cell would do again, and those that wrote a file last, since that is still there.
 */
export function condensed(entries: readonly LogEntry[]): LogEntry[] {
  const last = entries.findLastIndex(({ type }) => type === 'kernel');
  const old = condensedBefore(entries.slice(0, Math.max(0, last)));
  return [...old, ...entries.slice(Math.max(0, last)).filter(({ type }) => type !== 'session')];
}

function condensedBefore(entries: readonly LogEntry[]): LogEntry[] {
  let order: readonly CellId[] = [];
  const texts = new Map<CellId, string>();
  const wishes = new Map<string, LogEntry>();
  for (const entry of entries) {
    if (entry.type === 'mode' || entry.type === 'order-mode') wishes.set(entry.type, entry);
    if (entry.type === 'freeze' || entry.type === 'expensive')
      wishes.set(`${entry.type} ${entry.cell}`, entry);
    if (entry.type !== 'cells') continue;
    order = entry.order ?? order;
    for (const [cell, source] of Object.entries(entry.sources)) texts.set(cell, source);
    for (const [key, wish] of wishes) if ('cell' in wish && !order.includes(wish.cell)) wishes.delete(key);
  }
  const kept = runsToKeep(entries);
  const runs: LogEntry[] = [];
  const ran = new Map(texts);
  for (const entry of entries) {
    if (entry.type === 'ran' && kept.has(entry)) {
      runs.push({ ...entry, run: { ...entry.run, outputs: null } });
      ran.set(entry.record.cell, entry.record.source);
    } else if (entry.type === 'restarted' && runs.at(-1)?.type === 'ran') {
      // objects have other names in each kernel
      runs.push(entry);
    }
  }
  if (order.length === 0) return [];
  const cells = (sources: ReadonlyMap<CellId, string>): LogEntry => ({
    type: 'cells',
    order,
    sources: Object.fromEntries(order.map((cell) => [cell, sources.get(cell) ?? ''])),
  });
  // the texts that ran, and in the end those that stand
  return [cells(ran), ...wishes.values(), ...runs, cells(texts)];
}

function runsToKeep(entries: readonly LogEntry[]): ReadonlySet<LogEntry> {
  const ofCell = new Map<CellId, LogEntry>();
  const ofFile = new Map<string, LogEntry>();
  let there = new Set<CellId>();
  // what was deleted may come back, until the kernel is another one
  const forget = () => {
    for (const cell of ofCell.keys()) if (!there.has(cell)) ofCell.delete(cell);
  };
  for (const entry of entries) {
    if (entry.type === 'cells' && entry.order !== null) there = new Set(entry.order);
    if (entry.type === 'restarted') forget();
    if (entry.type !== 'ran') continue;
    ofCell.set(entry.record.cell, entry);
    for (const { object, field } of entry.record.statements.flatMap(({ writes }) => writes)) {
      if (object === 'file') ofFile.set(field, entry);
    }
  }
  forget();
  return new Set([...ofCell.values(), ...ofFile.values()]);
}

/** The whole lines of a file, up to the first that is none: the last one may be cut off. */
function readEntries(path: string): LogEntry[] {
  const found: LogEntry[] = [];
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return found;
  }
  for (const line of text.split('\n')) {
    try {
      if (line !== '') found.push(JSON.parse(line) as LogEntry);
    } catch {
      break;
    }
  }
  return found;
}

function lineOf(entry: LogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
