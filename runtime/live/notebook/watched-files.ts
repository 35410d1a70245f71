/**
 * Detects changes by other programs to files and folders that the cells of an open notebook have found:
 * modules, data, missing files. It watches their folders, and checks the disk after an event, before a plan
 * begins, and from time to time, because some file systems report no changes. It decides nothing: the core
 * does.
 */

import { createHash } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exec, type FoundPath, foundKey, lastOfAnother } from '../../../slicer/index.ts';
import { contentOf, signatureOf } from '../../session/index.ts';

/** Editors write in several steps. */
const QUIET_MS = 60;
/** Between checks without events; longer for more files than MANY_FILES. */
const LOOK_MS = 1000;
const MANY_FILES = 200;
const MANY_MS = 5000;
const FOLDERS = 100;
/** A file that changes more often within this time, such as a log, makes cells out of date but runs none. */
const MOST_CHANGES = 5;
const CHANGES_MS = 20_000;
/**
 * The limit of successive changes that lead to runs, if each comes during the runs of the one before, or soon
 * after them: such changes are made by the runs, in a file with a new name each time.
 */
const MOST_FOLLOWING = 3;
const FOLLOWING_MS = 500;

/** The receiver of changes. */
export interface WatchedFilesEvents {
  /** The paths that count now. */
  readonly found: () => readonly FoundPath[];
  /** By key, the last execution that found other content, if it has changed. */
  readonly changed: (unseen: ReadonlyMap<string, Exec>, runs: boolean) => void;
  /** Called when a file may have changed: the caller should {@link WatchedFiles.look}. */
  readonly stirred: () => void;
  /**
   * Whether the kernel has access to this machine's files; if unknown, only files found here with the
   * kernel's signature count.
   */
  readonly isHere: () => boolean;
  /** Whether a cell runs: its writes to a file look like another program's until its end. */
  readonly isRunning: () => boolean;
}

