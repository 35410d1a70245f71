/** Options of commands that run notebooks: the kernel, its limits, and private copies of folders. */

import { isAbsolute, resolve } from 'node:path';
import { MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import { describeFailure } from '../../documents/index.ts';
import type { TraceMode } from '../../session/index.ts';
import { SluiceError } from '../../words/index.ts';
import { choice, positive, size, text, type Values } from './option-values.ts';

/** Options of commands that run notebooks. */
export const COMMON = {
  server: { type: 'string' },
  token: { type: 'string' },
  'token-file': { type: 'string' },
  kernel: { type: 'string' },
  python: { type: 'string' },
  trace: { type: 'string' },
  effects: { type: 'string', multiple: true },
  'output-limit': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { json: _, ...rest } = COMMON;

/** The same, of commands for people. */
export const TEXT_ONLY = rest;

/** Options of commands that play sessions or run scripts beside the user's files. */
export const COPIES = { 'in-place': { type: 'boolean' }, 'copy-limit': { type: 'string' } } as const;

/** The values of these options. */
export interface CommonOptions {
  readonly server?: { readonly url: string; readonly token?: string };
  readonly kernelName?: string;
  readonly python?: string;
  readonly trace: TraceMode;
  readonly json: boolean;
  /** The user's stub files, added to the effects library. */
  readonly effects: readonly string[];
  /** Whether sessions and scripts run in the folder itself, where they can change it. */
  readonly inPlace: boolean;
  /** The limit of bytes to copy if there is no other way; null: the default. */
  readonly copyLimit: number | null;
  /** The limit of characters from the beginning of a cell's output. */
  readonly outputLimit?: number;
}

/** The values of the common options. @throws {SluiceError} 2 for wrong ones. */
export function commonOptions(values: Values): CommonOptions {
  const [server, kernelName, python] = ['server', 'kernel', 'python'].map((key) => text(values, key));
  const token = serverToken(values);
  const effects = Array.isArray(values.effects) ? values.effects.map((file) => resolve(file)) : [];
  return {
    ...(server != null ? { server: { url: server, ...(token != null ? { token } : {}) } } : {}),
    ...(kernelName != null ? { kernelName } : {}),
    ...(python != null
      ? { python: python.includes('/') && !isAbsolute(python) ? resolve(python) : python }
      : {}),
    trace: choice(values, 'trace', ['on', 'off', 'static']),
    json: values.json === true,
    effects,
    inPlace: values['in-place'] === true,
    copyLimit: size(values, 'copy-limit'),
    ...outputLimitOption(values),
  };
}

/** The token of `--server`, from one of its sources; null: from the address, or none. */
function serverToken(values: Values): string | null {
  const [server, token, file] = ['server', 'token', 'token-file'].map((key) => text(values, key) ?? null);
  const given = token != null ? '--token' : file != null ? '--token-file' : null;
  if (given !== null && server === null) throw new SluiceError(`${given} belongs to --server URL`);
  if (token !== null && file !== null) throw new SluiceError('give one of --token T and --token-file FILE');
  if (token != null) return token;
  if (file != null) return readToken(resolve(file));
  const isInAddress = /[?&]token=/.test(server ?? '');
  return server === null || isInAddress ? null : process.env.SLUICE_SERVER_TOKEN || null;
}

function readToken(file: string): string {
  try {
    return readPlainText(file, MOST_OF_SETTINGS).trim();
  } catch (error) {
    throw new SluiceError(`cannot read --token-file ${file}: ${describeFailure(error)}`);
  }
}

/** More output in one cell makes notebooks that no program opens. */
const MOST_MEGABYTES = 50;

function outputLimitOption(values: Values): { outputLimit?: number } {
  const given = text(values, 'output-limit');
  if (given === null) return {};
  const megabytes = positive('output-limit', given);
  if (megabytes > MOST_MEGABYTES)
    throw new SluiceError(`--output-limit takes at most ${MOST_MEGABYTES} (MB of text for each cell)`);
  return { outputLimit: megabytes * 1_000_000 };
}
