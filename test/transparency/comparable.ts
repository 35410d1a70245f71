/**
 * Outputs in a form in which two runs of the same cell agree when the probes are transparent: differences of any
 * two processes (addresses, process ids, temporary paths, times) are taken out, and nothing else.
 */

import type { Output, RunResult } from '../../runtime/kernel/index.ts';

/** One run: its status, its standard error as one text, and all other outputs in order. */
export interface ComparableRun {
  readonly status: string;
  readonly executionCount: number | null;
  readonly outputs: readonly string[];
  readonly stderr: string;
}

/** Standard error comes through a pipe of its own, so only its text can be compared, not its place. */
export function comparableRun(result: RunResult): ComparableRun {
  const outputs: string[] = [];
  let [stdout, stderr] = ['', ''];
  const flush = (): void => {
    if (stdout !== '') outputs.push(`stdout: ${stable(stdout)}`);
    stdout = '';
  };
  for (const output of result.outputs) {
    if (output.output_type === 'stream') {
      if (output.name === 'stdout') stdout += output.text;
      else stderr += output.text;
    } else {
      flush();
      outputs.push(stable(shown(output)));
    }
  }
  flush();
  return { status: result.status, executionCount: result.executionCount, outputs, stderr: stable(stderr) };
}

function shown(output: Exclude<Output, { output_type: 'stream' }>): string {
  if (output.output_type === 'error') return `error: ${output.traceback.join('\n')}`;
  return `${output.output_type}: ${JSON.stringify(output.data)} ${JSON.stringify(output.metadata)}`;
}

/** Text without addresses, process ids, temporary names and measured times. */
export function stable(text: string): string {
  return text
    .replace(/\b0x[0-9a-f]{6,}\b/gi, '0x…')
    .replace(/\bat [0-9a-f]{9,}\b/g, 'at …')
    .replace(/ipykernel_\d+/g, 'ipykernel')
    .replace(/<ipython-input-(\d+)-[0-9a-f]+>/g, '<ipython-input-$1>')
    .replace(/\/tmp\/[\w/-]+/g, '/tmp/…')
    .replace(/^(?:CPU times|Wall time|Compiler time|Compiler : ).*$/gm, '')
    .replace(/^[\d.]+ \S{1,2} ± .*$/gm, 'a time')
    .replace(/in \d+\.\d+ seconds/g, 'in … seconds')
    .replace(/sk-(?:container|estimator)-id-\d+/g, 'sk-id')
    .replace(/\bid=(\\?")T_[0-9a-f]+/g, 'id=$1T');
}

/** The difference of a run with probes from one without, for people; null without a difference. */
export function differenceOf(probed: ComparableRun, plain: ComparableRun, factor: number): string | null {
  const [a, b] = [linesOf(probed), linesOf(plain)];
  if (a === b || (factor > 1 && equalWithin(factor, a, b))) return null;
  const [left, right] = [a.split('\n'), b.split('\n')];
  const first = left.findIndex((line, index) => line !== right[index]);
  const from = first < 0 ? left.length : first;
  const part = (lines: readonly string[]): string => JSON.stringify(lines.slice(from, from + 3).join('\n'));
  return `with probes    ${part(left)}\nwithout probes ${part(right)}`;
}

function linesOf({ status, executionCount, outputs, stderr }: ComparableRun): string {
  return [`${status} [${executionCount}]`, ...outputs, `stderr: ${stderr}`].join('\n');
}

/** Whether the texts are equal but for numbers that lie within `factor` of each other. */
export function equalWithin(factor: number, a: string, b: string): boolean {
  const number = /\d+(?:\.\d+)?/g;
  if (a.replace(number, '#') !== b.replace(number, '#')) return false;
  const [left, right] = [a.match(number) ?? [], b.match(number) ?? []].map((found) => found.map(Number));
  return (left ?? []).every((value, index) => {
    const other = right?.[index] ?? 0;
    return value === other || Math.max(value, other) <= factor * Math.min(value, other);
  });
}
