/** The options of `sluice store`. */

import { resolve } from 'node:path';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, commonOptions } from '../options/common-options.ts';
import { positive, text, type Values } from '../options/option-values.ts';
import type { Rerun } from './store-rerun.ts';

/** `sluice store`. `folder`: of the store; null: in the folder of Sluice's own files. */
export interface StoreCommand {
  readonly type: 'store';
  readonly action: StoreAction;
  readonly folder: string | null;
  readonly json: boolean;
}

type StoreAction =
  | { readonly type: 'ls' | 'verify' | 'clear' | 'share' }
  /** `key`: the fingerprint of a key, whose results count as this person's own. */
  | { readonly type: 'trust' | 'distrust'; readonly key: string }
  | ({ readonly type: 'rerun' } & Rerun)
  | { readonly type: 'why'; readonly path: string; readonly cell: number }
  /** `bytes`: the limit of all values; null: that of the store. */
  | { readonly type: 'gc' | 'limit'; readonly bytes: number | null };

const GIGABYTE = 1_000_000_000;

function storeCommand(values: Values, positionals: readonly string[]): StoreCommand {
  const folder = text(values, 'store');
  const action = actionOf(values, positionals);
  return {
    type: 'store',
    action,
    folder: folder === null ? null : resolve(folder),
    json: values.json === true,
  };
}

function actionOf(values: Values, [name, path, ...rest]: readonly string[]): StoreAction {
  const [cell, limit] = [text(values, 'cell'), text(values, 'limit')];
  const share = text(values, 'share');
  if (values.rerun === true) {
    if (name !== 'verify' || path === undefined || rest.length > 0)
      throw new SluiceError('--rerun belongs to sluice store verify FILE');
    return { type: 'rerun', path: resolve(path), share: shareOf(share), options: commonOptions(values) };
  }
  if (share !== null) throw new SluiceError('--share belongs to --rerun');
  if (limit !== null && name !== 'gc') throw new SluiceError('--limit belongs to sluice store gc');
  if (name === 'why') {
    if (path === undefined || rest.length > 0 || cell === null)
      throw new SluiceError('sluice store why needs a file and --cell N; see: sluice help store');
    return { type: 'why', path: resolve(path), cell: positive('cell', cell) };
  }
  if (cell !== null) throw new SluiceError('--cell belongs to sluice store why');
  if (name === 'limit' && rest.length === 0)
    return { type: 'limit', bytes: path === undefined ? null : GIGABYTE * positive('limit', path) };
  if (name === 'trust' || name === 'distrust') {
    if (path === undefined || rest.length > 0)
      throw new SluiceError(`sluice store ${name} needs a key; see: sluice help store`);
    return { type: name, key: path };
  }
  if (name === 'share' && text(values, 'store') === null)
    throw new SluiceError('sluice store share needs --store FOLDER');
  if (name !== 'ls' && name !== 'verify' && name !== 'gc' && name !== 'clear' && name !== 'share')
    throw new SluiceError(
      'sluice store needs ls, why, verify, limit, gc, clear, share, trust or distrust; see: sluice help store',
    );
  if (path !== undefined) throw new SluiceError(`sluice store ${name} takes no ${path}`);
  if (name !== 'gc') return { type: name };
  return { type: 'gc', bytes: limit === null ? null : GIGABYTE * positive('limit', limit) };
}

/** The share of all runs; all of them if the option is absent. */
function shareOf(given: string | null): number {
  const share = given === null ? 1 : Number(given);
  if (!(share > 0 && share <= 1))
    throw new SluiceError(`--share takes a number up to 1, as 0.1, not ${given}`);
  return share;
}

/** The declaration of `sluice store`. */
export const STORE = {
  options: {
    ...COMMON,
    store: { type: 'string' },
    cell: { type: 'string' },
    limit: { type: 'string' },
    rerun: { type: 'boolean' },
    share: { type: 'string' },
  },
  help: {
    usage: `sluice store ls [--store FOLDER] [--json]
       sluice store why FILE.ipynb --cell N
       sluice store verify [FILE.ipynb --rerun [--share 0.1]]
       sluice store limit [GB]
       sluice store gc [--limit GB]
       sluice store clear
       sluice store share --store FOLDER
       sluice store trust|distrust KEY`,
    does: 'the results that sluice run --resume takes in place of runs',
    more: `  ls                  the stored runs: when, how long, how many bytes
  why FILE --cell N   what the last run with a store did about a cell, and why
  verify              read all values back in a new process and compare them; remove what differs
  verify FILE --rerun run the stored runs of a notebook again; remove those with other values, files or outputs. --share 0.1:
                      a tenth of them, by lot
  limit [GB]          show or set the most that the store may hold (5 GB at first); each run with the store keeps to it
  gc                  remove damaged runs, and above the limit those that save the least time for each byte
  clear               remove everything
  share               make a folder a place for the people of its group. Each of them takes results of the others whose reading
                      runs no code: numbers, texts, lists, arrays, frames
  trust KEY           take all results of a key in shared places as your own, also those whose reading runs code of its owner
  --store FOLDER      the folder of the store (default: in Sluice's own folder)
  --json              JSON lines

N is the position of the cell among the code cells, from 1. The options of kernels are those of --rerun. Exit code 1: verify
removed a run.`,
  },
  read: storeCommand,
} satisfies CommandDeclaration;
