/** The options of `sluice lsp`. */

import type { Phase } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { choice } from '../options/option-values.ts';

/** The declaration of the command. */
export const LSP = {
  options: { help: COMMON.help, stdio: { type: 'boolean' }, phase: { type: 'string' } },
  help: {
    usage: 'sluice lsp [--phase explore|share]',
    does: 'serve an editor over standard input and output (Language Server Protocol, notebooks and # %% scripts)',
    more: `  --phase explore     only sure problems, while a notebook is being written (default: share)
  --stdio             is accepted, because many editors give it

The editor gets the findings of sluice check as one types, with fixes; above each cell its state and the cells that it needs;
who writes and reads a variable, its definition and uses in all cells, and a renaming over all cells.
docs/editors.md has the settings of editors.`,
  },
  read(values, positionals): { readonly type: 'lsp'; readonly phase: Phase } {
    if (positionals.length > 0) throw new SluiceError('sluice lsp takes no file: the editor opens notebooks');
    return { type: 'lsp', phase: choice(values, 'phase', ['share', 'explore']) };
  },
} satisfies CommandDeclaration;
