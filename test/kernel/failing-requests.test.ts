/**
 * Requests with unusual answers of a kernel: each request ends with an error that names the reason, and no
 * wait lasts for ever.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type KernelServer, openServer } from '../../runtime/kernel/index.ts';
import cases from '../cases/kernel/failing-requests.json' with { type: 'json' };

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Case {
  readonly name: string;
  /** Runs first. */
  readonly before?: string;
  /** `LONG` stands for a sum of 3000 numbers, `HALF` for half of a surrogate pair. */
  readonly code: string;
  /** A name and the beginning of a value, as a pattern; null: the request itself ends well. */
  readonly error: { readonly name: string; readonly value: string } | null;
  /** Whether the kernel runs code after it. */
  readonly survives?: boolean;
  /** Why it does not run the next request. */
  readonly next?: string;
}

let server: KernelServer;
beforeAll(async () => {
  server = await openServer();
});
afterAll(() => server.close());

describe('a request', () => {
  test.each((cases as readonly Case[]).map((item) => [item.name, item] as const))('%s', async (_, item) => {
    const kernel = await server.startKernel();
    const code = item.code.replace('LONG', ' + 1'.repeat(3000)).replace('HALF', '\ud83d');
    if (item.before !== undefined) await kernel.execute({ code: item.before });
    const result = await kernel.execute({ code });
    if (item.error === null) expect(result).toMatchObject({ status: 'ok', error: null });
    else {
      const value = expect.stringMatching(new RegExp(`^${item.error.value}`));
      expect(result).toMatchObject({ status: 'error', error: { name: item.error.name, value } });
      expect(result.outputs.at(-1)).toMatchObject({ output_type: 'error', evalue: value });
    }
    const next = await kernel.execute({ code: '1' });
    if (item.survives === true) expect(next.status).toBe('ok');
    if (item.next !== undefined) {
      expect(next).toMatchObject({ status: 'died', error: { value: expect.stringMatching(item.next) } });
    }
    await kernel.shutdown();
  });
});
