/** The options of `sluice worker`: none. */

import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';

/** The declaration of the command. */
export const WORKER = {
  options: { help: COMMON.help },
  help: {
    usage: 'sluice worker',
    does: 'work on notebooks for a cluster (--on of reproduce and study), over standard input and output',
    more: `The tasks that --on dask://HOST:PORT and --on ray://HOST:PORT submit start it on the machines of the cluster, where Sluice must be
installed, or lie at the same path. It ends with its input, or after a minute without a notebook. docs/clusters.md says more.`,
  },
  read(_, positionals): { readonly type: 'worker' } {
    if (positionals.length > 0)
      throw new SluiceError('sluice worker takes no file: a cluster gives it notebooks');
    return { type: 'worker' };
  },
} satisfies CommandDeclaration;
