/**
 * Reads written values back in a scratch process of the same Python, and compares their digests: what does not come
 * back as it was is not stored. One process serves a whole session.
 */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  checkJson,
  compiledAgent,
  findPackageRoot,
  maybe,
  number,
  object,
  readAgent,
  text,
} from '../../instrument/index.ts';
import { sluiceHome } from '../python/index.ts';

/** The digest of values that were read, or why they could not be read. */
export interface ReadBack {
  readonly fingerprint?: string;
  readonly seconds?: number;
  readonly error?: string;
}

const READ_BACK = object<ReadBack>({ fingerprint: maybe(text), seconds: maybe(number), error: maybe(text) });
const SCRIPT = join(findPackageRoot(), 'runtime', 'store', 'read_back.py');
/** The limit for one file. */
const LIMIT_MS = 120_000;

export class ValuesChecker {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((found: ReadBack) => void)[] = [];

  /** `path`: the folders of the kernel's modules; `cwd`: its working directory. */
  constructor(python: string, path: readonly string[], cwd: string) {
    this.#child = spawn(python, ['-S', '-E', SCRIPT], {
      cwd,
      env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
    });
    this.#child.stderr.resume();
    this.#child.stdin.on('error', () => {});
    const end = (): void => {
      for (const answer of this.#waiting.splice(0))
        answer({ error: 'the process that reads it back has ended' });
    };
    this.#child.on('error', end).on('exit', end);
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const found = checkJson(READ_BACK, line);
      this.#waiting.shift()?.(found.type === 'ok' ? found.value : { error: 'it cannot be read back' });
    });
    const agent = readAgent();
    this.#write({ agent, cache: compiledAgent(join(sluiceHome(), 'agent'), agent), path });
  }

  /** Reads a file back. */
  async check(path: string, sha256: string, size: number): Promise<ReadBack> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null)
      return { error: 'the process that reads it back has ended' };
    const answer = new Promise<ReadBack>((resolve) => this.#waiting.push(resolve));
    const limit = setTimeout(() => this.#child.kill('SIGKILL'), LIMIT_MS);
    this.#write({ path, sha256, size });
    try {
      return await answer;
    } finally {
      clearTimeout(limit);
    }
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #write(line: object): void {
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }
}
