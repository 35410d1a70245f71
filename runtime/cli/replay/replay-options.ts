/** The options of `sluice replay`. */

import type { OrderMode } from '../../../slicer/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, COPIES } from '../options/common-options.ts';
import { orderOption, type SourceOptions, sourceOptions } from '../options/source-options.ts';

/** `sluice replay`. */
export interface ReplayCommand extends SourceOptions {
  readonly type: 'replay';
  readonly order: OrderMode;
}

/** The declaration of the command. */
export const REPLAY = {
  options: { ...COMMON, ...COPIES, session: { type: 'string' }, order: { type: 'string' } },
  help: {
    usage: 'sluice replay SOURCE [--session N] [--order in-order|any-order]',
    does: 'run a session event by event, with the reads, writes and needs of each execution',
    more: `  --order in-order    a cell sees only the cells above it (default)
  --order any-order   a cell sees whatever ran before it
  --session N         which session of a history.sqlite

Cells that fail are part of a session: the exit code is 0.`,
    takesSource: true,
  },
  read(values, positionals): ReplayCommand {
    return { type: 'replay', ...sourceOptions('replay', values, positionals), order: orderOption(values) };
  },
} satisfies CommandDeclaration;
