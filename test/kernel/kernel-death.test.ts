import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';

// Real kernels, on a machine that runs other tests at the same time.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: KernelServer;
let directory: string;

beforeAll(async () => {
  server = await openServer();
  directory = mkdtempSync(join(tmpdir(), 'sluice-test-'));
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const SUICIDE =
  "print('last words', flush=True)\nimport os, signal, time\ntime.sleep(0.2)\nos.kill(os.getpid(), signal.SIGKILL)";

describe('a kernel that dies', () => {
  test('ends its run and those behind it, with the outputs so far and the reason', async () => {
    const kernel = await server.startKernel();
    const deaths: string[] = [];
    kernel.onDeath((reason) => deaths.push(reason));
    const [first, second] = await Promise.all([
      kernel.execute({ code: SUICIDE }),
      kernel.execute({ code: "print('never')" }),
    ]);
    expect(first).toMatchObject({ status: 'died', outputs: [{ text: 'last words\n' }] });
    expect(first.error?.value).toContain('SIGKILL');
    expect(second).toMatchObject({ status: 'died', outputs: [] });
    expect(deaths).toEqual([first.error?.value]);
    expect(kernel.death).toBe(first.error?.value);
    expect(await kernel.execute({ code: '1' })).toMatchObject({ status: 'died' });
    await kernel.interrupt();
    await kernel.shutdown();
  });

  test('can be restarted, and starts empty', async () => {
    const kernel = await server.startKernel({ cwd: directory });
    await kernel.execute({ code: 'x = 1' });
    await kernel.execute({ code: SUICIDE });
    await kernel.restart();
    expect(kernel.death).toBeNull();
    expect(await kernel.execute({ code: 'x' })).toMatchObject({
      status: 'error',
      error: { name: 'NameError' },
    });
    const where = await kernel.execute({ code: 'import os; print(os.getcwd())' });
    expect(where.outputs).toMatchObject([{ text: `${directory}\n` }]);
    await kernel.shutdown();
  });

  test('exit() is a death as well', async () => {
    const kernel = await server.startKernel();
    const died = new Promise<string>((resolve) => kernel.onDeath(resolve));
    await kernel.execute({ code: 'exit()' });
    expect(await died).toBe('a cell has called exit() or quit()');
  });
});

describe('an embedded server that dies', () => {
  test('takes its kernels with it, and is started again for the next', async () => {
    const own = await openServer();
    try {
      const kernel = await own.startKernel({ cwd: directory });
      const where = async (): Promise<number> => {
        const { outputs } = await kernel.execute({ code: 'import os; print(os.getppid())' });
        return Number((outputs[0] as { text: string }).text);
      };
      const died = new Promise<string>((resolve) => kernel.onDeath(resolve));
      const first = await where();
      process.kill(first, 'SIGKILL');
      expect(await died).toBe('the embedded Jupyter server has ended');
      await Promise.all([kernel.restart(), own.startKernel()]);
      expect(await where()).not.toBe(first);
    } finally {
      await own.close();
    }
  });
});

describe('restart', () => {
  test('ends the run in progress as interrupted, and the next run is in an empty kernel', async () => {
    const kernel = await server.startKernel({ cwd: directory });
    const run = kernel.execute({ code: 'x = 1\nimport time\ntime.sleep(60)' });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await kernel.restart();
    expect(await run).toMatchObject({ status: 'interrupted', error: { name: 'KernelRestarted' } });
    expect(await kernel.execute({ code: 'x' })).toMatchObject({ status: 'error', executionCount: 1 });
    expect(kernel.death).toBeNull();
    await kernel.shutdown();
  });

  test('twice in a row works', async () => {
    const kernel = await server.startKernel();
    await kernel.restart();
    await kernel.restart();
    expect(await kernel.execute({ code: '1' })).toMatchObject({ status: 'ok', executionCount: 1 });
    await kernel.shutdown();
    await kernel.shutdown();
    await expect(kernel.restart()).rejects.toThrow('shut down');
  });
});

test('a process that a cell left in the background does not hold close() up', async () => {
  const own = await openServer();
  const kernel = await own.startKernel();
  const code =
    "import subprocess\nprint(subprocess.Popen(['sleep', '30'], start_new_session=True, stdout=2, stderr=2).pid)";
  const { outputs } = await kernel.execute({ code });
  const start = performance.now();
  await own.close();
  expect(performance.now() - start).toBeLessThan(6_000);
  const pid = Number((outputs[0] as { readonly text: string }).text);
  if (pid > 0) spawnSync('kill', [String(pid)]);
});

describe('a kernel that does not start', () => {
  test('an unknown name says which ones there are, and the nearest', async () => {
    await expect(server.startKernel({ kernelName: 'pyhton3' })).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/no kernel named pyhton3 \(available: .*\); did you mean python3\?/),
    });
  });

  test('a process that ends at once is reported with its last words', async () => {
    const python = await ensurePrivatePython(() => {});
    const broken = join(directory, 'broken-python');
    writeFileSync(
      broken,
      `#!/bin/sh\nif [ "$1" = -c ]; then exec '${python}' "$@"; fi\necho 'no kernel today' >&2\nexit 4\n`,
    );
    chmodSync(broken, 0o755);
    const { startEmbeddedServer } = await import('../../runtime/kernel/embedded-server.ts');
    const { LastingServer } = await import('../../runtime/kernel/lasting-server.ts');
    const embedded = await LastingServer.open(() =>
      startEmbeddedServer(python, { path: broken, origin: 'option' }),
    );
    const { serverAt } = await import('../../runtime/kernel/kernel-server.ts');
    await expect(serverAt({ embedded, address: null }).startKernel()).rejects.toMatchObject({
      exitCode: 3,
      message: 'the kernel did not start: the kernel process ended with exit code 4: no kernel today',
    });
    await embedded.close();
  });
});
