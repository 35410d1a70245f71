/** The options of `sluice start`. */

import type { CommandDeclaration } from '../command-declaration.ts';
import { COPIES, type CommonOptions, commonOptions, TEXT_ONLY } from '../options/common-options.ts';
import { atMostOne } from '../options/path-arguments.ts';

/** `sluice start`. */
export interface StartCommand extends CommonOptions {
  readonly type: 'start';
  /** Null: a sample. */
  readonly path: string | null;
}

/** The declaration of the command. */
export const START = {
  options: { ...TEXT_ONLY, ...COPIES },
  help: {
    usage: 'sluice start [FILE.ipynb]',
    does: 'run a notebook, show its cells, gather and verify the script of its last output',
    more: `Without a file, it does so for a sample. The notebook runs in a private copy of its folder and is not changed.
Exit code 1: the gathered script could not be verified.`,
  },
  read(values, positionals): StartCommand {
    return { type: 'start', ...commonOptions(values), path: atMostOne('start', positionals) };
  },
} satisfies CommandDeclaration;
