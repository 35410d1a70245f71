/**
 * Notices the death of a kernel, from three signs: its status, the end of its process, the loss of its
 * server. It does not restart or shut down anything.
 */
import type { Kernel, KernelConnection, KernelMessage } from '@jupyterlab/services';
import { findKernel, type ServerAddress } from './server-api.ts';

/** The watch's view of the kernel's server. */
export interface KernelHost {
  readonly address: ServerAddress;
  /** Calls `onExit` with a reason when the kernel or the host ends; returns a function to stop. */
  watchExit(kernelId: string, onExit: (reason: string) => void): () => void;
}

/** The last output of a dying kernel and the news of its death come over different channels. */
const SETTLE_MS = 300;
const PROBE_MS = 500;
/** A connection that is away for this time is lost; the server's buffer bridges shorter gaps. */
const LOST_MS = 15_000;

/** A running watch. */
export interface KernelWatch {
  /** While paused (during a requested restart), signs of death are ignored. */
  paused: boolean;
  stop(): void;
}

/** A kernel's end, and whether the server has replaced it by an empty kernel with the same id. */
export interface KernelDeath {
  readonly reason: string;
  readonly isReplaced: boolean;
}

/** Watches until stopped or until the kernel is gone; then calls `onDeath` once. */
export function watchKernel(
  connection: KernelConnection,
  host: KernelHost,
  onDeath: (death: KernelDeath) => void,
): KernelWatch {
  let stopped = false;
  let reason: string | null = null;
  let dying: NodeJS.Timeout | undefined;
  let probing = false;

  const stop = () => {
    stopped = true;
    clearTimeout(dying);
    unwatchExit();
    connection.statusChanged.disconnect(onStatus);
    connection.connectionStatusChanged.disconnect(onConnectionStatus);
  };
  const die = (why: string, isReplaced = false) => {
    if (stopped || watch.paused) return;
    stop();
    onDeath({ reason: why, isReplaced });
  };
  /** The process's end tells the reason, the status the arrival of all output: wait a moment for the other one. */
  const dieSoon = () => {
    dying ??= setTimeout(() => die(reason ?? 'the kernel died'), SETTLE_MS);
  };
  const unwatchExit = host.watchExit(connection.id, (why) => {
    reason = why;
    if (connection.status === 'dead') die(why);
    else dieSoon();
  });
  const onStatus = (_: unknown, status: KernelMessage.Status) => {
    if (watch.paused) return;
    if (status === 'dead') {
      if (reason !== null) die(reason);
      else dieSoon();
    }
    // A server of the user's own replaces a dead kernel by an empty one; for Sluice the kernel is dead.
    if (status === 'autorestarting') die('the kernel died', true);
  };
  const onConnectionStatus = (_: unknown, status: Kernel.ConnectionStatus) => {
    if (status !== 'connected' && !watch.paused && !connection.isDisposed) void probe();
  };
  const probe = async () => {
    if (probing) return;
    probing = true;
    const deadline = performance.now() + LOST_MS;
    while (!stopped && !watch.paused && connection.connectionStatus !== 'connected') {
      const found = await findKernel(host.address, connection.id);
      if (found === 'gone') die('the server no longer has the kernel');
      else if (performance.now() > deadline) die(`the connection to ${host.address.url} was lost`);
      else if (found === 'running' && connection.connectionStatus === 'disconnected') {
        await connection.reconnect();
      } else await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
    probing = false;
  };
  const watch: KernelWatch = { paused: false, stop };
  connection.statusChanged.connect(onStatus);
  connection.connectionStatusChanged.connect(onConnectionStatus);
  return watch;
}
