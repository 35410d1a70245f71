/**
 * Explains in one line, with the remedy, why a Jupyter server or one of its kernels is unusable. It does not
 * detect failures.
 */
import { constants } from 'node:os';
import { nearestName } from '../../slicer/index.ts';

/** The network-level reason inside an error of `fetch`, such as `ECONNREFUSED`. */
export function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer';
  const { cause } = error;
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message;
  return error.message;
}

export function cannotReach(url: string, error: unknown): string {
  return `cannot reach the Jupyter server at ${url} (${networkReason(error)}): check that it is running and that --server is right`;
}

export function tokenRefused(url: string, token: string): string {
  if (token === '') return `the Jupyter server at ${url} wants a token: give it with --token`;
  return `the Jupyter server at ${url} refuses the token: give the right one with --token (jupyter server list shows it)`;
}

export function notJupyter(url: string, status: number): string {
  return `${url} does not answer like a Jupyter server (HTTP ${status}): give its base address with --server, for example http://localhost:8888/`;
}

/** `python`: the interpreter of the server, when it is the embedded one. */
export function noTerminals(url: string, python: string | undefined): string {
  const pip = python === undefined ? 'pip' : `${python} -m pip`;
  return `the Jupyter server at ${url} has no terminals: install them in its environment (${pip} install jupyter_server_terminals), and start it again`;
}

export function unknownKernel(name: string, available: readonly string[]): string {
  const nearest = nearestName(name, available);
  const hint = nearest === null ? '' : `; did you mean ${nearest}?`;
  const list = available.length === 0 ? 'none is installed' : `available: ${available.join(', ')}`;
  return `there is no kernel named ${name} (${list})${hint}`;
}

/** The end of a process, as `embedded_server.py` reports it: negative codes are signals. */
export function describeExit(exitCode: number | null): string {
  if (exitCode === null) return 'the kernel process is gone';
  if (exitCode >= 0) return `the kernel process ended with exit code ${exitCode}`;
  const name = Object.entries(constants.signals).find(([, number]) => number === -exitCode)?.[0];
  const hint = name === 'SIGKILL' ? ', often because memory ran out' : '';
  return `the kernel process was killed (${name ?? `signal ${-exitCode}`}${hint})`;
}