/** The files of one notebook. */
export class WatchedFiles {
  readonly #events: WatchedFilesEvents;
  readonly #watchers = new Map<string, FSWatcher | null>();
  readonly #contents = new Map<string, string | null>();
  readonly #raised = new Map<string, { readonly at: number[]; now: string; times: number }>();
  /** By key, the other programs' entries of a folder at the last look, and the last execution that had found them. */
  readonly #listings = new Map<string, { readonly others: string; readonly exec: Exec }>();
  #names = new Map<string, Set<string>>();
  #unseen: ReadonlyMap<string, Exec> = new Map();
  #looking: Promise<boolean> | null = null;
  /** Whether the file system reported a change during a look, so that another look is due. */
  #again = false;
  /**
   * The runs that a change has led to: whether they go on, when they ended, and the number of successive
   * changes in such runs.
   */
  #led: { goesOn: boolean; endedAt: number; chain: number } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(events: WatchedFilesEvents) {
    this.#events = events;
  }

  /** Checks the disk, and reports changes; returns whether they lead to runs. */
  look(): Promise<boolean> {
    if (this.#looking !== null) this.#again = true;
    this.#looking ??= this.#lookUntilQuiet().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** Notes that all planned cells have run. */
  rested(): void {
    if (this.#led?.goesOn) this.#led = { ...this.#led, goesOn: false, endedAt: performance.now() };
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher?.close();
    this.#watchers.clear();
  }

  async #lookUntilQuiet(): Promise<boolean> {
    let leads = false;
    do {
      this.#again = false;
      leads = (await this.#look()) || leads;
    } while (this.#again);
    return leads;
  }

  async #look(): Promise<boolean> {
    const found = this.#closed ? [] : this.#events.found();
    this.#follow(found);
    const unseen = new Map<string, Exec>();
    let raised = false;
    let runs = true;
    await Promise.all(
      found.map(async (each) => {
        const key = foundKey(each.path, each.kind);
        const [exec, now] = await this.#unseenOf(each);
        if (exec === 0) return;
        unseen.set(key, exec);
        if (exec <= (this.#unseen.get(key) ?? 0)) return;
        raised = true;
        runs = this.#mayRun(key, now) && runs;
      }),
    );
    const isSame =
      unseen.size === this.#unseen.size && [...unseen].every(([key, exec]) => this.#unseen.get(key) === exec);
    this.#unseen = unseen;
    const leads = raised && runs && this.#mayLead();
    if (!isSame && !this.#closed) this.#events.changed(unseen, leads);
    return leads;
  }

  /** Whether a change may lead to runs: not after too many changes caused by its own runs. */
  #mayLead(): boolean {
    const { goesOn, endedAt, chain: before } = this.#led ?? { goesOn: false, endedAt: -Infinity, chain: 0 };
    const chain = goesOn || performance.now() - endedAt < FOLLOWING_MS ? before + 1 : 0;
    if (chain > MOST_FOLLOWING) return false;
    this.#led = { goesOn: true, endedAt: 0, chain };
    return true;
  }

  /** The last execution that found other content, 0 if there is none, and the signature of the present content. */
  async #unseenOf(found: FoundPath): Promise<readonly [Exec, string]> {
    if (found.kind === 'file') return this.#unseenContent(found);
    const key = foundKey(found.path, found.kind);
    const others = await signatureAtRest(found, (signature) => signature === this.#listings.get(key)?.others);
    if (others === null) return [0, ''];
    const [exec, now] =
      found.own.size > 0 ? [this.#unseenListing(found, others), others] : await this.#unseenContent(found);
    if (exec === 0) this.#listings.set(key, { others, exec: Math.max(...found.signatures.values()) });
    return [exec, now];
  }

  /** The same for a folder in which cells also write: only other programs' changes since the last look count. */
  #unseenListing({ path, kind, signatures }: FoundPath, others: string): Exec {
    const known = this.#listings.get(foundKey(path, kind));
    if (known === undefined || known.others === others) return 0;
    return Math.max(0, ...[...signatures.values()].filter((exec) => exec <= known.exec));
  }

  async #unseenContent(found: FoundPath): Promise<readonly [Exec, string]> {
    const { path, kind, signatures, made } = found;
    if (made.size > 0 && this.#events.isRunning()) return [this.#unseen.get(foundKey(path, kind)) ?? 0, ''];
    const now = await signatureAtRest(found, (signature) => signatures.has(signature));
    if (now === null) return [0, ''];
    const content = made.size > 0 ? await contentOf(path) : null;
    // the content of a large file is not compared
    if (made.size > 0 && content === null) return [0, now];
    const isSeen = signatures.has(now);
    if (kind === 'file' && (isSeen || signatures.size > 0)) await this.#keepContent(path, now, isSeen);
    const there = now;
    const isHere = this.#events.isHere();
    const isSame = (signature: string, exec: Exec): boolean =>
      signature === there ||
      (content !== null && (made.get(content) ?? 0) >= exec) ||
      this.#isEqual(path, signature, there) ||
      (!isHere && !this.#contents.has(contentKey(path, signature)));
    return [lastOfAnother(found, isSame), there];
  }

  /** Stores a digest of the content with this signature, to recognise the content if only its time has changed. */
  async #keepContent(path: string, signature: string, isSeen: boolean): Promise<void> {
    const key = contentKey(path, signature);
    if (this.#contents.has(key)) return;
    // unknown content is read only if it may equal known content
    if (!isSeen && ![...this.#contents.keys()].some((other) => other.startsWith(`${path}\u0000`))) return;
    this.#contents.set(key, await contentOf(path));
  }

  #isEqual(path: string, signature: string, now: string): boolean {
    const content = this.#contents.get(contentKey(path, signature)) ?? null;
    return content !== null && content === this.#contents.get(contentKey(path, now));
  }

  /** False for a file that has changed very often lately, or changed to the same content again and again. */
  #mayRun(key: string, now: string): boolean {
    const known = this.#raised.get(key) ?? { at: [], now, times: 0 };
    const at = [...known.at.filter((time) => performance.now() - time < CHANGES_MS), performance.now()];
    const times = known.now === now ? known.times + 1 : 1;
    this.#raised.set(key, { at, now, times });
    return at.length <= MOST_CHANGES && times <= 2;
  }

  /** Watches the folders of these paths, and checks again after a while. */
  #follow(found: readonly FoundPath[]): void {
    const names = new Map<string, Set<string>>();
    const add = (folder: string, name: string): void => {
      const known = names.get(folder);
      if (known) known.add(name);
      else if (names.size < FOLDERS) names.set(folder, new Set([name]));
    };
    for (const { path, kind } of found) {
      add(dirname(path), basename(path));
      if (kind !== 'file') add(path, ANY);
    }
    this.#names = names;
    for (const [folder, watcher] of this.#watchers) {
      if (names.has(folder)) continue;
      watcher?.close();
      this.#watchers.delete(folder);
    }
    for (const folder of names.keys()) {
      if (!this.#watchers.has(folder)) this.#watchers.set(folder, this.#watch(folder));
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#closed || found.length === 0) return;
    this.#timer = setTimeout(() => this.#events.stirred(), found.length > MANY_FILES ? MANY_MS : LOOK_MS);
    this.#timer.unref();
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, (_, changed) => {
        const names = this.#names.get(folder);
        if (changed === null || names?.has(ANY) || names?.has(changed)) this.#events.stirred();
      });
      // (the folder is gone: the next look finds the new state)
      return watcher.on('error', () => watcher.close());
    } catch {
      return null;
    }
  }
}

const ANY = '*';

/**
 * The signature of the present content without the cells' own entries, as soon as it is a known one or has
 * stopped changing; null: unknown.
 */
async function signatureAtRest(
  { path, kind, own }: FoundPath,
  isKnown: (signature: string) => boolean,
): Promise<string | null> {
  const look = async (): Promise<string | null> => {
    const signature = await signatureOf(path, kind, own);
    // a folder that cells make or remove counts as empty while it is absent
    return signature === '' && own.has(path) ? EMPTY_FOLDER : signature;
  };
  let now = await look();
  for (let before: string | null = null; now !== null && now !== before && !isKnown(now); ) {
    before = now;
    await sleep(QUIET_MS);
    now = await look();
  }
  return now;
}

/** The signature of a folder without entries. */
const EMPTY_FOLDER = createHash('sha1').digest('hex');

function contentKey(path: string, signature: string): string {
  return `${path}\u0000${signature}`;
}
