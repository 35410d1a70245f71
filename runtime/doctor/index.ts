/** `sluice doctor`: the parts of an installation, missing ones, and the next steps. It changes nothing. */

import type { Finding } from './finding.ts';
import { findPythons } from './python-findings.ts';
import { findBrowser, findHome, findKernelspecs, findNode, findSandbox } from './system-findings.ts';

export type { Finding } from './finding.ts';

/** Examines the installation. `given`: the value of `--python`. */
export async function examine(given: string | undefined): Promise<readonly Finding[]> {
  const { findings, python } = await findPythons(given);
  const ofPython =
    python === null ? [] : [...(await findKernelspecs(python)), ...(await findSandbox(python))];
  return [findNode(), ...findings, findHome(), findBrowser(), ...ofPython];
}
