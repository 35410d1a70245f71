/**
 * Verification: runs a gathered script in a new kernel and compares its outputs and values with the
 * session's. It does not choose the script.
 */

import { leftOutIn, type Output, type RunResult } from '../kernel/index.ts';
import type { Digests } from './agent-answers.ts';
import { streamText } from './event-facts.ts';
import type { TracedKernel } from './traced-kernel.ts';

/** The session's results at the target: the expected outputs, and digests of values by name. */
export interface Expected {
  /** Null if no outputs are compared (a gathered symbol). */
  readonly outputs: readonly Output[] | null;
  readonly error: string | null;
  readonly values: Digests;
  /** Further effects of the target, by expression: parts of objects, files. Only minimizing compares them. */
  readonly effects: Digests;
}

/**
 * `verified`; `differs`, with the first difference, and whether two runs of the script differ as well; or
 * `cannot run here`, with the reason.
 */
export type Verification =
  | { readonly status: 'verified' }
  | { readonly status: 'differs'; readonly difference: string; readonly varies?: true }
  | { readonly status: 'cannot run here'; readonly why: string };

/** The default time limit of a script. */
const TIMEOUT_MS = 600_000;
const UNRUNNABLE = /^(?:ModuleNotFoundError|StdinNotImplementedError|MemoryError|PermissionError)$/;

/** Runs the cells of a script, for at most `limitMs`, and compares the last one's outputs, and the values at the end. */
export async function verifyScript(
  kernel: TracedKernel,
  cells: readonly string[],
  expected: Expected,
  limitMs: number = TIMEOUT_MS,
): Promise<Verification> {
  let last: RunResult | null = null;
  const until = performance.now() + limitMs;
  for (const [index, source] of cells.entries()) {
    last = await kernel.client.execute({ code: source, timeoutMs: Math.max(1, until - performance.now()) });
    const isLast = index === cells.length - 1;
    if (last.status === 'died' || last.status === 'interrupted') {
      const why = last.timedOut ? `it took over ${Math.ceil(limitMs / 60_000)} minutes` : errorText(last);
      return { status: 'cannot run here', why };
    }
    if (last.status === 'error' && !(isLast && expected.error !== null)) {
      if (UNRUNNABLE.test(last.error?.name ?? '')) return { status: 'cannot run here', why: errorText(last) };
      return { status: 'differs', difference: `part ${index + 1} of the script raised ${errorText(last)}` };
    }
  }
  const difference = firstDifference(
    last,
    expected,
    await kernel.questions.digests(Object.keys(expected.values)),
  );
  return difference === null ? { status: 'verified' } : { status: 'differs', difference };
}

function firstDifference(last: RunResult | null, expected: Expected, values: Digests): string | null {
  const error = last?.status === 'error' ? errorText(last) : null;
  if (expected.outputs !== null) {
    if (stable(error ?? '') !== stable(expected.error ?? ''))
      return `error ${expected.error ?? 'none'} became ${error ?? 'none'}`;
    const [left, leftNow] = [wholeOf(expected.outputs), wholeOf(last?.outputs ?? [])];
    if (left === null || leftNow === null) return 'there was more output than was counted';
    if (left !== '' || leftNow !== '') {
      if (left !== leftNow)
        return `output with ${left || 'nothing left out'} became one with ${leftNow || 'nothing left out'}`;
      // the same characters, and the same digest: only the ends of the kept parts differ
      return firstValueDifference(expected, values);
    }
    const [before, after] = [comparable(expected.outputs), comparable(last?.outputs ?? [])];
    for (let i = 0; i < Math.max(before.length, after.length); i += 1) {
      if (before[i] !== after[i]) return `output ${short(before[i])} became ${short(after[i])}`;
    }
  }
  return firstValueDifference(expected, values);
}

function firstValueDifference(expected: Expected, values: Digests): string | null {
  for (const [name, [text, print]] of Object.entries(expected.values)) {
    const now = values[name];
    if (now?.[1] !== print) return `${name} was ${short(text)}, is ${short(now?.[0])}`;
  }
  return null;
}

/**
 * For outputs with an omitted part: their total size, with the digest of all; empty if nothing is omitted,
 * null if unknown.
 */
function wholeOf(outputs: readonly Output[]): string | null {
  const [left] = outputs.flatMap((output) => ('data' in output ? (leftOutIn(output) ?? []) : []));
  if (left === undefined) return '';
  if (left.whole === null) return null;
  const [characters, displays, digest] = left.whole;
  return `${characters} characters and ${displays} displays (SHA-256 ${digest})`;
}

/**
 * Outputs in a form that is equal for two runs of the same code: standard output as one text, each displayed
 * bundle, without addresses, temporary paths and measured times. Standard error is not compared.
 */
function comparable(outputs: readonly Output[]): string[] {
  const shown = outputs.flatMap((output) =>
    output.output_type === 'display_data' || output.output_type === 'execute_result'
      ? [JSON.stringify(output.data)]
      : [],
  );
  return [streamText(outputs, 'stdout'), ...shown].map(stable);
}

function stable(text: string): string {
  return text
    .replace(/\b0x[0-9a-f]{6,}\b/gi, '0x…')
    .replace(/\(\d+\.py, line \d+\)$/, '(line …)')
    .replace(/ipykernel_\d+(?:\/\d+\.py)?/g, 'ipykernel')
    .replace(/^(?:CPU times|Wall time|Compiler time).*$/gm, '')
    .replace(/[\d.]+ [nµμm]?s ± .*$/gm, '')
    .replace(/#sk-container-id-\d+|sk-(?:container|estimator)-id-\d+/g, 'sk-id')
    .replace(/\bid(?:=\\?"|\s*=\s*\\?")T_[0-9a-f]+/g, 'T');
}

function errorText(result: RunResult): string {
  return result.error === null ? result.status : `${result.error.name}: ${result.error.value}`;
}

function short(text: string | undefined): string {
  if (text === undefined || text === '') return 'nothing';
  const line = text.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}
