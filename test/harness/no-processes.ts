/** The set-up of pure tests: a pure test that starts a process fails. `vitest.config.ts` lists the pure tests. */
import type * as processes from 'node:child_process';
import { vi } from 'vitest';

vi.mock('node:child_process', async (original) => {
  const names = Object.keys(await original<typeof processes>());
  const refuse = () => {
    throw new Error('A pure test starts no process: take the test out of PURE in vitest.config.ts');
  };
  return Object.fromEntries(names.map((name) => [name, refuse]));
});
