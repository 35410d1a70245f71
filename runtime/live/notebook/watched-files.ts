/**
 * Looks whether other programs have changed files and folders that the cells of an open notebook have found: modules, data, what was not
 * there. It watches their folders, and asks the disk when something stirs, before a plan begins, and now and then, for some file systems
 * tell nobody of changes. It decides nothing: the core is told.
 */

import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Exec, type FoundPath, foundKey, lastOfAnother } from '../../../slicer/index.ts';
import { contentOf, signatureOf } from '../../session/index.ts';

/** Editors write in several steps. */
const QUIET_MS = 60;
/** Between looks when nothing stirs; of more files than MANY, longer. */
const LOOK_MS = 1000;
const MANY = 200;
const MANY_MS = 5000;
const FOLDERS = 100;
/** A file that changes more often than this within so many milliseconds, as logs do, makes cells out of date and runs none. */
const OFTEN = 5;
const OFTEN_MS = 20_000;
/**
 * So many times one after the other may changes that come during the runs that a change has led to, or so soon after them, lead to runs
 * again: what comes then is made by these runs, in a file of another name each time.
 */
const FOLLOWING = 3;
const FOLLOWING_MS = 500;

/** Who is told. */
export interface WatchedFilesEvents {
  /** The paths that count now. */
  readonly found: () => readonly FoundPath[];
  /** Up to which executions what is there now is unseen, by key, where that is another one than before. */
  readonly changed: (unseen: ReadonlyMap<string, Exec>, runs: boolean) => void;
  /** Something may have changed: somebody should {@link WatchedFiles.look}. */
  readonly stirred: () => void;
  /** Whether the kernel sees this machine's files; where that is not known, only what was found here once as it said counts. */
  readonly isHere: () => boolean;
}

/** The files of one notebook. */
export class WatchedFiles {
  readonly #events: WatchedFilesEvents;
  readonly #watchers = new Map<string, FSWatcher | null>();
  readonly #contents = new Map<string, string | null>();
  readonly #raised = new Map<string, { readonly at: number[]; now: string; times: number }>();
  /** By key, what there was of others' in a folder at the last look, and the last execution that had found it by then. */
  readonly #listings = new Map<string, { readonly others: string; readonly exec: Exec }>();
  #names = new Map<string, Set<string>>();
  #unseen: ReadonlyMap<string, Exec> = new Map();
  #looking: Promise<boolean> | null = null;
  /** Something has stirred during a look. */
  #again = false;
  /** A change has led to runs: whether they go on, when they ended, and how many changes came one after the other in such runs. */
  #led: { goesOn: boolean; endedAt: number; chain: number } | null = null;
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(events: WatchedFilesEvents) {
    this.#events = events;
  }

  /** Looks at the disk, and tells what has changed; gives whether that leads to runs. */
  look(): Promise<boolean> {
    if (this.#looking !== null) this.#again = true;
    this.#looking ??= this.#lookUntilQuiet().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  }

  /** All that was planned has run. */
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

  /** Whether a change may lead to runs, and not one more after those that it has led to itself. */
  #mayLead(): boolean {
    const { goesOn, endedAt, chain: before } = this.#led ?? { goesOn: false, endedAt: -Infinity, chain: 0 };
    const chain = goesOn || performance.now() - endedAt < FOLLOWING_MS ? before + 1 : 0;
    if (chain > FOLLOWING) return false;
    this.#led = { goesOn: true, endedAt: 0, chain };
    return true;
  }

  /** The last execution that has not seen what is there now, 0 when all have, and the signature of that. */
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

  /** The same of a folder in which cells write as well: what counts is what others have changed since the last look. */
  #unseenListing({ path, kind, signatures }: FoundPath, others: string): Exec {
    const known = this.#listings.get(foundKey(path, kind));
    if (known === undefined || known.others === others) return 0;
    return Math.max(0, ...[...signatures.values()].filter((exec) => exec <= known.exec));
  }

  async #unseenContent(found: FoundPath): Promise<readonly [Exec, string]> {
    const { path, kind, signatures } = found;
    const now = await signatureAtRest(found, (signature) => signatures.has(signature));
    if (now === null) return [0, ''];
    const isSeen = signatures.has(now);
    if (kind === 'file' && (isSeen || signatures.size > 0)) await this.#keepContent(path, now, isSeen);
    const there = now;
    const isHere = this.#events.isHere();
    const isSame = (signature: string): boolean =>
      signature === there ||
      this.#isEqual(path, signature, there) ||
      (!isHere && !this.#contents.has(contentKey(path, signature)));
    return [lastOfAnother(found, isSame), there];
  }

  /** Keeps a digest of what has this signature, to know it again when only its time has changed. */
  async #keepContent(path: string, signature: string, isSeen: boolean): Promise<void> {
    const key = contentKey(path, signature);
    if (this.#contents.has(key)) return;
    // what nobody has seen is read only where it may be equal to something
    if (!isSeen && ![...this.#contents.keys()].some((other) => other.startsWith(`${path}\u0000`))) return;
    this.#contents.set(key, await contentOf(path));
  }

  #isEqual(path: string, signature: string, now: string): boolean {
    const content = this.#contents.get(contentKey(path, signature)) ?? null;
    return content !== null && content === this.#contents.get(contentKey(path, now));
  }

  /** Not for what has changed very often just now, nor again and again for what is the same. */
  #mayRun(key: string, now: string): boolean {
    const known = this.#raised.get(key) ?? { at: [], now, times: 0 };
    const at = [...known.at.filter((time) => performance.now() - time < OFTEN_MS), performance.now()];
    const times = known.now === now ? known.times + 1 : 1;
    this.#raised.set(key, { at, now, times });
    return at.length <= OFTEN && times <= 2;
  }

  /** Watches the folders of these paths, and looks again after a while. */
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
    this.#timer = setTimeout(() => this.#events.stirred(), found.length > MANY ? MANY_MS : LOOK_MS);
    this.#timer.unref();
  }

  #watch(folder: string): FSWatcher | null {
    try {
      const watcher = watch(folder, { persistent: false }, (_, changed) => {
        const names = this.#names.get(folder);
        if (changed === null || names?.has(ANY) || names?.has(changed)) this.#events.stirred();
      });
      // (it is gone: the next look finds what there is)
      return watcher.on('error', () => watcher.close());
    } catch {
      return null;
    }
  }
}

const ANY = '*';

/** The signature of what is there now of others', when it is one that is known or nobody goes on to change it; null: it cannot be told. */
async function signatureAtRest(
  { path, kind, own }: FoundPath,
  isKnown: (signature: string) => boolean,
): Promise<string | null> {
  let now = await signatureOf(path, kind, own);
  for (let before: string | null = null; now !== null && now !== before && !isKnown(now); ) {
    before = now;
    await sleep(QUIET_MS);
    now = await signatureOf(path, kind, own);
  }
  return now;
}

function contentKey(path: string, signature: string): string {
  return `${path}\u0000${signature}`;
}
