/** The options of `sluice run` and `sluice watch`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import type { OrderMode } from '../../../slicer/index.ts';
import type { Parameter } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { positive, text, type Values } from '../options/option-values.ts';
import { parametersGiven } from '../options/parameter-options.ts';
import { exactlyOne, outputPath } from '../options/path-arguments.ts';
import { orderOption } from '../options/source-options.ts';
import { LONG_SECONDS } from '../store/store-choice.ts';

/** `sluice run`. */
export interface RunCommand extends CommonOptions {
  readonly type: 'run';
  readonly path: string;
  readonly out: string | null;
  /**
   * Null: from top to bottom, up to the first cell that fails. Otherwise a failure stops only the cells
   * that need the failed one.
   */
  readonly reactive: { readonly order: OrderMode } | null;
  /** Whether the run goes on after a failed cell, without counting as failed. */
  readonly allowErrors: boolean;
  /** The time limit of a cell; null: none. */
  readonly timeoutMs: number | null;
  /** Names to set before the cells use them. */
  readonly parameters: readonly Parameter[];
  /** Whether the whole output of cells also goes to files beside the notebook. */
  readonly wholeOutput: boolean;
  /** Null: no store. */
  readonly store: StoreOptions | null;
}

/** How a run uses the store. */
export interface StoreOptions {
  /** The folder; null: in the folder of Sluice's own files. */
  readonly folder: string | null;
  /** Whether stored runs stand for cells; without it, runs are only stored. */
  readonly resumes: boolean;
  /** The shortest run that is stored, in seconds. */
  readonly from: number;
}

/** `sluice watch`. */
export interface WatchCommand extends CommonOptions {
  readonly type: 'watch';
  readonly path: string;
  readonly out: string | null;
  readonly order: OrderMode;
}

/** The declaration of `sluice run`. */
export const RUN = {
  options: {
    ...COMMON,
    output: { type: 'string', short: 'o' },
    reactive: { type: 'boolean' },
    order: { type: 'string' },
    'allow-errors': { type: 'boolean' },
    timeout: { type: 'string' },
    parameter: { type: 'string', short: 'p', multiple: true },
    'raw-parameter': { type: 'string', short: 'r', multiple: true },
    parameters: { type: 'string', short: 'f', multiple: true },
    'parameters-yaml': { type: 'string', short: 'y', multiple: true },
    'whole-output': { type: 'boolean' },
    resume: { type: 'boolean' },
    store: { type: 'string' },
    'store-from': { type: 'string' },
  },
  help: {
    usage: `sluice run FILE.ipynb [-p NAME VALUE]… [-r NAME TEXT]… [-f FILE]… [-y YAML]… [--allow-errors] [--timeout SECONDS]
              [--reactive [--order in-order|any-order]] [--whole-output] [--resume] [--store on|off|FOLDER] [-o OUT.ipynb]`,
    does: 'run a notebook top to bottom and save its outputs',
    more: `  -p NAME VALUE       set a parameter: a name of the cell tagged parameters, as papermill does; any other name where a cell assigns
                      it; a keyword argument that has its value at one place. The kind of the present value is kept. Without
                      one, a VALUE that reads as a number, True, False or None is one, anything else is text. Also
                      -p NAME=VALUE, and several times
  -r NAME TEXT        the same, always as text
  -f FILE             set all names of a file in JSON or YAML (alpha: 5); also --parameters FILE
  -y YAML             set all names of a text in JSON or YAML: -y '{alpha: 5, region: north}'
  --allow-errors      run all cells, also after one that fails
  --timeout SECONDS   interrupt a cell that runs longer than this, and end the run
  --reactive          go on after a cell that fails, with the cells that need nothing of it; say what is left, and why
  --order any-order   a cell may need cells below it: those run first
  --whole-output      write all that each cell puts out to .sluice/FILE.ipynb.outputs/CELL.txt, however much it is
  --resume            take results that an earlier run stored, where all that they depend on is as it was; store new ones
  --store on          store the results of slow cells, and use none; FOLDER: there, and not in Sluice's own folder
  --store-from SECONDS  the shortest run that is stored (1)
  -o OUT.ipynb        save there; FILE.ipynb stays as it is

Without --reactive it stops at the first cell that fails, unless that is tagged raises-exception. Cells tagged skip-execution do not run,
and keep their outputs. What there is by then is saved, also when a cell takes too long, calls exit(), or the kernel dies.
Exit code 1: a cell failed, took too long, or did not run.`,
  },
  read(values, positionals): RunCommand {
    const files = { path: exactlyOne('run', positionals), out: outputPath(values, ['ipynb']) };
    const order = orderOption(values);
    const reactive = values.reactive === true ? { order } : null;
    if (reactive === null && text(values, 'order') !== null)
      throw new SluiceError('--order belongs to --reactive');
    const timeout = text(values, 'timeout');
    return {
      type: 'run',
      ...commonOptions(values),
      ...files,
      reactive,
      allowErrors: values['allow-errors'] === true,
      timeoutMs: timeout === null ? null : 1000 * positive('timeout', timeout),
      parameters: parametersGiven(values),
      wholeOutput: values['whole-output'] === true,
      store: storeOptions(values, reactive?.order ?? 'in-order'),
    };
  },
} satisfies CommandDeclaration;

/** The options about the store. */
function storeOptions(values: Values, order: OrderMode): StoreOptions | null {
  const resumes = values.resume === true;
  const store = text(values, 'store');
  const from = text(values, 'store-from');
  const isOff = store === 'off' || (store === null && !resumes);
  if (resumes && store === 'off') throw new SluiceError('--resume needs a store, and --store off has none');
  if (isOff && from !== null) throw new SluiceError('--store-from belongs to --resume or --store');
  if (!isOff && order === 'any-order')
    throw new SluiceError('--resume and --store need the order of the notebook: leave out --order any-order');
  if (isOff) return null;
  const seconds = from === null ? LONG_SECONDS : Number(from);
  if (!(seconds >= 0)) throw new SluiceError(`--store-from takes a number of seconds, not ${from}`);
  return { folder: store === null || store === 'on' ? null : resolve(store), resumes, from: seconds };
}

/** The declaration of `sluice watch`. */
export const WATCH = {
  options: { ...COMMON, output: { type: 'string', short: 'o' }, order: { type: 'string' } },
  help: {
    usage: 'sluice watch FILE.ipynb [--order in-order|any-order] [-o OUT.ipynb]',
    does: 'run a notebook and follow its file: changed cells and their dependents run again',
    more: `  --order in-order    a cell sees only the cells above it (default)
  --order any-order   a cell sees whatever ran before it: what changes runs, and then all that read it, wherever they stand
  -o OUT.ipynb        save the outputs there; FILE.ipynb stays as it is

Edit the file with any editor. Every time it is saved, the cells that changed run, before them what they need, after them what they
affect, in notebook order; a change of comments or formatting runs nothing. It says what ran, what was cut off because nothing
it reads has changed, and what cannot run and why. Outputs are saved into the file. Ctrl-C ends it.`,
  },
  read(values, positionals): WatchCommand {
    const files = { path: exactlyOne('watch', positionals), out: outputPath(values, ['ipynb']) };
    return { type: 'watch', ...commonOptions(values), ...files, order: orderOption(values) };
  },
} satisfies CommandDeclaration;
