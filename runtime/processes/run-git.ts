/** Runs git in a repository of another person: no program of its settings runs, nothing is fetched, nothing changes. */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const GIT_MS = 20_000;
/** A list of changed files, or a notebook, may be long. */
const MOST_BYTES = 256 * 1024 * 1024;
/**
 * Options that stop git from running programs of another person's settings: for signatures, for changes, for
 * lists of changed files. Without a work tree, a repository may lie among another's files.
 */
const RUNS_NOTHING = [
  ...['-c', 'log.showSignature=false', '-c', 'gpg.program=false', '-c', 'gpg.ssh.program=false'],
  ...['-c', 'gpg.x509.program=false', '-c', 'core.fsmonitor=false', '-c', 'safe.bareRepository=explicit'],
  ...[
    '-c',
    'diff.external=',
    '-c',
    'core.pager=cat',
    '-c',
    'core.hooksPath=/dev/null',
    '--no-optional-locks',
  ],
];

/**
 * The standard output of git in a folder; null: git failed, or is not installed. `settings`: more settings for
 * this call, which win over those of the repository.
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string | null> {
  const pairs = Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  const env = {
    ...process.env,
    // (git also fetches nothing missing in a partial clone)
    GIT_NO_LAZY_FETCH: '1',
    GIT_TERMINAL_PROMPT: '0',
    ...(pairs.length > 0 ? { GIT_CONFIG_COUNT: String(pairs.length / 2), ...Object.fromEntries(pairs) } : {}),
  };
  try {
    const all = [...RUNS_NOTHING, '-C', folder, ...args];
    const { stdout } = await run('git', all, { timeout: GIT_MS, env, maxBuffer: MOST_BYTES });
    return stdout;
  } catch {
    return null;
  }
}
