/** Where the sessions to measure come from: a source as of the commands, files of micro-notebooks, generated programs. */

import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeWorkingCopy } from '../../runtime/copies/index.ts';
import { readSource } from '../../runtime/sources/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import { readGrammar } from '../generator/grammar.ts';
import { generateProgram } from '../generator/program.ts';
import { readCases } from '../harness/case-lines.ts';
import type { OracleCase } from './measure.ts';

/** Seconds after which a session or one of its parts is given up. */
const TIMEOUT = 20;

/**
 * The session of a notebook, session file or history: one case for each kernel it had. It runs in copies of a copy of its folder,
 * which the caller deletes.
 */
export async function sourceCases(
  path: string,
  options: {
    readonly session?: number;
    readonly exec?: number;
    readonly python: string;
    readonly timeout: number;
  },
): Promise<{ readonly cases: OracleCase[]; remove(): Promise<void> }> {
  const source = await readSource(path, { session: options.session, python: () => options.python });
  if (source.type !== 'session')
    throw new SluiceError(`${path} is a history: choose a session with --session N`);
  const kernels: (readonly [string, string])[][] = [[]];
  for (const event of source.events) {
    if (event.type === 'run') kernels.at(-1)?.push([event.cell, event.source]);
    if (event.type === 'restart') kernels.push([]);
  }
  const copy = await makeWorkingCopy(dirname(path));
  const { exec } = options;
  const cases: OracleCase[] = [];
  let before = 0;
  for (const cells of kernels) {
    const own = exec === undefined ? undefined : exec - before;
    const name = kernels.length === 1 ? basename(path) : `${basename(path)} (${cases.length + 1})`;
    const job = { cells, folder: copy.path, timeout: options.timeout };
    before += cells.length;
    if (cells.length === 0 || (own !== undefined && (own < 1 || own > cells.length))) continue;
    cases.push({ name, job, ...(own === undefined ? {} : { executions: [own] }) });
  }
  if (cases.length === 0) {
    await copy.remove();
    throw new SluiceError(exec === undefined ? `${path} runs nothing` : `${path} has no execution ${exec}`);
  }
  return { cases, remove: () => copy.remove() };
}

/**
 * Notebooks written as cases, one a line, of a file or of all `.jsonl` files of a folder; of each the last cell is measured, or
 * its `executions`. Cells are sources, or pairs of an id and a source where cells run again.
 */
export function notebookCases(path: string): OracleCase[] {
  const files = statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => (name.endsWith('.jsonl') ? [join(path, name)] : []))
    : [path];
  return files.flatMap((file) => readCases<CellsCase>(file).map((line) => microNotebook(line, file)));
}

interface CellsCase {
  readonly name?: unknown;
  readonly cells?: unknown;
  readonly executions?: readonly number[];
}

function microNotebook({ name, cells, executions }: CellsCase, file: string): OracleCase {
  if (typeof name !== 'string' || !Array.isArray(cells)) {
    throw new SluiceError(`${file} has a line that is no micro-notebook (name, cells)`);
  }
  const sources = cells.map((cell, index) =>
    Array.isArray(cell)
      ? ([String(cell[0]), String(cell[1])] as const)
      : ([`c${index + 1}`, String(cell)] as const),
  );
  return { name, job: { cells: sources, timeout: TIMEOUT }, executions: executions ?? [sources.length] };
}

/** The generated programs of a range of seeds, the last not included; of each the last run is measured. */
export function programCases(from: number, to: number): OracleCase[] {
  const grammar = readGrammar();
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => {
    const { name, runs } = generateProgram(grammar, from + index);
    const cells = runs.map(({ cell, statements }) => [cell, statements.join('\n')] as const);
    return { name, job: { cells, timeout: TIMEOUT }, executions: [cells.length] };
  });
}
