/** A gathered script as text: its header, as a Python file or a notebook, and its parts as they are run. */

import { type Gathered, pythonScript, type Slice, scriptCells } from '../../slicer/index.ts';
import { newNotebook } from '../documents/index.ts';
import { counted } from '../words/index.ts';
import type { Script } from './gathering.ts';
import { namedReasons } from './named-reasons.ts';
import type { Verification } from './verify.ts';

/**
 * The smaller script. `minimal`: no single part can go; `out of time`: it gives the result, but further parts
 * may go; `unsteady`: it did not give the result a second time, so the script is unchanged.
 */
export interface Minimized {
  readonly status: 'minimal' | 'out of time' | 'unsteady';
  readonly slice: Slice;
  readonly gathered: Gathered;
  /** The number of deleted executions or statements, by the slice's level. */
  readonly deleted: number;
  readonly tried: number;
}

/** The results of a script's runs. Null: not requested. */
export interface Findings {
  readonly verified: Verification | null;
  readonly minimized: Minimized | null;
}

/** The script's text for a file: `.ipynb` if the name ends so, otherwise Python. `total`: executions of the session. */
export function scriptText(script: Script, total: number, file: string | null, found: Findings): string {
  const { nameOf, numberOf } = script;
  const lines = headerLines(script, total, found);
  const gathered = found.minimized?.gathered ?? script.gathered;
  if (!isNotebook(file)) return pythonScript(gathered, { lines, nameOf, numberOf });
  return newNotebook([{ type: 'markdown', source: lines.join('  \n') }, ...notebookCells(gathered)], {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  });
}

/** The parts of a script as run from `file`. */
export function scriptParts(gathered: Gathered, file: string | null): string[] {
  return isNotebook(file)
    ? notebookCells(gathered).map(({ source }) => source)
    : scriptCells(pythonScript(gathered, { lines: [] }));
}

function isNotebook(file: string | null): boolean {
  return file !== null && /\.ipynb$/i.test(file);
}

function notebookCells(gathered: Gathered): { type: 'code'; source: string }[] {
  const cells = gathered.cells.map(({ source }) => ({ type: 'code' as const, source }));
  return gathered.imports.length === 0
    ? cells
    : [{ type: 'code', source: gathered.imports.join('\n') }, ...cells];
}

/** The slice with its guarantee, then the results of the script's runs. */
function headerLines(script: Script, total: number, found: Findings): string[] {
  const { slice, gathered, describe } = script;
  const kept = `${slice.executions.length} of ${total} executions, ${counted(gathered.statements, 'statement')}`;
  const lines = [`Gathered by Sluice for ${describe}: ${kept}; ${guaranteeText(slice.guarantee, found)}.`];
  lines.push(...reasonLines(script.reasons ?? namedReasons(script.graph, slice, script.nameOf)));
  if (found.minimized !== null) lines.push(minimizedText(found.minimized));
  if (found.verified === null) return lines;
  lines.push(verificationText(found.verified));
  const uncompared = uncomparedText(script);
  if (found.verified.status === 'verified' && uncompared !== null) lines.push(uncompared);
  return lines;
}

/** The slice's claim, upgraded if a verification proves more. */
export function guaranteeText(guarantee: string, { verified }: Findings): string {
  return isUpgraded(guarantee, verified) ? `${guarantee}, upgraded by the verification` : guarantee;
}

/** Whether a verification has confirmed a script that its slice does not guarantee. */
export function isUpgraded(guarantee: string, verified: Verification | null): boolean {
  return guarantee !== 'complete' && verified?.status === 'verified';
}

const SHOWN_REASONS = 5;

/** The reasons why a slice is not guaranteed, for people: the first ones, and the number of others. */
export function reasonLines(reasons: readonly string[]): string[] {
  const lines = reasons.slice(0, SHOWN_REASONS).map((reason) => `not guaranteed: ${reason}`);
  const more = reasons.length - SHOWN_REASONS;
  return more > 0 ? [...lines, `not guaranteed: ${counted(more, 'more reason')}`] : lines;
}

/** A verification in one line. */
export function verificationText(found: Verification): string {
  switch (found.status) {
    case 'verified':
      return 'verified: a new kernel gave the same outputs and values';
    case 'differs':
      return `differs: ${differenceText(found)}`;
    case 'cannot run here':
      return `cannot run here: ${found.why}`;
  }
}

/** The first difference, and its possible cause. */
export function differenceText({ difference, varies }: Extract<Verification, { status: 'differs' }>): string {
  return varies
    ? `${difference} (each run of the script gives something else: unseeded random numbers, or the time?)`
    : difference;
}

/** The values and outputs that a verification could not compare, in one line; null: none. */
export function uncomparedText({ gathered, expected, uncompared }: Script): string | null {
  const names = uncompared.length === 0 ? [] : [`${uncompared.join(', ')} (changed since by later runs)`];
  const outputs = expected.outputs === null && gathered.target !== null ? ['outputs (no longer kept)'] : [];
  return names.length + outputs.length === 0 ? null : `not compared: ${[...names, ...outputs].join('; ')}`;
}

/** The result of minimizing, in one line. */
export function minimizedText({ status, slice, gathered, deleted, tried }: Minimized): string {
  const left = `${counted(gathered.statements, 'statement')} of ${counted(slice.executions.length, 'execution')} are left`;
  const noun = slice.level === 'cell' ? 'execution' : 'statement';
  const scripts = `${counted(tried, 'script')} tried`;
  switch (status) {
    case 'minimal':
      return `minimized: ${left}; ${counted(deleted, noun)} went, and no other can go by itself (${scripts})`;
    case 'out of time':
      return `minimized in part: ${left}; ${counted(deleted, noun)} went before the time was up, others might (${scripts})`;
    case 'unsteady':
      return `not minimized: a smaller script gave the result once but not again (${scripts})`;
  }
}
