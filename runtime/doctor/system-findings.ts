/** The system around Sluice: Node.js, the home folder, the browser, kernelspecs, and the abilities of the sandbox. */

import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listKernelspecs } from '../companion/index.ts';
import { makeOverlay } from '../copies/index.ts';
import { withoutNetwork } from '../kernel/index.ts';
import { HERE, programOnPath, whyLacking } from '../platform/index.ts';
import { sluiceHome } from '../python/index.ts';
import { messageOf } from '../words/index.ts';
import { type Finding, missing, ok, optional } from './finding.ts';

const OLDEST_NODE = 20;
/** The private environment, with room for copies. */
const ROOM = 1e9;

/** The Node.js that runs this. */
export function findNode(): Finding {
  const found = `${process.execPath}, Node.js ${process.versions.node}`;
  const isNew = Number(process.versions.node.split('.')[0]) >= OLDEST_NODE;
  return isNew ? ok('Node.js', found) : missing('Node.js', found, `install Node.js ${OLDEST_NODE} or newer`);
}

/** The folder of environments, caches and copies. */
export function findHome(): Finding {
  const home = sluiceHome();
  let there = home;
  while (!existsSync(there)) there = dirname(there);
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(there);
    const found = `${home}, ${(bavail * bsize) / 1e9 < 10 ? ((bavail * bsize) / 1e9).toFixed(1) : Math.round((bavail * bsize) / 1e9)} GB free`;
    return bavail * bsize < ROOM
      ? missing('home', found, 'free some space, or set SLUICE_HOME to a folder on another disk')
      : ok('home', found);
  } catch (error) {
    return missing('home', `${home}: ${messageOf(error)}`, 'set SLUICE_HOME to a folder that you can write');
  }
}

/** The program that opens the pages. */
export function findBrowser(): Finding {
  if (HERE !== 'linux') return ok('browser', 'of the system');
  const file = programOnPath('xdg-open', process.env.PATH ?? '');
  if (file !== null) return ok('browser', `${file} opens it`);
  return optional('browser', 'there is no xdg-open', 'open the address that sluice prints in a browser');
}

/** The installed kernelspecs of Sluice. */
export async function findKernelspecs(python: string): Promise<readonly Finding[]> {
  const name = 'kernelspec';
  try {
    const specs = await listKernelspecs(python);
    const advice = 'for JupyterLab, VS Code, nbclient, papermill: sluice kernelspec install';
    if (specs.length === 0) return [optional(name, 'none is installed', advice)];
    return specs.map(({ name: own, folder, problem }) =>
      problem === null
        ? ok(name, `${own}, ${folder}`)
        : missing(name, `${own}: ${problem.split('; run: ')[0]}`, problem.split('; run: ')[1] ?? problem),
    );
  } catch (error) {
    return [optional(name, messageOf(error), 'kernelspecs need jupyter_client, which comes with ipykernel')];
  }
}

/** The abilities of the system for private copies, and for runs without the network. */
export async function findSandbox(python: string): Promise<readonly Finding[]> {
  const overlay = await tryOverlay(python);
  const network = await withoutNetwork(() => {}, python);
  return [
    overlay === null
      ? ok('overlays', 'private copies of large folders take no space')
      : optional('overlays', overlay, 'folders are copied; docs/compatibility.md has the limits'),
    typeof network === 'string'
      ? optional('no network', network, 'sluice reproduce runs notebooks with the network')
      : ok('no network', 'sluice reproduce runs notebooks without the network'),
  ];
}

/** Why the system mounts no overlay; null: a trial succeeded. */
async function tryOverlay(python: string): Promise<string | null> {
  const lacking = whyLacking('overlays');
  if (lacking !== null) return lacking;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-doctor-'));
  try {
    const [from, base] = [join(folder, 'notebook'), join(folder, 'copy')];
    for (const path of [from, base]) mkdirSync(path);
    const made = await makeOverlay({ base, roots: [{ type: 'folder', from, to: 'c' }], python });
    return typeof made === 'string' ? made : null;
  } catch (error) {
    return messageOf(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
