/** A clock is set while a kernel works: no wait becomes longer or shorter. */

import { afterEach, expect, test, vi } from 'vitest';
import { startKernel } from '../../runtime/kernel/index.ts';

vi.setConfig({ testTimeout: 60_000 });
afterEach(() => vi.restoreAllMocks());

test('a kernel starts, runs and ends while the clock jumps', async () => {
  const now = Date.now.bind(Date);
  let looks = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => {
    looks += 1;
    return now() + (looks % 2 === 0 ? 1 : -1) * 86_400_000;
  });
  const kernel = await startKernel();
  const { outputs } = await kernel.execute({ code: 'print(1)' });
  await kernel.shutdown();
  expect(outputs).toMatchObject([{ text: '1\n' }]);
});
