/** Waits for a kernel's answer after a start or restart. It does not find the reason for silence. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KernelConnection } from '@jupyterlab/services';
import type { JsonObject } from './output.ts';

/** The kernel's language. */
export interface KernelLanguage {
  /** Lower case, `python` for Python. */
  readonly name: string;
  readonly version: string;
  /** Its description for the metadata of a notebook (`language_info`); null: not asked for. */
  readonly info: JsonObject | null;
}

/** Whether the language is Python. */
export function isPython({ name }: Pick<KernelLanguage, 'name'>): boolean {
  return name === 'python' || name === '';
}

/** A request while the server still subscribes to the kernel gets no answer, so it is repeated. */
const RETRY_MS = 5_000;
const POLL_MS = 20;

/** The kernel's answer to a kernel_info_request, or null if the connection is disposed or silent for `timeoutMs`. */
export async function awaitAnswer(
  connection: KernelConnection,
  timeoutMs: number,
): Promise<KernelLanguage | null> {
  const deadline = performance.now() + timeoutMs;
  while (!connection.isDisposed && performance.now() < deadline) {
    const reply =
      connection.connectionStatus === 'connected'
        ? await Promise.race([connection.requestKernelInfo(), sleep(RETRY_MS, undefined, { ref: false })])
        : undefined;
    if (reply?.content.status === 'ok') {
      const { name, version } = reply.content.language_info;
      const info = reply.content.language_info as unknown as JsonObject;
      return { name: name.toLowerCase(), version: version ?? '', info };
    }
    await sleep(POLL_MS);
  }
  return null;
}

/** Restarts the kernel's process on its server. Rejects after `timeoutMs` without an answer. */
export async function restartWithin(connection: KernelConnection, timeoutMs: number): Promise<void> {
  const late = sleep(timeoutMs, 'late' as const, { ref: false });
  const outcome = await Promise.race([connection.restart(), late]);
  if (outcome === 'late') throw new Error(`no answer within ${timeoutMs / 1000} s`);
}
