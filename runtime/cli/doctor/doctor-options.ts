/** The options of `sluice doctor`. */

import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { text } from '../options/option-values.ts';
import type { DoctorCommand } from './doctor-command.ts';

/** The declaration of the command. */
export const DOCTOR = {
  options: { python: COMMON.python, json: COMMON.json, help: COMMON.help },
  help: {
    usage: 'sluice doctor [--python PATH] [--json]',
    does: 'installed parts, missing parts, and advice',
    more: `  --python PATH       examine this Python as the one that runs cells
  --json              a JSON line for each part, and a last one with the count of missing parts

It changes nothing.
Exit code 1: a part is missing that commands need.`,
  },
  read(values, positionals): DoctorCommand {
    if (positionals.length > 0) throw new SluiceError(`sluice doctor takes no ${positionals[0]}`);
    const python = text(values, 'python');
    return { type: 'doctor', ...(python === null ? {} : { python }), json: values.json === true };
  },
} satisfies CommandDeclaration;
