/** The options of `sluice affected`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { formatOrJson, text, texts } from '../options/option-values.ts';

/** How affected cells are printed. `markdown`: a table for a comment on a pull request. */
export const AFFECTED_FORMATS = ['text', 'json', 'markdown'] as const;

/** The notebooks and folders in question, and the revision to compare with. */
export interface AffectedSettings {
  readonly paths: readonly string[];
  readonly since: string;
  readonly effects: readonly string[];
  readonly format: (typeof AFFECTED_FORMATS)[number];
}

/** `sluice affected`. */
export interface AffectedCommand extends AffectedSettings {
  readonly type: 'affected';
}

/** The declaration of the command. */
export const AFFECTED = {
  options: {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    since: { type: 'string' },
    format: { type: 'string' },
  },
  help: {
    usage: 'sluice affected PATH… --since REV [--format text|json|markdown]',
    does: 'the cells and outputs that a git change can change, and why',
    more: `  --since REV         a git revision (HEAD, main, a tag): the files as they are now are compared with it
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --format            text (default), json (as --json): an object a cell, markdown: a table for a comment on a pull request

PATH is a notebook, or a folder, which is searched for notebooks. A change is that of a cell, of a module of your own that a cell
imports, or of a file that a cell reads or names; it goes on along the flow of names between cells. Where the log of a session lies
beside a notebook, its runs tell which files and names cells have read. certain: false means that the change perhaps reaches the cell.
A change of only comments or spaces affects nothing. Nothing runs.
Exit code 1: there are such cells.`,
  },
  read(values, paths): AffectedCommand {
    const since = text(values, 'since');
    if (since === null)
      throw new SluiceError('sluice affected needs --since REV, a git revision to compare with');
    if (paths.length === 0) throw new SluiceError('sluice affected needs a notebook or folder');
    if (paths.includes('')) throw new SluiceError('sluice affected was given an empty name; name a notebook');
    const effects = texts(values, 'effects').map((file) => resolve(file));
    const format = formatOrJson(values, AFFECTED_FORMATS);
    return { type: 'affected', paths: paths.map((path) => resolve(path)), since, effects, format };
  },
} satisfies CommandDeclaration;
