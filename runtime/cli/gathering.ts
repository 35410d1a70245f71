/** Gathers a script for a target of a played session, and verifies it in a new kernel. Shared by `gather` and `start`. */

import {
  type Exec,
  type Gathered,
  gather,
  type Level,
  pythonScript,
  type Slice,
  scriptCells,
  sliceExecution,
  sliceStatements,
} from '../../slicer/index.ts';
import { newNotebook } from '../documents/index.ts';
import { SluiceError } from '../errors.ts';
import { suggest } from '../nearest-name.ts';
import {
  type Expected,
  type Session,
  type Verification,
  verifyScript,
  type WorkingCopy,
} from '../session/index.ts';
import type { Workplace } from './workplace.ts';

/** What a script is gathered for. */
export type ScriptTarget =
  | { readonly type: 'execution'; readonly exec: Exec }
  | { readonly type: 'symbol'; readonly symbol: string };

/** A gathered script with what it has to reproduce. */
export interface Script {
  readonly slice: Slice;
  readonly gathered: Gathered;
  readonly expected: Expected;
  readonly describe: string;
}

/** Slices and gathers; the session must stand right after the target execution (or at its end, for a symbol). */
export async function gatherScript(session: Session, target: ScriptTarget, level: Level): Promise<Script> {
  return target.type === 'execution'
    ? gatherExecution(session, target.exec, level)
    : gatherSymbol(session, target.symbol, level);
}

async function gatherExecution(session: Session, exec: Exec, level: Level): Promise<Script> {
  const run = session.runOf(exec);
  const slice = sliceExecution(session.graph, exec, 'backward', level);
  const names = new Set<string>();
  for (const statement of run?.record.statements ?? []) {
    for (const write of statement.writes) {
      if (write.object === 'g' && !/^_/.test(write.field)) names.add(write.field);
    }
  }
  const { result } = run ?? {};
  const error = result?.error ? `${result.error.name}: ${result.error.value}` : null;
  const values = await session.kernel.fingerprints([...names]);
  const cell = run?.record.cell ?? '?';
  return {
    slice,
    gathered: gather(session.graph, slice),
    expected: { outputs: result?.outputs ?? [], error, values },
    describe: `cell ${cell} (execution ${exec})`,
  };
}

async function gatherSymbol(session: Session, symbol: string, level: Level): Promise<Script> {
  const locations = await session.kernel.locate(symbol);
  if (locations === null) {
    const written = new Set<string>();
    for (const { statements } of session.graph.executions()) {
      for (const s of statements)
        for (const w of s.writes) if (w.object === 'g' && !/^_/.test(w.field)) written.add(w.field);
    }
    throw new SluiceError(
      `there is no symbol ${symbol} at the end of the session${suggest(symbol, [...written])}`,
    );
  }
  const seeds = new Set<string>();
  for (const { object, field } of locations) {
    session.graph.forEachWriter({ object: session.graph.scoped(object), field }, (node) => seeds.add(node));
  }
  const slice = sliceStatements(session.graph, session.executions, seeds, level);
  const gathered = gather(session.graph, slice, null);
  // the value of a part (`df['a']`) is compared on its own: the rest of the object may be missing
  const values = await session.kernel.fingerprints([symbol]);
  return { slice, gathered, expected: { outputs: null, error: null, values }, describe: `symbol ${symbol}` };
}

/** The script's text for a file: `.ipynb` when the name says so, else Python. */
export function scriptText(
  script: Script,
  total: number,
  file: string | null,
  verified: Verification | null,
): string {
  const lines = headerLines(script, total, verified);
  if (file === null || !/\.ipynb$/i.test(file)) return pythonScript(script.gathered, { lines });
  return newNotebook([{ type: 'markdown', source: lines.join('  \n') }, ...notebookCells(script)], {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  });
}

function notebookCells({ gathered }: Script): { type: 'code'; source: string }[] {
  const cells = gathered.cells.map(({ source }) => ({ type: 'code' as const, source }));
  return gathered.imports.length === 0
    ? cells
    : [{ type: 'code', source: gathered.imports.join('\n') }, ...cells];
}

function headerLines(script: Script, total: number, verified: Verification | null): string[] {
  const { slice, gathered, describe } = script;
  const kept = `${slice.executions.length} of ${total} executions, ${counted(gathered.statements, 'statement')}`;
  const lines = [`Gathered by Sluice for ${describe}: ${kept}; ${slice.guarantee}.`];
  lines.push(...reasonLines(slice.reasons));
  if (verified !== null) lines.push(verificationText(verified));
  return lines;
}

const SHOWN_REASONS = 5;

/** Why a slice is not guaranteed, for people: the first reasons, and how many more there are. */
export function reasonLines(reasons: readonly string[]): string[] {
  const lines = reasons.slice(0, SHOWN_REASONS).map((reason) => `not guaranteed: ${reason}`);
  const more = reasons.length - SHOWN_REASONS;
  return more > 0 ? [...lines, `not guaranteed: ${counted(more, 'more reason')}`] : lines;
}

/**
 * Runs the script, as it would be written to `file`, in a new kernel. `pristine`, a copy of the folder from before the
 * session, takes the place of the one that the session `used`, so that paths stay the same.
 */
export async function verify(
  workplace: Workplace,
  script: Script,
  [used, pristine]: readonly [used: WorkingCopy, pristine: WorkingCopy],
  file: string | null,
): Promise<Verification> {
  const cells = /\.ipynb$/i.test(file ?? '')
    ? notebookCells(script).map(({ source }) => source)
    : scriptCells(pythonScript(script.gathered, { lines: [] }));
  try {
    await workplace.closeKernels();
    pristine.replace(used);
    const kernel = await workplace.kernel(used.path, 'off');
    const found = await verifyScript(kernel, cells, script.expected);
    return found.status === 'differs' ? { ...found, difference: used.original(found.difference) } : found;
  } catch (error) {
    if (error instanceof SluiceError) return { status: 'cannot run here', why: error.message };
    throw error;
  }
}

/** A verification in one line. */
export function verificationText(found: Verification): string {
  switch (found.status) {
    case 'verified':
      return 'verified: a new kernel gave the same outputs and values';
    case 'differs':
      return `differs: ${found.difference}`;
    case 'cannot run here':
      return `cannot run here: ${found.why}`;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
