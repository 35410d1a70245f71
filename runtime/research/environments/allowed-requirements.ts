/**
 * Selects the requirements, written by other people, that uv may get: packages of an index. An address can
 * lead into the folder, and building its content would run it. It installs nothing.
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
} from '../../../instrument/index.ts';
import { distributionOf } from '../../checking/index.ts';
import { runProgram } from '../../python/index.ts';

/** The requirements for uv, and the rejected ones, each with the reason. */
export interface AllowedRequirements {
  readonly lines: readonly string[];
  readonly leftOut: readonly string[];
}

/** The answer of `parse_requirements.py` about a line. */
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

/** The kernel and its packages: a replacement of one of them would have the kernel's rights. */
const KERNEL = new Set([
  ...['ipykernel', 'ipython', 'jupyter-client', 'jupyter-core', 'traitlets', 'tornado', 'pyzmq', 'comm'],
  ...['debugpy', 'matplotlib-inline', 'packaging', 'psutil', 'nest-asyncio'],
]);

/** Whether a package belongs to the kernel. */
export function isOfKernel(name: string): boolean {
  return KERNEL.has(distributionOf(name));
}

/** The beginning of a line with a version in an obsolete form (`==2004d`). */
const NAME_AND_VERSION = /^[A-Za-z0-9][\w.-]*[ \t]*[[(=~!<>]/;
const LONGEST_LINE = 2_000;
const LIMIT_MS = 60_000;

/** `python`: one with `packaging`. `addresses`: whether a person has allowed them. */
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

/** The kind of each line, as `packaging` reads it. All are wrong if `packaging` cannot run. */
async function parseRequirements(
  lines: readonly string[],
  python: string,
): Promise<readonly ParsedRequirement[]> {
  const wrong = lines.map((): ParsedRequirement => ({ type: 'wrong' }));
  if (lines.length === 0) return [];
  const folder = mkdtempSync(join(tmpdir(), 'requirements-'));
  try {
    const file = join(folder, 'lines.json');
    writeFileSync(file, JSON.stringify(lines.map((line) => line.slice(0, LONGEST_LINE))), { flag: 'wx' });
    const script = join(findPackageRoot(), 'runtime', 'research', 'environments', 'parse_requirements.py');
    // -I: no module of the folder can replace `packaging`
    const { stdout } = await runProgram(python, ['-I', script, file], { timeoutMs: LIMIT_MS });
    const found = checkJson(PARSED, stdout);
    return found.type === 'ok' && found.value.length === lines.length ? found.value : wrong;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
