/** Ends child processes. Windows has no signals: there a process is asked by a message, and killed with all that it has started. */

import { type ChildProcess, spawn } from 'node:child_process';
import { HERE } from './platform.ts';

/** A message that means the signal SIGTERM. */
const END_MESSAGE = { type: 'end' } as const;

/** Kills a process at once; on Windows its descendants too, which could not notice the end. */
export function killProcess(child: ChildProcess, platform = HERE): void {
  if (platform !== 'win32' || child.pid === undefined) {
    child.kill('SIGKILL');
    return;
  }
  const [program, ...args] = killingCommand(child.pid);
  spawn(program, args, { stdio: 'ignore', windowsHide: true }).on('error', () => child.kill('SIGKILL'));
}

/** The command that ends a process of Windows with its descendants. */
export function killingCommand(pid: number): readonly [string, ...string[]] {
  return ['taskkill', '/PID', String(pid), '/T', '/F'];
}

/** Asks a process to end its own children, and then itself. */
export function askToEnd(child: ChildProcess, platform = HERE): void {
  if (platform !== 'win32') child.kill('SIGTERM');
  else if (child.connected) child.send(END_MESSAGE, () => {});
}

/** Whether a message is that of {@link askToEnd}. */
export function isEndMessage(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'type' in message && message.type === END_MESSAGE.type
  );
}

/** Does at the message of {@link askToEnd} the work of the signal. */
export function endWhenAsked(platform = HERE, own: NodeJS.Process = process): void {
  if (platform !== 'win32') return;
  own.on('message', (message: unknown) => {
    if (isEndMessage(message) && !own.emit('SIGTERM', 'SIGTERM')) own.exit(143);
  });
}
