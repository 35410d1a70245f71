/**
 * Starts the quick commands from the file that the build joined of them, with the code that V8 compiled in an earlier run. The
 * compiled code lies in a folder that only the user may write, named by the text and by Node's version; V8 refuses code of another V8.
 */

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';
import { sluiceHome } from '../python/index.ts';

// (an import of this module loads Node's streams, which takes 5 ms)
const { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = createRequire(
  import.meta.url,
)('node:fs') as typeof import('node:fs');

const QUICK = /^(?:check|what-if|diff|affected|merge-driver|--version|-V)$/;

/** Compiled code of this many texts stays. */
const MOST_KEPT = 4;

/** Whether the arguments ask for a quick command. */
export function isQuick([first]: readonly string[]): boolean {
  return first !== undefined && QUICK.test(first);
}

/** Starts the quick commands; false: there is no such file, as in a run from the sources. */
export function quickStart(): boolean {
  const file = fileURLToPath(new URL('./quick.cjs', import.meta.url));
  // (Node 20.10 is the first one with this way to import from compiled code)
  const importing = constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
  let text: string;
  try {
    // the build writes plain ASCII, in which Latin-1 is the fastest to read
    text = readFileSync(file, 'latin1');
  } catch {
    return false;
  }
  if (importing === undefined) return false;
  const compiled = new CompiledCode(text.slice(2, text.indexOf('\n')));
  const cachedData = compiled.read();
  const script = new Script(text, {
    filename: file,
    importModuleDynamically: importing,
    ...(cachedData === null ? {} : { cachedData }),
  });
  if (cachedData === null || script.cachedDataRejected) {
    // at the end V8 has compiled each function that the command needed
    process.once('exit', () => compiled.write(script.createCachedData()));
  }
  const start = script.runInThisContext() as (require: NodeJS.Require, file: string) => void;
  start(createRequire(file), file);
  return true;
}

/** The compiled code of one text. A failure costs time only, so none is told. */
class CompiledCode {
  readonly #folder = join(sluiceHome(), 'compiled');
  readonly #file: string;

  constructor(hash: string) {
    this.#file = join(this.#folder, `${hash}-${process.version}-${process.arch}`);
  }

  read(): Buffer | null {
    try {
      return isOnlyOurs(this.#folder) && isOnlyOurs(this.#file) ? readFileSync(this.#file) : null;
    } catch {
      return null;
    }
  }

  write(code: Buffer): void {
    const fresh = `${this.#file}.${process.pid}`;
    try {
      mkdirSync(dirname(this.#folder), { recursive: true });
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      if (!isOnlyOurs(this.#folder)) return;
      writeFileSync(fresh, code, { mode: 0o600, flag: 'wx' });
      renameSync(fresh, this.#file);
      this.#forgetOldest();
    } catch {
      rmSync(fresh, { force: true });
    }
  }

  #forgetOldest(): void {
    const all = readdirSync(this.#folder).map((name) => join(this.#folder, name));
    const byAge = all.map((path) => ({ path, at: lstatSync(path).mtimeMs })).sort((a, b) => b.at - a.at);
    for (const { path } of byAge.slice(MOST_KEPT)) rmSync(path, { force: true });
  }
}

/** Compiled code is run as it stands: nobody else may have written the file, or may write into the folder. */
function isOnlyOurs(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  const own = process.getuid?.();
  return own === undefined || (uid === own && (mode & 0o022) === 0 && (mode & 0o170000) !== 0o120000);
}
