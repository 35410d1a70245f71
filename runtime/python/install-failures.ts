/** Turns a message of pip, venv or the file system into one line with a fix. It does not run or retry anything. */

import { messageOf } from '../words/index.ts';

/** The disk space for the whole private environment, including downloads. */
export const ENVIRONMENT_BYTES = 1e9;

const DISK_FULL = /No space left on device|ENOSPC|Errno 28|Disk quota exceeded/i;
const NO_NETWORK =
  /NewConnectionError|NameResolutionError|Max retries exceeded|ConnectTimeout|ReadTimeout|ProxyError|SSLError|Temporary failure in name resolution|Network is unreachable|connection broken/i;

/** `what` is the failed step, as in "could not {what}"; `output` is the whole output, also stored in `log`. */
export function explainPipFailure(what: string, output: string, directory: string, log: string): string {
  if (DISK_FULL.test(output)) return diskFull(directory);
  if (NO_NETWORK.test(output)) {
    return (
      `could not ${what}: the package index cannot be reached. ` +
      `Connect to a network (or set HTTPS_PROXY or PIP_INDEX_URL) and run again; details: ${log}`
    );
  }
  return `could not ${what}: ${reasonIn(output) ?? 'no reason was given'} (details: ${log})`;
}

/** The reason in an installer's output, as the end of a sentence. */
export function installFailure(output: string): string {
  if (DISK_FULL.test(output)) return 'the disk is full';
  if (NO_NETWORK.test(output))
    return 'the package index cannot be reached; connect to a network and try again';
  return reasonIn(output) ?? 'no reason was given';
}

function reasonIn(output: string): string | undefined {
  const lines = output.split('\n').map((line) => line.trim());
  return lines.findLast((line) => /^(ERROR|Error):/.test(line)) ?? lines.findLast((line) => line !== '');
}

/** For errors of the file system while preparing `home`. */
export function explainWriteFailure(home: string, error: unknown): string {
  const message = messageOf(error);
  if (DISK_FULL.test(message)) return diskFull(home);
  return `cannot write Sluice's private environment to ${home} (${message}): make it writable, or set SLUICE_HOME to a directory that is`;
}

/** `bytes`: the needed space. */
export function diskFull(directory: string, bytes = ENVIRONMENT_BYTES): string {
  const size = bytes >= 1e9 ? `${Math.round(bytes / 1e9)} GB` : `${Math.round(bytes / 1e6)} MB`;
  return `the disk is full: Sluice's private environment needs about ${size} at ${directory}; free some space, or set SLUICE_HOME to a directory on another disk`;
}
