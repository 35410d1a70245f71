/**
 * A lock file between processes: one of them works, the others wait. It does not protect against a holder
 * that ignores the loss of its lock for longer than the stale time.
 */
import { renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { nanoid } from 'nanoid';
import { MOST_OF_SETTINGS, readPlainText } from '../../instrument/index.ts';
import { isRunning } from '../platform/index.ts';

/** Times in milliseconds, shortened by tests. */
export interface LockTiming {
  /** How often the holder touches its lock. */
  readonly heartbeatMs: number;
  /** The age after which an untouched lock is taken over. */
  readonly staleMs: number;
  /** How often a waiting process looks. */
  readonly pollMs: number;
}

const DEFAULT_TIMING: LockTiming = { heartbeatMs: 2_000, staleMs: 20_000, pollMs: 250 };

/** A held lock; `release` is safe to call twice. */
export interface BuildLock {
  release(): void;
}

/**
 * Waits for the lock `file`. A lock whose process is gone, or not touched for `staleMs`, is taken over.
 * `onWait` is called once, if there is a reason to wait.
 */
export async function acquireLock(
  file: string,
  onWait: () => void = () => {},
  timing: LockTiming = DEFAULT_TIMING,
): Promise<BuildLock> {
  const owner = `${process.pid} ${hostname()} ${nanoid()}`;
  for (let waited = false; ; ) {
    if (tryCreate(file, owner)) {
      // Two waiters may take over the same stale lock; the second one then removes the first one's new lock.
      // This window is microseconds, so a later look shows the owner.
      await sleep(waited ? 50 : 0);
      if (readOwner(file) === owner) return hold(file, owner, timing);
      continue;
    }
    removeIfStale(file, timing);
    if (!waited) onWait();
    waited = true;
    await sleep(timing.pollMs);
  }
}

function hold(file: string, owner: string, timing: LockTiming): BuildLock {
  const heartbeat = setInterval(() => {
    try {
      if (readOwner(file) === owner) utimesSync(file, new Date(), new Date());
    } catch {
      // Taken over between the two calls: the release below will notice as well.
    }
  }, timing.heartbeatMs);
  heartbeat.unref();
  return {
    release() {
      clearInterval(heartbeat);
      if (readOwner(file) === owner) rmSync(file, { force: true });
    },
  };
}

function tryCreate(file: string, owner: string): boolean {
  try {
    writeFileSync(file, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function readOwner(file: string): string | null {
  try {
    return readPlainText(file, MOST_OF_SETTINGS);
  } catch {
    return null;
  }
}

function removeIfStale(file: string, timing: LockTiming): void {
  try {
    const untouched = Date.now() - statSync(file).mtimeMs;
    // A lock is created and filled in two steps: an empty one is young, not dead.
    const abandoned = untouched > timing.staleMs || isOwnerGone(readOwner(file) ?? '');
    if (!abandoned) return;
    const aside = `${file}.${nanoid()}`;
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another process removed it first.
  }
}

function isOwnerGone(owner: string): boolean {
  const [pid, host] = owner.split(' ');
  if (host !== hostname() || !/^\d+$/.test(pid ?? '')) return false;
  return !isRunning(Number(pid));
}
