/** The options of `sluice kernelspec`. */

import { resolve } from 'node:path';
import type { SpecPlace } from '../companion/index.ts';
import { SluiceError } from '../errors.ts';

/** The command with its options. */
export interface KernelspecCommand {
  readonly type: 'kernelspec';
  readonly action: 'install' | 'remove' | 'list';
  readonly python?: string;
  readonly name: string;
  /** `sys-prefix`: below the prefix of the Python. */
  readonly place: SpecPlace | { readonly type: 'sys-prefix' };
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
