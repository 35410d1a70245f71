/**
 * The folder of stored runs: `runs/SOURCE/KEY.json`, signed, and `values/DIGEST`, named by their content. The
 * file system is the index: nothing beside the files can be lost, or say something else than the files. Each file is
 * written beside, and renamed.
 */

import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkJson, count, list, readPlainText, text } from '../../instrument/index.ts';
import { isPersonalSignature, personalSignature } from '../python/index.ts';
import { RUN_REPORT, type RunReport } from './run-report.ts';
import { STORED_RUN, type StoredFile, type StoredRun, type StoredValues } from './stored-run.ts';

const PURPOSE = 'stored run\n';
const OF_REPORTS = 'report of a run\n';
const OF_LIMITS = 'limit of a store\n';
const LONGEST = 100_000_000;
/** The candidates for one text that are looked at, the newest first. */
const MOST_CANDIDATES = 20;
/** The limit of all values together, unless the person has set another one. */
const MOST_BYTES = 5_000_000_000;

/** A file of an entry, and its entry if this person wrote it and it is intact. */
export interface FoundRun {
  readonly path: string;
  readonly run: StoredRun | null;
  /** The bytes of its values and files. */
  readonly bytes: number;
}

export class StoreFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Makes the folder. @throws when it cannot be made, or nothing can be written into it. */
  prepare(): void {
    for (const folder of [
      this.path,
      ...['runs', 'values', 'new', 'reports'].map((name) => join(this.path, name)),
    ]) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
    }
    const probe = this.newFile(randomUUID());
    try {
      writeFileSync(probe, PURPOSE, { mode: 0o600, flag: 'wx' });
    } finally {
      rmSync(probe, { force: true });
    }
  }

  get exists(): boolean {
    return existsSync(join(this.path, 'runs'));
  }

  /** A path for a new file of values. */
  newFile(name: string): string {
    return join(this.path, 'new', name);
  }

  /** Removes new files that nobody takes. */
  dropNew(paths: readonly string[]): void {
    for (const path of paths) {
      try {
        rmSync(path, { force: true });
      } catch {
        // (a later run removes old ones)
      }
    }
  }

  valuePath(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('it is no digest');
    return join(this.path, 'values', sha256);
  }

  /** The files of values, as the kernel reads them. */
  filesOf(values: readonly StoredValues[]): readonly object[] {
    return values.map(({ names, streams, sha256, size }) => {
      return { names, streams, sha256, size, path: this.valuePath(sha256) };
    });
  }

  /** Names a new file by its content. */
  takeValue(path: string, sha256: string): void {
    renameSync(path, this.valuePath(sha256));
  }

  /** Whether all values and files of a run are there, by their sizes. */
  hasAll(run: StoredRun): boolean {
    return digestsOf(run).every(({ sha256, size }) => this.hasValue(sha256, size));
  }

  /** Whether a value is there, by its size. */
  hasValue(sha256: string, size: number): boolean {
    try {
      const found = lstatSync(this.valuePath(sha256));
      return found.isFile() && found.size === size;
    } catch {
      return false;
    }
  }

  /** The intact entries for a text, the newest first. */
  candidates(source: string): readonly StoredRun[] {
    const folder = join(this.path, 'runs', source);
    return filesIn(folder)
      .flatMap((name) => {
        const path = join(folder, name);
        const at = changedAt(path);
        return at === null ? [] : [{ path, at }];
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_CANDIDATES)
      .flatMap(({ path }) => this.read(path) ?? []);
  }

  /** An entry, if this person's Sluice wrote it under this name; null otherwise. */
  read(path: string): StoredRun | null {
    const entry = signedText(path, PURPOSE);
    const found = entry === null ? null : checkJson(STORED_RUN, entry);
    if (found?.type !== 'ok') return null;
    const run = found.value;
    return path === this.#pathOf(run) ? run : null;
  }

  /** The entry with this key, if it is intact. */
  entry(source: string, key: string): StoredRun | null {
    return this.read(this.#pathOf({ source, key }));
  }

  /** Writes an entry; its values are there already. */
  write(run: StoredRun): void {
    mkdirSync(join(this.path, 'runs', run.source), { recursive: true, mode: 0o700 });
    this.#writeSigned(this.#pathOf(run), JSON.stringify(run), PURPOSE);
  }

  /** Notes that an entry was of use. */
  used(run: StoredRun): void {
    try {
      utimesSync(this.#pathOf(run), new Date(), new Date());
    } catch {
      // (another process has removed it)
    }
  }

  /** All entries. */
  all(): readonly FoundRun[] {
    const runs = join(this.path, 'runs');
    return filesIn(runs).flatMap((source) =>
      filesIn(join(runs, source)).map((name) => {
        const path = join(runs, source, name);
        const run = this.read(path);
        const bytes = run === null ? 0 : bytesOf(run);
        return { path, run, bytes };
      }),
    );
  }

  remove({ path }: Pick<FoundRun, 'path'>): void {
    // (somebody may have put a folder there)
    rmSync(path, { recursive: true, force: true });
  }

  /** Removes the entry of a run. */
  forget(run: StoredRun): void {
    this.remove({ path: this.#pathOf(run) });
  }

  /** The most bytes of all values and files together. */
  get limit(): number {
    const entry = signedText(join(this.path, 'limit.json'), OF_LIMITS);
    const found = entry === null ? null : checkJson(count, entry);
    return found?.type === 'ok' ? found.value : MOST_BYTES;
  }

  set limit(bytes: number) {
    this.#writeSigned(join(this.path, 'limit.json'), JSON.stringify(bytes), OF_LIMITS);
  }

  /** Removes everything but the limit. */
  clear(): void {
    for (const name of ['runs', 'values', 'new', 'reports', 'refused.json'])
      rmSync(join(this.path, name), { recursive: true, force: true });
  }

  /** Classes whose values have come back different. */
  get refused(): readonly string[] {
    const entry = signedText(join(this.path, 'refused.json'), PURPOSE);
    const found = entry === null ? null : checkJson(list(text), entry);
    return found?.type === 'ok' ? found.value : [];
  }

  refuse(kind: string): void {
    const all = [...new Set([...this.refused, kind])];
    this.#writeSigned(join(this.path, 'refused.json'), JSON.stringify(all), PURPOSE);
  }

  /** What the last run of a notebook said. `notebook`: a digest of its path. */
  report(notebook: string): RunReport | null {
    const entry = signedText(join(this.path, 'reports', `${notebook}.json`), OF_REPORTS);
    const found = entry === null ? null : checkJson(RUN_REPORT, entry);
    return found?.type === 'ok' ? found.value : null;
  }

  writeReport(notebook: string, report: RunReport): void {
    this.#writeSigned(join(this.path, 'reports', `${notebook}.json`), JSON.stringify(report), OF_REPORTS);
  }

  #pathOf({ source, key }: Pick<StoredRun, 'source' | 'key'>): string {
    return join(this.path, 'runs', source, `${key}.json`);
  }

  #writeSigned(path: string, content: string, purpose: string): void {
    const beside = `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
    try {
      writeFileSync(beside, `${personalSignature(purpose, content)}\n${content}`, {
        mode: 0o600,
        flag: 'wx',
      });
      renameSync(beside, path);
    } catch (error) {
      // (a full disk leaves a part)
      rmSync(beside, { force: true });
      throw error;
    }
  }
}

/** The files of values, and those that the run wrote. */
export function digestsOf({ values, files }: StoredRun): readonly Pick<StoredFile, 'sha256' | 'size'>[] {
  return [...values, ...files];
}

/** The bytes of its values and files. */
export function bytesOf(run: StoredRun): number {
  return digestsOf(run).reduce((sum, { size }) => sum + size, 0);
}

/** When a file was changed; null if another process has removed it, or nobody may look. */
function changedAt(path: string): number | null {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return null;
  }
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => !name.endsWith('.tmp'));
  } catch {
    return [];
  }
}

/** The text of a file that this person signed for this purpose; null for any other. */
function signedText(path: string, purpose: string): string | null {
  try {
    const found = readPlainText(path, LONGEST);
    const at = found.indexOf('\n');
    const content = found.slice(at + 1);
    return at > 0 && isPersonalSignature(found.slice(0, at), purpose, content) ? content : null;
  } catch {
    return null;
  }
}
