/** `sluice session`: saves a notebook with its stored results in one file, and opens such a file. */

import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { checkJson, findPackageRoot, list, object, text } from '../../../instrument/index.ts';
import { sessionLogOf } from '../../live/index.ts';
import { chooseInterpreter, ownFingerprint } from '../../python/index.ts';
import {
  type FoundSession,
  findSession,
  type Interpreter,
  placeDifferences,
  reportIn,
  reportName,
  type StoreFolder,
  saveSession,
  takeRuns,
  unpackNotebook,
  VERSIONS,
  type Versions,
} from '../../store/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import { storeFolder } from '../store/store-choice.ts';
import { print, printJson } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import type { SessionCommand } from './session-options.ts';

type Save = Extract<SessionCommand, { action: 'save' }>;
type Open = Extract<SessionCommand, { action: 'open' }>;

/** Runs the command; returns the exit code. */
export async function sessionCommand(command: SessionCommand): Promise<number> {
  const store = storeFolder(command.store);
  return command.action === 'save' ? save(command, store) : open(command, store);
}

async function save({ notebook, file, byKeys, json }: Save, store: StoreFolder): Promise<number> {
  const report = store.report(reportName(notebook));
  if (report === null)
    throw new SluiceError(
      `${notebook} has not run with this store; first: sluice run --resume ${basename(notebook)}`,
    );
  const log = sessionLogOf(notebook);
  const { runs, leftOut, bytes } = await saveSession({ store, notebook, log, report, byKeys }, file);
  const key = ownFingerprint();
  if (json) printJson({ type: 'saved', runs, leftOut, bytes, key });
  else {
    const rest = leftOut > 0 ? `, ${leftOut} left out` : '';
    print(`saved ${file}: ${counted(runs, 'result')} (${(bytes / 1e6).toFixed(1)} MB)${rest}`);
    print(`others take them with --trust ${key}`);
  }
  return 0;
}

async function open({ file, folder, trust, python, json }: Open, store: StoreFolder): Promise<number> {
  const session = findSession(file);
  const { contents, signer, isOwn } = session;
  if (trust !== null && trust !== signer)
    throw new SluiceError(`${file} is signed with the key ${signer}, not with ${trust}`);
  const isTrusted = isOwn || trust !== null;
  const notebook = unpackNotebook(session, folder, isTrusted ? sessionLogOf : null);
  const here = interpreter((await chooseInterpreter(python, progress)).path);
  const differences = contents.place === null ? [] : placeDifferences(contents.place, here);
  const { taken, refused } = isTrusted ? take(session, store, notebook, here) : { taken: 0, refused: [] };
  if (json) {
    printJson({ type: 'opened', notebook, taken, refused, differences, signer, trusted: isTrusted });
    return 0;
  }
  print(`opened ${notebook}: ${counted(taken, 'result')}`);
  if (!isTrusted)
    print(
      `note: the results are signed with the key ${signer} of somebody else, and stay out; see: sluice help session`,
    );
  for (const each of refused) print(`note: left out ${each}`);
  for (const each of differences) print(`note: ${each}`);
  if (differences.length > 0 && taken > 0)
    print('note: with other versions all cells run: the results count for the same versions only');
  else if (taken > 0) print(`continue with: sluice run --resume ${notebook}`);
  return 0;
}

/** Takes the stored runs, and notes where they come from. */
function take(
  session: FoundSession,
  store: StoreFolder,
  notebook: string,
  here: Interpreter,
): { readonly taken: number; readonly refused: readonly string[] } {
  store.prepare();
  const found = takeRuns(session, store, realpathSync(dirname(notebook)), here);
  const { place } = session.contents;
  store.writeReport(reportName(notebook), {
    cells: reportIn(session),
    place,
    ...(place === null ? {} : { origin: place }),
  });
  return found;
}

const HERE = object<Versions & Interpreter>({ ...VERSIONS, python: text, path: list(text) });

/** The versions of an interpreter on this machine. */
function interpreter(python: string): Versions & Interpreter {
  const script = join(findPackageRoot(), 'instrument', 'agent', 'store', 'versions.py');
  const found = checkJson(HERE, execFileSync(python, [script], { encoding: 'utf8' }));
  if (found.type !== 'ok') throw new SluiceError(`${python} does not tell its versions: ${found.reason}`, 3);
  return found.value;
}
