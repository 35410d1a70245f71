/** The options of `sluice session`. */

import { resolve } from 'node:path';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON, type CommonOptions, commonOptions } from '../options/common-options.ts';
import { text, type Values } from '../options/option-values.ts';

const ENDING = '.sluice-session';

/** `sluice session`. `store`: the folder of the store; null: in the folder of Sluice's own files. */
export type SessionCommand = CommonOptions & { readonly type: 'session'; readonly store: string | null } & (
    | { readonly action: 'save'; readonly notebook: string; readonly file: string; readonly byKeys: boolean }
    /** `folder`: the new one. `trust`: the fingerprint of a trusted key, besides the person's own. */
    | {
        readonly action: 'open';
        readonly file: string;
        readonly folder: string;
        readonly trust: string | null;
      }
  );

function sessionCommand(values: Values, [action, first, second, ...rest]: readonly string[]): SessionCommand {
  const [store, trust] = [text(values, 'store'), text(values, 'trust')];
  const byKeys = values['by-keys'] === true;
  const common = {
    ...commonOptions(values),
    type: 'session' as const,
    store: store === null ? null : resolve(store),
  };
  if (action === 'save') {
    if (!first || !second || rest.length > 0)
      throw new SluiceError('sluice session save needs a notebook and a file; see: sluice help session');
    if (!second.endsWith(ENDING)) throw new SluiceError(`${second}: its name must end in ${ENDING}`);
    if (trust !== null) throw new SluiceError('--trust belongs to sluice session open');
    return { ...common, action, notebook: resolve(first), file: resolve(second), byKeys };
  }
  if (action !== 'open') throw new SluiceError('sluice session needs save or open; see: sluice help session');
  if (!first || rest.length > 0)
    throw new SluiceError('sluice session open needs a file; see: sluice help session');
  if (byKeys) throw new SluiceError('--by-keys belongs to sluice session save');
  const file = resolve(first);
  if (second === undefined && !file.endsWith(ENDING))
    throw new SluiceError(`name a folder for ${first}, whose name does not end in ${ENDING}`);
  return { ...common, action, file, folder: resolve(second ?? file.slice(0, -ENDING.length)), trust };
}

/** The declaration of `sluice session`. */
export const SESSION = {
  options: {
    store: { type: 'string' },
    'by-keys': { type: 'boolean' },
    trust: { type: 'string' },
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
  },
  help: {
    usage: `sluice session save FILE.ipynb FILE.sluice-session [--by-keys] [--store FOLDER]
       sluice session open FILE.sluice-session [FOLDER] [--trust KEY] [--store FOLDER] [--python PATH]`,
    does: 'move a notebook with its stored results to another folder or machine',
    more: `  save                write the notebook, its log, the versions of its packages, and the results of its last run with a store
  open                unpack all of that into a new folder (default: beside the file), where sluice run --resume takes the results
  --by-keys           leave out results that are cheaper to compute than to carry
  --trust KEY         also take results signed with this key, whose fingerprint save printed. Reading a result runs code of whoever
                      saved it, with your rights: trust a key only if you would run its owner's programs
  --store FOLDER      the folder of the store (default: in Sluice's own folder)
  --python PATH       the interpreter with the notebook's packages, whose versions open compares
  --json              JSON lines

Without --trust, results of other people stay out, and their cells run. Data files that the cells read are not in the file. Results
are taken only where Python, platform and all packages have the same versions; open tells the differences.`,
  },
  read: sessionCommand,
} satisfies CommandDeclaration;
