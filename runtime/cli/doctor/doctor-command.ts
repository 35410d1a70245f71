/** `sluice doctor`: prints the parts of the installation, and the next steps. */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import { examine } from '../../doctor/index.ts';
import { print, printJson } from '../terminal/print.ts';

/** The command with its options. */
export interface DoctorCommand {
  readonly type: 'doctor';
  readonly python?: string;
  readonly json: boolean;
}

const MARKS = { ok: 'ok      ', missing: 'missing ', optional: 'optional' } as const;

/** Runs the command; returns the exit code: 1 if a part is missing that commands need. */
export async function doctor({ python, json }: DoctorCommand): Promise<number> {
  const root = findPackageRoot();
  const { version } = JSON.parse(readPlainText(join(root, 'package.json'), MOST_OF_SETTINGS)) as {
    version: string;
  };
  const findings = await examine(python);
  const lacking = findings.filter(({ status }) => status === 'missing').length;
  if (json) {
    for (const finding of findings) printJson({ type: 'part', ...finding });
    printJson({ type: 'summary', version, folder: root, missing: lacking });
  } else {
    print(`Sluice ${version}, in ${root}`);
    for (const { name, status, found, advice } of findings) {
      print(`${MARKS[status]}  ${name}: ${found}${advice === null ? '' : `\n          → ${advice}`}`);
    }
  }
  return lacking > 0 ? 1 : 0;
}
