/** A command of the command line. Types. */

import type { ParseArgsConfig } from 'node:util';
import type { Values } from './options/option-values.ts';

/** The text of `sluice help COMMAND`. */
export interface CommandHelp {
  readonly usage: string;
  /** One line, for the overview. */
  readonly does: string;
  /** Further text: options, and the reasons for exit code 1. */
  readonly more: string;
  /** Whether the command takes a source, which the help describes. */
  readonly takesSource?: boolean;
}

/** A command: its options, its help, and the reading of its arguments. */
export interface CommandDeclaration {
  readonly options: NonNullable<ParseArgsConfig['options']>;
  readonly help: CommandHelp;
  /** The command in the arguments. @throws {SluiceError} 2 for wrong ones. */
  readonly read: (values: Values, positionals: readonly string[]) => { readonly type: string };
}
