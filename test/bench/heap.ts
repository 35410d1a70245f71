/** The memory of this process. */

/** Megabytes of live objects; exact only under `--expose-gc`. */
export function heapMegabytes(): number {
  (globalThis as { gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}
