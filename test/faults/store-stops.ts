/**
 * The store at each point at which its process can end: the file system stops working before a chosen change, the last
 * write half done. Other than a kill, a stop leaves out no point.
 */

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Functions of `node:fs` that change something, by the store. */
const CHANGES = [
  'chmodSync',
  'copyFileSync',
  'linkSync',
  'mkdirSync',
  'renameSync',
  'rmdirSync',
  'rmSync',
  'utimesSync',
  'writeFileSync',
] as const;

type Change = (...given: unknown[]) => unknown;

/** The process has ended. */
class Stopped extends Error {}

/** Runs an action that can make so many changes. Whether the action was stopped. */
export async function stoppedAfter(changes: number, action: () => Promise<unknown>): Promise<boolean> {
  const table = fs as unknown as Record<string, Change>;
  const real = CHANGES.map((name) => [name, table[name]!] as const);
  let left = changes;
  for (const [name, change] of real) {
    table[name] = (...given) => {
      left -= 1;
      if (left >= 0) return change(...given);
      if (left === -1) half(name, given, change);
      throw new Stopped('stopped');
    };
  }
  syncBuiltinESMExports();
  try {
    await action();
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  } finally {
    Object.assign(table, Object.fromEntries(real));
    syncBuiltinESMExports();
  }
  return left < 0;
}

/** Writes the first half of a file. */
function half(name: string, [path, content, how]: unknown[], write: Change): void {
  if (name === 'writeFileSync') {
    const bytes = Buffer.from(content as string | Buffer);
    write(path, bytes.subarray(0, bytes.length / 2), how);
  } else if (name === 'copyFileSync') {
    const bytes = fs.readFileSync(path as string);
    const file = fs.openSync(content as string, 'w');
    fs.writeSync(file, bytes.subarray(0, bytes.length / 2));
    fs.closeSync(file);
  }
}
