/** The memory that Sluice needs for a kernel is free after a shutdown of the kernel, while its server goes on. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';

let server: KernelServer;
beforeAll(async () => {
  server = await openServer();
}, 60_000);
afterAll(() => server.close());

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Starts a kernel, uses the kernel and shuts it down; the returned reference tells whether the object is
 * still alive.
 */
async function usedKernel(): Promise<WeakRef<object>> {
  const kernel = await server.startKernel();
  await kernel.execute({ code: 'x = 1' });
  await kernel.shutdown();
  return new WeakRef(kernel);
}

test('nobody holds a kernel that has been shut down', { timeout: 60_000 }, async () => {
  const kernels = [await usedKernel(), await usedKernel(), await usedKernel()];
  await expect
    .poll(async () => {
      await sleep(50);
      collect();
      return kernels.filter((kernel) => kernel.deref() !== undefined).length;
    })
    // the last one may stand in the frame of whoever waits
    .toBeLessThanOrEqual(1);
});
