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
import { checkJson, count, list, text } from '../../instrument/index.ts';
import { foreignRun, whyUnsafe } from './foreign-run.ts';
import { digestOf } from './known-state.ts';
import { RUN_REPORT, type RunReport } from './run-report.ts';
import { readEntry, signedText, writeEntry, writeSigned } from './signed-files.ts';
import { STORED_RUN, type StoredFile, type StoredRun, type StoredValues } from './stored-run.ts';
import { trustedKeys } from './trusted-keys.ts';

const PURPOSE = 'stored run\n';
const OF_REPORTS = 'report of a run\n';
const OF_LIMITS = 'limit of a store\n';
/** The file that makes a folder a place of several people. */
const SHARED = 'shared';
/** The candidates for one text that are looked at, the newest first. */
const MOST_CANDIDATES = 20;
/** The limit of all values together, unless the person has set another one. */
const MOST_BYTES = 5_000_000_000;

/** A file of an entry, and its entry if it is intact, and of somebody who may write here. */
export interface FoundRun {
  readonly path: string;
  readonly run: StoredRun | null;
  /** The bytes of its values and files. */
  readonly bytes: number;
}

export class StoreFolder {
  readonly path: string;
  #isShared: boolean | null = null;
  #trusted: ReadonlySet<string> | null = null;

  constructor(path: string) {
    this.path = path;
  }

  /** Whether several people write here; each reads plain values of the others. */
  get isShared(): boolean {
    this.#isShared ??= existsSync(join(this.path, SHARED));
    return this.#isShared;
  }

  /** Makes the folder a place for the people of its group. @throws when nobody can write there. */
  share(): void {
    mkdirSync(this.path, { recursive: true });
    writeFileSync(join(this.path, SHARED), '', { mode: 0o640 });
    this.#isShared = true;
    this.prepare();
  }

  /** Makes the folder. @throws when it cannot be made, or nothing can be written into it. */
  prepare(): void {
    for (const name of ['', 'runs', 'values', 'new', 'reports']) this.#makeFolder(join(this.path, name));
    const probe = this.newFile(randomUUID());
    try {
      writeFileSync(probe, PURPOSE, { mode: 0o600, flag: 'wx' });
    } finally {
      rmSync(probe, { force: true });
    }
  }

  /** Makes a folder for this person, or in a shared place for the group, to which files in it belong. */
  #makeFolder(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    try {
      chmodSync(folder, this.isShared ? 0o2770 : 0o700);
    } catch (error) {
      // (somebody else has made it)
      if (!this.isShared) throw error;
    }
  }

  get #fileMode(): number {
    return this.isShared ? 0o640 : 0o600;
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
    return values.map(({ names, streams, sha256, size, foreign }) => {
      const plain = foreign === true;
      return { names, streams, sha256, size, plain, path: this.valuePath(sha256) };
    });
  }

  /** Names a new file by its content. */
  takeValue(path: string, sha256: string): void {
    if (this.isShared) chmodSync(path, this.#fileMode);
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

  /** The entries for a cell with this text that may stand for it, the newest first. */
  candidates(source: string): readonly StoredRun[] {
    const folder = join(this.path, 'runs', digestOf(source));
    return filesIn(folder)
      .flatMap((name) => {
        const path = join(folder, name);
        const at = changedAt(path);
        return at === null ? [] : [{ path, at }];
      })
      .sort((a, b) => b.at - a.at)
      .slice(0, MOST_CANDIDATES)
      .flatMap(({ path }) => this.read(path) ?? [])
      .filter((run) => run.author === undefined || whyUnsafe(run, source) === null);
  }

  /** An intact entry under its own name; null for any other, and in a place of one person for those of others. */
  read(path: string): StoredRun | null {
    const entry = readEntry(path);
    const found = entry === null ? null : checkJson(STORED_RUN, entry.content);
    if (entry === null || found?.type !== 'ok') return null;
    const run = found.value;
    if (path !== this.#pathOf(run)) return null;
    if (entry.author === null) return run;
    if (!this.isShared) return null;
    this.#trusted ??= trustedKeys();
    return this.#trusted.has(entry.author) ? run : foreignRun(run, entry.author);
  }

  /** The entry with this key, if it is intact and this person answers for it. */
  entry(source: string, key: string): StoredRun | null {
    const run = this.read(this.#pathOf({ source, key }));
    return run?.author === undefined ? run : null;
  }

  /** Writes an entry; its values are there already. */
  write(run: StoredRun): void {
    this.#makeFolder(join(this.path, 'runs', run.source));
    writeEntry(this.#pathOf(run), JSON.stringify(run), this.#fileMode);
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
    writeSigned(join(this.path, 'limit.json'), JSON.stringify(bytes), OF_LIMITS);
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
    writeSigned(join(this.path, 'refused.json'), JSON.stringify(all), PURPOSE);
  }

  /** What the last run of a notebook said. `notebook`: a digest of its path. */
  report(notebook: string): RunReport | null {
    const entry = signedText(join(this.path, 'reports', `${notebook}.json`), OF_REPORTS);
    const found = entry === null ? null : checkJson(RUN_REPORT, entry);
    return found?.type === 'ok' ? found.value : null;
  }

  writeReport(notebook: string, report: RunReport): void {
    writeSigned(join(this.path, 'reports', `${notebook}.json`), JSON.stringify(report), OF_REPORTS);
  }

  #pathOf({ source, key }: Pick<StoredRun, 'source' | 'key'>): string {
    return join(this.path, 'runs', source, `${key}.json`);
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
