/**
 * Opens a saved session in a new folder. Reading a stored value runs code of its author: runs come into the store
 * only if this person saved the file, or trusts the key of its author.
 */

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkJson, list } from '../../instrument/index.ts';
import { ownFingerprint, signerOf } from '../python/index.ts';
import { messageOf, SluiceError } from '../words/index.ts';
import { pathOfKey } from './path-in-key.ts';
import { CELL_REPORT, type CellReport } from './run-report.ts';
import {
  CONTENTS,
  CONTENTS_FORM,
  type Contents,
  LOCK,
  LOG,
  NOTEBOOK,
  REPORT,
  RUNS,
  SIGNATURE,
  SIGNATURE_FORM,
  sha256Of,
  VALUES,
} from './saved-session.ts';
import { SessionArchive } from './session-archive.ts';
import { digestsOf, type StoreFolder } from './store-folder.ts';
import { STORED_RUN, type StoredRun } from './stored-run.ts';

/** A digest in the name of an entry. */
const NAME = /^[0-9a-f]{32}$/;

/** A saved session that is intact. */
export interface FoundSession {
  readonly archive: SessionArchive;
  readonly contents: Contents;
  /** The fingerprint of the key that signed it. */
  readonly signer: string;
  /** Whether this person saved it. */
  readonly isOwn: boolean;
}

/** Reads a file, and checks all of it. @throws {SluiceError} */
export function findSession(path: string): FoundSession {
  try {
    return checkedSession(new SessionArchive(path));
  } catch (error) {
    throw new SluiceError(`${path} is no intact saved session: ${messageOf(error)}`);
  }
}

function checkedSession(archive: SessionArchive): FoundSession {
  const [listed, signed] = [archive.read(CONTENTS)?.toString(), archive.read(SIGNATURE)?.toString()];
  if (listed === undefined || signed === undefined) throw new Error('it has no signature');
  const signature = checkJson(SIGNATURE_FORM, signed);
  const signer = signature.type === 'ok' ? signerOf(listed, signature.value) : null;
  if (signer === null) throw new Error('its signature is not of this content');
  const contents = checkJson(CONTENTS_FORM, listed);
  if (contents.type !== 'ok') throw new Error(contents.reason);
  const { members } = contents.value;
  for (const name of archive.names)
    if (name !== CONTENTS && name !== SIGNATURE && members[name] === undefined)
      throw new Error(`${name} is not in its list`);
  for (const [name, { sha256, size }] of Object.entries(members)) {
    const content = archive.read(name);
    if (content?.length !== size || sha256Of(content) !== sha256)
      throw new Error(`${name} is not as it was saved`);
  }
  if (members[NOTEBOOK] === undefined) throw new Error('it has no notebook');
  return { archive, contents: contents.value, signer, isOwn: signer === ownFingerprint() };
}

/** Writes the notebook and the list of packages into a new folder; with `log`, also the log there. Gives the notebook's path. */
export function unpackNotebook(
  { archive, contents }: FoundSession,
  folder: string,
  log: ((notebook: string) => string) | null,
): string {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there !== undefined && (!there.isDirectory() || readdirSync(folder).length > 0))
    throw new SluiceError(`${folder} exists already; name another folder`);
  mkdirSync(folder, { recursive: true });
  const notebook = join(folder, contents.notebook);
  const put = (name: string, path: string): void => {
    const content = archive.read(name);
    if (content === null) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, { flag: 'wx' });
  };
  put(NOTEBOOK, notebook);
  if (contents.notebook !== LOCK) put(LOCK, join(folder, LOCK));
  if (log !== null) put(LOG, log(notebook));
  return notebook;
}

/** The interpreter of this machine that reads values back, and the folders of its modules. */
export interface Interpreter {
  readonly python: string;
  readonly path: readonly string[];
}

/** Takes the stored runs of a trusted session into the store, signed by this person. Gives the runs left out, with reasons. */
export function takeRuns(
  { archive }: FoundSession,
  store: StoreFolder,
  folder: string,
  { python, path }: Interpreter,
): { readonly taken: number; readonly refused: readonly string[] } {
  const refused: string[] = [];
  let taken = 0;
  for (const name of archive.names) {
    if (!name.startsWith(RUNS)) continue;
    const run = runIn(archive, name);
    const reason = typeof run === 'string' ? run : takeValues(archive, store, folder, run);
    if (typeof run === 'string' || reason !== null) {
      refused.push(`${typeof run === 'string' ? name : run.title}: ${reason}`);
      continue;
    }
    store.write({ ...run, python, path: [folder, ...path] });
    taken += 1;
  }
  return { taken, refused };
}

/** A stored run; or why it is none. */
function runIn(archive: SessionArchive, name: string): StoredRun | string {
  const found = checkJson(STORED_RUN, archive.read(name)!.toString());
  if (found.type !== 'ok') return 'it is of another version of Sluice';
  const { source, key } = found.value;
  const isNamed = NAME.test(source) && NAME.test(key) && name === `${RUNS}${source}/${key}`;
  return isNamed ? found.value : 'it has another name than its content says';
}

/** Takes the values and files of a run; the reason against it, or null. */
function takeValues(
  archive: SessionArchive,
  store: StoreFolder,
  folder: string,
  run: StoredRun,
): string | null {
  const start = join(folder, '/');
  const outside = run.files.find(
    ({ path }) => pathOfKey(path, folder) === path || !pathOfKey(path, folder).startsWith(start),
  );
  if (outside !== undefined) return `it writes ${outside.path}, which is outside of the folder`;
  for (const { sha256, size } of digestsOf(run)) {
    const content = archive.read(VALUES + sha256);
    if (content?.length !== size || sha256Of(content) !== sha256) return 'a value is missing';
    if (store.hasValue(sha256, size)) continue;
    const fresh = store.newFile(randomUUID());
    writeFileSync(fresh, content, { flag: 'wx', mode: 0o600 });
    store.takeValue(fresh, sha256);
  }
  return null;
}

/** What the last run of the saved notebook said of its cells. */
export function reportIn({ archive }: FoundSession): readonly CellReport[] {
  const found = checkJson(list(CELL_REPORT), archive.read(REPORT)?.toString() ?? '');
  return found.type === 'ok' ? found.value : [];
}
