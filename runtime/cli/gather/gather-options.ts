/** The options of `sluice gather`. Wrong ones are a SluiceError with exit code 2. */

import type { Level } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import type { WantedExecution } from '../options/cell-execution.ts';
import { COMMON, COPIES } from '../options/common-options.ts';
import { choice, positive, text, type Values } from '../options/option-values.ts';
import { outputPath } from '../options/path-arguments.ts';
import { executionOption, type SourceOptions, sourceOptions } from '../options/source-options.ts';

export type GatherTarget = WantedExecution | { readonly type: 'symbol'; readonly symbol: string };

/** `sluice gather`. */
export interface GatherCommand extends SourceOptions {
  readonly type: 'gather';
  readonly target: GatherTarget;
  readonly level: Level;
  readonly verify: boolean;
  /** Shrinking of the verified script, with the limit of seconds, or the default one; null: no shrinking. */
  readonly minimize: { readonly seconds?: number } | null;
  readonly out: string | null;
}

/** The declaration of the command. */
export const GATHER = {
  options: {
    ...COMMON,
    ...COPIES,
    session: { type: 'string' },
    exec: { type: 'string' },
    cell: { type: 'string' },
    symbol: { type: 'string' },
    level: { type: 'string' },
    verify: { type: 'boolean' },
    minimize: { type: 'boolean' },
    'time-limit': { type: 'string' },
    output: { type: 'string', short: 'o' },
  },
  help: {
    usage: `sluice gather SOURCE --exec K | --cell NAME | --symbol NAME [--level cell|statement]
              [--verify] [--minimize [--time-limit SECONDS]] [-o FILE.py|FILE.ipynb] [--session N]`,
    does: 'the smallest script that gives an output or value again',
    more: `  --exec K            for the outputs and values of the K-th execution, from 1
  --cell NAME         for the last execution of a cell: its id, its place among the code cells (7), or its first line
  --symbol NAME       for a value at the end of the session: x, df['a'], model.coef_
  --level             cell: whole cells (default); statement: single statements
  --verify            run the script in a new kernel and compare: verified, differs, or cannot run here
  --minimize          verify it, then delete from it what the result turns out not to need; each smaller script is run
                      in a new kernel and compared
  --time-limit SECONDS
                      end that after about SECONDS (600) with what there is by then
  -o FILE             save it as a Python file or a notebook; without it, it is printed
  --session N         which session of a history.sqlite

Exit code 1: with --verify or --minimize, the script differs or cannot run here.`,
    takesSource: true,
  },
  read(values, positionals): GatherCommand {
    const source = sourceOptions('gather', values, positionals);
    const level = choice(values, 'level', ['cell', 'statement']);
    const out = outputPath(values, ['py', 'ipynb']);
    const minimize = minimizeOption(values);
    const verify = values.verify === true || minimize !== null;
    return { type: 'gather', ...source, target: targetOption(values), level, verify, minimize, out };
  },
} satisfies CommandDeclaration;

function minimizeOption(values: Values): { readonly seconds?: number } | null {
  const given = text(values, 'time-limit');
  if (values.minimize === true) return given === null ? {} : { seconds: positive('time-limit', given) };
  if (given !== null) throw new SluiceError('--time-limit SECONDS belongs to --minimize');
  return null;
}

function targetOption(values: Values): GatherTarget {
  const [of, symbol] = [executionOption(values), text(values, 'symbol')];
  if (of !== null && symbol !== null)
    throw new SluiceError('give one of --exec K, --cell NAME and --symbol NAME');
  if (of !== null) return of;
  if (symbol !== null) return { type: 'symbol', symbol };
  throw new SluiceError('sluice gather needs --exec K, --cell NAME or --symbol NAME');
}
