/**
 * Keeps the console messages of @jupyterlab/services out of standard output and error. Other messages by
 * `console` pass.
 */

// services prints these in ordinary operation (connecting, reconnecting, restarting); Sluice reports the
// important events itself.
const NOISE = [
  'Starting WebSocket:',
  'Connection lost, reconnecting',
  'Kernel: ',
  'Server selected unknown kernel wire protocol',
  'The kernel "',
];

let installed = false;

/** Installs the filter, once per process. `console.debug` writes to standard output, which carries results. */
export function quietConsole(): void {
  if (installed) return;
  installed = true;
  for (const method of ['debug', 'log', 'warn', 'error'] as const) {
    const original = console[method].bind(console);
    console[method] = (...args: unknown[]) => {
      if (!isNoise(args[0])) original(...args);
    };
  }
}

function isNoise(first: unknown): boolean {
  if (first instanceof Error) return first.message.startsWith('Canceled future for ');
  return typeof first === 'string' && NOISE.some((start) => first.startsWith(start));
}
