import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { builtFile } from '../../instrument/index.ts';

interface Processes {
  readonly idle: number;
  readonly busy: number;
  readonly launcher: number;
}

/** A real process of the compiled package, as on the command line. */
async function startParent(mode = 'stay', env = {}): Promise<{ parent: ChildProcess; processes: Processes }> {
  if (!existsSync(builtFile(''))) throw new Error('dist/ is missing: run npm test, which builds it');
  const parent = spawn(process.execPath, [join(import.meta.dirname, 'orphan-child.mjs'), mode], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
    detached: true, // a process group of its own, so that Ctrl-C can be sent to all of it
  });
  const line = await new Promise<string>((resolve) => {
    createInterface(parent.stdout!).once('line', resolve);
  });
  return { parent, processes: JSON.parse(line) as Processes };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The names of the processes that are still alive after a while. */
async function survivors(processes: Processes, ms = 20_000): Promise<string[]> {
  const deadline = Date.now() + ms;
  const alive = () => Object.entries(processes).filter(([, pid]) => isAlive(pid));
  while (alive().length > 0 && Date.now() < deadline) await sleep(50);
  return alive().map(([name]) => name);
}

describe('no kernel survives', () => {
  test.each(['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s to the process',
    async (signal) => {
      const { parent, processes } = await startParent();
      process.kill(parent.pid!, signal);
      expect(await survivors(processes)).toEqual([]);
    },
    60_000,
  );

  test('Ctrl-C, which the terminal sends to the whole process group', async () => {
    const { parent, processes } = await startParent();
    process.kill(-parent.pid!, 'SIGINT');
    expect(await survivors(processes)).toEqual([]);
  }, 60_000);

  test('an uncaught exception', async () => {
    const { processes } = await startParent('crash');
    expect(await survivors(processes)).toEqual([]);
  }, 60_000);

  test('the end of the embedded server alone', async () => {
    const { parent, processes } = await startParent();
    process.kill(processes.launcher, 'SIGKILL');
    expect(await survivors(processes)).toEqual([]);
    parent.kill('SIGKILL');
  }, 60_000);

  test('close(), after which the process ends by itself and no files are left', async () => {
    const TMPDIR = mkdtempSync(join(tmpdir(), 'sluice-orphans-'));
    const { parent, processes } = await startParent('close', { TMPDIR });
    let printed = '';
    parent.stdout!.on('data', (chunk) => {
      printed += chunk;
    });
    parent.stderr!.on('data', (chunk) => {
      printed += chunk;
    });
    await once(parent, 'close');
    expect(printed).toBe('closed\n'); // libraries print nothing
    expect(parent.exitCode).toBe(0);
    expect(await survivors(processes, 0)).toEqual([]);
    expect(readdirSync(TMPDIR)).toEqual([]);
    rmdirSync(TMPDIR);
  }, 60_000);
});
