/** Waits for a kernel's answer after a start or restart. It does not find the reason for silence. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { KernelConnection } from '@jupyterlab/services';

/** The kernel's language. */
export interface KernelLanguage {
  /** Lower case, `python` for Python. */
  readonly name: string;
  readonly version: string;
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
      return { name: name.toLowerCase(), version: version ?? '' };
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
