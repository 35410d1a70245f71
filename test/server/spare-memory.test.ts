/** The memory that a server's process takes for new objects, in a process of its own. */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';

const FILE = join(findPackageRoot(), 'runtime', 'processes', 'spare-memory.ts');

/** Makes objects of which some stay for a while, in turns of the event loop; tells the size of the space for new objects. */
const WORK = `
import { once } from 'node:events';
import { getHeapSpaceStatistics as spaces } from 'node:v8';
import { Worker } from 'node:worker_threads';

async function work() {
  let held = [];
  for (let turn = 0; turn < 300; turn += 1) {
    for (let n = 0; n < 5_000; n += 1) held.push({ n, in: [n] });
    if (turn % 20 === 19) held = [];
    await new Promise((resolve) => setImmediate(resolve));
  }
  return spaces().find(({ space_name }) => space_name === 'new_space').space_size / (1 << 20);
}

spareMemory();
const sizes = [await work()];
const worker = new Worker('setTimeout(() => {}, 60_000)', { eval: true });
await once(worker, 'online');
sizes.push(await work());
await worker.terminate();
process.stdout.write(JSON.stringify(sizes));
process.exit();
`;

test('the space for new objects stays at 8 MB, also beside a thread', () => {
  const { code } = transformSync(readFileSync(FILE, 'utf8'), { loader: 'ts' });
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code + WORK], {
    encoding: 'utf8',
  });
  expect(JSON.parse(stdout)).toEqual([8, 8]);
});
