/**
 * The log of an open notebook's session, beside the notebook (`.sluice/NAME.session.jsonl`): what happened to its core, one JSON object
 * a line, each written before anything follows from it. A notebook that is opened again is folded from it (logged-session.ts). It is
 * written only when something runs, by one process at a time; the notebook itself has nothing of it.
 */

import { constants } from 'node:buffer';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  renameSync,
  constants as systemFlags,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { readPlainText } from '../../../instrument/index.ts';
import type { CellId } from '../../../slicer/index.ts';
import { besideOf, checkLeadsInside, isRunning, removeLeftBeside } from '../../documents/index.ts';
import type { LogEntry } from './log-entries.ts';
import { type ReadLog, readLog } from './log-schema.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = systemFlags;
/** (typed as Node takes it) */
const APPEND = (O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0)) as unknown as string;

/** Characters from which on a log is condensed. */
const MOST = 8_000_000;

/** A session log. */
export class SessionLog {
  #path: string;
  /** What the file is to begin with; null once it does. */
  #begin: readonly LogEntry[] | null;
  #disabled = false;
  /** Characters that it has, and from which on it is condensed. */
  #length = 0;
  #most = MOST;
  #damaged: string | null = null;

  private constructor(path: string, begin: readonly LogEntry[]) {
    this.#path = path;
    this.#begin = begin;
  }

  /** The log of a notebook, and what it holds; null while another process keeps it. */
  static open(notebook: string): { readonly log: SessionLog; readonly entries: readonly LogEntry[] } | null {
    const path = sessionLogOf(notebook);
    const { entries, damaged } = readEntries(path);
    const [first] = entries;
    if (first?.type === 'session' && first.process !== process.pid && isRunning(first.process)) return null;
    const kept = first?.type === 'session' ? condensed(entries) : [];
    const log = new SessionLog(path, kept);
    if (damaged) log.#putAside();
    return { log, entries: kept };
  }

  /** Where a log was put that was damaged; null: it was whole. */
  get damaged(): string | null {
    return this.#damaged;
  }

  /** What it holds cannot be what happened: it begins anew. */
  distrust(): void {
    this.#begin = [];
    if (this.#damaged === null) this.#putAside();
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
      // (a link that took its place meanwhile is not followed)
      const line = lineOf(entry);
      appendFileSync(this.#path, line, { flag: APPEND });
      this.#length += line.length;
      if (this.#length > this.#most) this.#condense();
    } catch {
      this.#disabled = true;
    }
  }

  /** Only the last outputs of each cell are kept, so that cells that run again and again do not fill the disk. */
  #condense(): void {
    this.revise((entry) => entry, withLastOutputs);
    // where that is long by itself, not each line is a reason to do it again
    this.#most = Math.max(MOST, 2 * this.#length);
  }

  #putAside(): void {
    const place = (n: number) => `${this.#path}.damaged${n === 1 ? '' : `-${n}`}`;
    let n = 1;
    while (existsSync(place(n))) n += 1;
    try {
      renameSync(this.#path, place(n));
      this.#damaged = place(n);
    } catch {
      // where nothing can be renamed, nothing can be written either
      this.#disabled = true;
      this.#damaged = this.#path;
    }
  }

  /** Writes it anew, with other entries in place of what it holds, also of what is of an earlier process. */
  revise(
    change: (entry: LogEntry) => LogEntry,
    choose: (entries: readonly LogEntry[]) => readonly LogEntry[] = (entries) => entries,
  ): void {
    const entries = this.#begin ?? readEntries(this.#path).entries.filter(({ type }) => type !== 'session');
    if (this.#disabled || entries.length === 0) return;
    try {
      this.#write(choose(entries).map(change));
      this.#begin = null;
    } catch {
      this.#disabled = true;
    }
  }

  #write(entries: readonly LogEntry[]): void {
    const folder = dirname(this.#path);
    makeFolder(folder);
    const head: LogEntry = { type: 'session', version: 1, process: process.pid };
    removeLeftBeside(folder);
    const beside = besideOf(this.#path);
    const text = [head, ...entries].map(lineOf).join('');
    writeFileSync(beside, text, { mode: 0o600, flag: 'wx' });
    this.#length = text.length;
    renameSync(beside, this.#path);
  }
}

/** The entries without the outputs of runs whose cell has run again. */
function withLastOutputs(entries: readonly LogEntry[]): readonly LogEntry[] {
  const last = new Map<CellId, LogEntry>();
  for (const entry of entries) if (entry.type === 'ran') last.set(entry.record.cell, entry);
  return entries.map((entry) =>
    entry.type === 'ran' && last.get(entry.record.cell) !== entry
      ? { ...entry, run: { ...entry.run, outputs: null } }
      : entry,
  );
}

/** The folder beside a notebook for what is known of it. */
export const FOLDER = '.sluice';

/**
 * The folder beside a notebook for what is known of it, which is made when it is not there. @throws when it cannot be made, or is a link
 * that leads elsewhere.
 */
export function logFolder(notebook: string): string {
  const folder = join(dirname(notebook), FOLDER);
  makeFolder(folder);
  return folder;
}

function makeFolder(folder: string): void {
  checkLeadsInside(folder, dirname(folder));
  if (existsSync(folder)) return;
  mkdirSync(folder);
  writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
}

/** What the log of a notebook holds, as far as it is whole; it may be another process's. Nothing where there is none. */
export function readSessionLog(notebook: string): readonly LogEntry[] {
  return readEntries(sessionLogOf(notebook)).entries;
}

/** Where the log of a notebook is, if there is one. */
export function sessionLogOf(notebook: string): string {
  return join(dirname(notebook), FOLDER, `${basename(notebook)}.session.jsonl`);
}

/** The texts of the runs in a notebook's log, in their order, without keeping it. */
export function loggedSources(notebook: string): readonly string[] {
  const { entries } = readEntries(sessionLogOf(notebook));
  return entries.flatMap((entry) => (entry.type === 'ran' ? [entry.record.source] : []));
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

/** The whole lines of a file, up to the first that is none. What is no plain file (a pipe would block) is no log. */
function readEntries(path: string): ReadLog {
  try {
    if (!lstatSync(path).isFile()) return { entries: [], damaged: true };
    return readLog(readPlainText(path, constants.MAX_STRING_LENGTH));
  } catch (error) {
    return { entries: [], damaged: (error as NodeJS.ErrnoException).code !== 'ENOENT' };
  }
}

function lineOf(entry: LogEntry): string {
  return `${JSON.stringify(entry)}\n`;
}
