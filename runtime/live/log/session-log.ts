/**
 * The log of an open notebook's session, beside the notebook (`.sluice/NAME.session.jsonl`): the operations
 * on its core, one JSON object a line, each written before its consequences. A notebook opened again is
 * folded from its log (logged-session.ts). The log is written only when cells run, by one process at a time;
 * the notebook file does not contain it.
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
import { dirname, join } from 'node:path';
import { readPlainText } from '../../../instrument/index.ts';
import type { CellId } from '../../../slicer/index.ts';
import { besideOf, checkLeadsInside, removeLeftBeside } from '../../documents/index.ts';
import { isRunning, replaceFile } from '../../platform/index.ts';
import type { LogEntry } from './log-entries.ts';
import { type ReadLog, readLog } from './log-schema.ts';
import { RepeatedRuns } from './repeated-runs.ts';
import { storedName } from './stored-name.ts';
import { withoutUndone } from './undone-entries.ts';

const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = systemFlags;
/** (Node's type for flags) */
const APPEND = (O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0)) as unknown as string;

/** The limit of characters before a log is condensed. */
const MOST_CHARACTERS = 8_000_000;

/** A log is written anew in parts of about so many characters. */
const PART = 100_000;

export class SessionLog {
  #path: string;
  /** The first entries for a new file; null after they are written. */
  #begin: readonly LogEntry[] | null;
  #disabled = false;
  /** The length of the log, and the length at which it is condensed. */
  #length = 0;
  #most = MOST_CHARACTERS;
  readonly #repeated = new RepeatedRuns();
  #damaged: string | null = null;

  private constructor(path: string, begin: readonly LogEntry[]) {
    this.#path = path;
    this.#begin = begin;
  }

  /** The log of a notebook, with its entries; null while another process uses it. */
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

  /** The file of a damaged log; null: it was intact. */
  get damaged(): string | null {
    return this.#damaged;
  }

  /** Begins the log again, because its entries are inconsistent. */
  distrust(): void {
    this.#begin = [];
    if (this.#damaged === null) this.#putAside();
  }

  /** Notes that the notebook and its log have a new name. */
  moved(notebook: string): void {
    this.#path = sessionLogOf(notebook);
  }

  /** Adds an entry. There is no log in a folder that is not writable. */
  append(entry: LogEntry): void {
    if (this.#disabled) return;
    try {
      if (this.#begin !== null) this.#write(this.#begin);
      this.#begin = null;
      // (does not follow a link that replaced the file meanwhile)
      const line = lineOf(entry);
      appendFileSync(this.#path, line, { flag: APPEND });
      this.#length += line.length;
      this.#repeated.add(entry);
      if (this.#length > this.#most) this.#condense();
    } catch {
      this.#disabled = true;
    }
  }

  /** Keeps only the last outputs of each cell, so that repeated runs do not fill the disk. */
  #condense(): void {
    this.#replace(this.#repeated.drop(readPlainText(this.#path, constants.MAX_STRING_LENGTH)));
    // a log of long last outputs is not condensed again at each line
    this.#most = Math.max(MOST_CHARACTERS, 2 * this.#length);
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

  /** Rewrites the log with changed entries, including entries of an earlier process. */
  revise(change: (entry: LogEntry) => LogEntry): void {
    const entries = this.#begin ?? readEntries(this.#path).entries.filter(({ type }) => type !== 'session');
    if (this.#disabled || entries.length === 0) return;
    try {
      this.#write(entries.map(change));
      this.#begin = null;
    } catch {
      this.#disabled = true;
    }
  }

  #write(entries: readonly LogEntry[]): void {
    const head: LogEntry = { type: 'session', version: 1, process: process.pid };
    const all = [head, ...entries];
    this.#repeated.clear();
    for (const entry of all) this.#repeated.add(entry);
    this.#replace(all.map((entry) => JSON.stringify(entry)));
  }

  #replace(lines: Iterable<string>): void {
    const folder = dirname(this.#path);
    makeFolder(folder);
    removeLeftBeside(folder);
    const beside = besideOf(this.#path);
    let part = '';
    let length = 0;
    const put = (): void => {
      if (length === 0) writeFileSync(beside, part, { mode: 0o600, flag: 'wx' });
      else appendFileSync(beside, part, { flag: APPEND });
      length += part.length;
      part = '';
    };
    for (const line of lines) {
      part += `${line}\n`;
      if (part.length >= PART) put();
    }
    put();
    this.#length = length;
    replaceFile(beside, this.#path);
  }
}

/** The folder beside a notebook for Sluice's files about it. */
export const FOLDER = '.sluice';

/**
 * The folder beside a notebook for Sluice's files about it, made if missing. @throws when it cannot be made,
 * or is a link that leads elsewhere.
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

/** The intact entries of a notebook's log, which may belong to another process; empty if there is none. */
export function readSessionLog(notebook: string): readonly LogEntry[] {
  return readEntries(sessionLogOf(notebook)).entries;
}

/** Where the log of a notebook is, if there is one. */
export function sessionLogOf(notebook: string): string {
  return join(dirname(notebook), FOLDER, `${storedName(notebook)}.session.jsonl`);
}

/** The texts of the runs in a notebook's log, in their order, without opening the log. */
export function loggedSources(notebook: string): readonly string[] {
  const { entries } = readEntries(sessionLogOf(notebook));
  return entries.flatMap((entry) => (entry.type === 'ran' ? [entry.record.source] : []));
}

/**
 * The necessary entries of a log. From the last kernel: all. From earlier kernels, without outputs: the last
 * run of each cell, which predicts the next run, and the last runs that wrote a file, because the file still
 * exists. From all: the last variants.
 */
export function condensed(entries: readonly LogEntry[]): LogEntry[] {
  const last = entries.findLastIndex(({ type }) => type === 'kernel');
  const old = condensedBefore(withoutUndone(entries.slice(0, Math.max(0, last))));
  const variants = entries.findLast(({ type }) => type === 'variants');
  const rest = entries.slice(Math.max(0, last));
  return [
    ...old,
    ...(variants === undefined || rest.includes(variants) ? [] : [variants]),
    ...rest.filter((entry) => entry.type !== 'session' && (entry.type !== 'variants' || entry === variants)),
  ];
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
  // the texts that ran, and at the end the present texts
  return [cells(ran), ...wishes.values(), ...runs, cells(texts)];
}

function runsToKeep(entries: readonly LogEntry[]): ReadonlySet<LogEntry> {
  const ofCell = new Map<CellId, LogEntry>();
  const ofFile = new Map<string, LogEntry>();
  let there = new Set<CellId>();
  // deleted cells may come back, until there is another kernel
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

/** The intact lines of a file, up to the first broken one. Only a plain file can be a log (a pipe would block). */
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
