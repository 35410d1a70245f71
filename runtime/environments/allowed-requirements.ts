/**
 * Which of the requirements that somebody else wrote may be given to uv: those of packages that an index has. An address can lead into the
 * folder, and what is there would run when it is built. It installs nothing.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  checkJson,
  findPackageRoot,
  list,
  object,
  only,
  type Schema,
  tagged,
  text,
} from '../../instrument/index.ts';
import { distributionOf } from '../checking/index.ts';
import { runProgram } from '../python/index.ts';

/** What is given to uv, and what is left out, each with the reason. */
export interface AllowedRequirements {
  readonly lines: readonly string[];
  readonly leftOut: readonly string[];
}

/** What `parse_requirements.py` says of a line. */
export type ParsedRequirement =
  | { readonly type: 'package'; readonly text: string }
  | { readonly type: 'address'; readonly name: string; readonly text: string }
  | { readonly type: 'wrong' };

const PARSED: Schema<readonly ParsedRequirement[]> = list(
  tagged<ParsedRequirement, 'type'>('type', {
    package: object<Extract<ParsedRequirement, { type: 'package' }>>({ type: only('package'), text }),
    address: object<Extract<ParsedRequirement, { type: 'address' }>>({
      type: only('address'),
      name: text,
      text,
    }),
    wrong: object<Extract<ParsedRequirement, { type: 'wrong' }>>({ type: only('wrong') }),
  }),
);

/** The kernel and what it is made of: whoever puts something in its place has what the kernel has. */
const KERNEL = new Set([
  ...['ipykernel', 'ipython', 'jupyter-client', 'jupyter-core', 'traitlets', 'tornado', 'pyzmq', 'comm'],
  ...['debugpy', 'matplotlib-inline', 'packaging', 'psutil', 'nest-asyncio'],
]);

/** Whether it is a package that the kernel is made of. */
export function isOfKernel(name: string): boolean {
  return KERNEL.has(distributionOf(name));
}

/** The beginning of a line whose version is none of today's (`==2004d`). */
const NAME_AND_VERSION = /^[A-Za-z0-9][\w.-]*[ \t]*[[(=~!<>]/;
const LONGEST = 2_000;
const LIMIT_MS = 60_000;

/** `python`: one that has `packaging`. `addresses`: whether a person has allowed them. */
export async function allowedRequirements(
  lines: readonly string[],
  python: string,
  addresses: boolean,
): Promise<AllowedRequirements> {
  const parsed = await parseRequirements(lines, python);
  const allowed: string[] = [];
  const leftOut: string[] = [];
  for (const [at, line] of lines.entries()) {
    const found = parsed[at]!;
    if (found.type === 'package') allowed.push(found.text);
    else if (found.type === 'wrong') {
      const isVersion = NAME_AND_VERSION.test(line) && !/[\r\n@]/.test(line);
      if (isVersion) allowed.push(distributionOf(line));
      else leftOut.push(`${JSON.stringify(line.slice(0, 60))}, which is no requirement`);
    } else if (isOfKernel(found.name))
      leftOut.push(`the address of ${found.name}, which the kernel is made of`);
    else if (addresses) allowed.push(found.text);
    else leftOut.push(`the address of ${found.name} (--allow-builds takes it)`);
  }
  return { lines: allowed, leftOut };
}

/** What each line is, as `packaging` reads it. All are wrong where that cannot be asked. */
async function parseRequirements(
  lines: readonly string[],
  python: string,
): Promise<readonly ParsedRequirement[]> {
  const wrong = lines.map((): ParsedRequirement => ({ type: 'wrong' }));
  if (lines.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
  try {
    const file = join(folder, 'lines.json');
    writeFileSync(file, JSON.stringify(lines.map((line) => line.slice(0, LONGEST))), { flag: 'wx' });
    const script = join(findPackageRoot(), 'runtime', 'environments', 'parse_requirements.py');
    // -I: no module of the folder may stand in for `packaging`
    const { stdout } = await runProgram(python, ['-I', script, file], { timeoutMs: LIMIT_MS });
    const found = checkJson(PARSED, stdout);
    return found.type === 'ok' && found.value.length === lines.length ? found.value : wrong;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
