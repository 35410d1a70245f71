/** The options of `sluice kernelspec`. */

import { resolve } from 'node:path';
import type { SpecFolder } from '../../companion/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';

/** The command with its options. */
export interface KernelspecCommand {
  readonly type: 'kernelspec';
  readonly action: 'install' | 'remove' | 'list';
  readonly python?: string;
  readonly name: string;
  /** `sys-prefix`: below the prefix of the Python. */
  readonly place: SpecFolder | { readonly type: 'sys-prefix' };
  readonly json: boolean;
}

type Values = Readonly<Record<string, unknown>>;

/** What Jupyter accepts as a name. */
const NAME = /^[a-z0-9._-]+$/i;

/** The command in the options. @throws {SluiceError} 2 */
export function kernelspecOptions(values: Values, positionals: readonly string[]): KernelspecCommand {
  const [action, ...rest] = positionals;
  if (action !== 'install' && action !== 'remove' && action !== 'list') {
    throw new SluiceError('sluice kernelspec needs install, remove or list; see: sluice help kernelspec');
  }
  if (rest.length > 0) {
    throw new SluiceError(`sluice kernelspec ${action} takes no ${rest[0]}; a name goes behind --name`);
  }
  const { name, python, prefix } = values as { name?: string; python?: string; prefix?: string };
  if (name !== undefined && !NAME.test(name)) {
    throw new SluiceError(`--name ${name}: a name has only letters, digits, dots, dashes and underscores`);
  }
  const places = [values.user === true, values['sys-prefix'] === true, prefix !== undefined];
  if (places.filter((given) => given).length > 1) {
    throw new SluiceError('give one of --user, --sys-prefix and --prefix DIR');
  }
  if (action !== 'install' && places.includes(true)) {
    throw new SluiceError('--user, --sys-prefix and --prefix belong to sluice kernelspec install');
  }
  if (prefix === '') throw new SluiceError('--prefix needs a folder');
  const place =
    values['sys-prefix'] === true ? ({ type: 'sys-prefix' } as const) : ({ type: 'user' } as const);
  return {
    type: 'kernelspec',
    action,
    ...(python === undefined ? {} : { python: python.includes('/') ? resolve(python) : python }),
    name: name ?? 'sluice',
    place: prefix === undefined ? place : { type: 'prefix', path: resolve(prefix) },
    json: values.json === true,
  };
}

/** The declaration of the command. */
export const KERNELSPEC = {
  options: {
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    name: { type: 'string' },
    user: { type: 'boolean' },
    'sys-prefix': { type: 'boolean' },
    prefix: { type: 'string' },
  },
  help: {
    usage: `sluice kernelspec install [--python PATH] [--name NAME] [--user | --sys-prefix | --prefix DIR]
       sluice kernelspec remove [--name NAME]
       sluice kernelspec list`,
    does: "Sluice's kernel for JupyterLab, VS Code, nbclient, papermill: the stock kernel, with %sluice",
    more: `  --python PATH       the Python of the kernel, with ipykernel (default: the active environment's, else Sluice's own)
  --name NAME         the name of the kernelspec (sluice)
  --user              install it for this user (default)
  --sys-prefix        install it below the prefix of the Python, as in a virtual environment
  --prefix DIR        install it below DIR
  --json              a JSON line for each kernelspec

The kernel appears as "Python 3 (Sluice)". In a cell, %sluice shows which cells are up to date, and %sluice help lists the other
questions. docs/reach.md says what works in which front end.`,
  },
  read: kernelspecOptions,
} satisfies CommandDeclaration;
