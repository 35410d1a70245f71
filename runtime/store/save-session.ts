/** Saves a session: the notebook, and the runs that the last run of the notebook stored or restored, in one file. */

import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { readPlainText } from '../../instrument/index.ts';
import { openSignature } from '../python/index.ts';
import { SluiceError } from '../words/index.ts';
import { fileDigest } from './found-files.ts';
import type { RunReport } from './run-report.ts';
import {
  CONTENTS,
  type Contents,
  LOCK,
  LOG,
  NOTEBOOK,
  REPORT,
  RUNS,
  SIGNATURE,
  sha256Of,
  VALUES,
} from './saved-session.ts';
import { type Member, MOST_ARCHIVE_BYTES, writeArchive } from './session-archive.ts';
import type { Place } from './store-answers.ts';
import { bytesOf, digestsOf, type StoreFolder } from './store-folder.ts';
import type { StoredRun } from './stored-run.ts';

/** Bytes for which carrying takes a second. */
const CARRIED_PER_SECOND = 10_000_000;
const MOST_TEXT = 500_000_000;

/** A session to save. `log`: of the notebook, if there is one. */
export interface SessionToSave {
  readonly store: StoreFolder;
  readonly notebook: string;
  readonly log: string;
  readonly report: RunReport;
  /** Whether to leave out runs that are cheaper to compute than to carry. */
  readonly byKeys: boolean;
}

/** The numbers of stored runs in the file, and of those left out; `key`: the fingerprint of this person. */
export interface SavedCounts {
  readonly runs: number;
  readonly leftOut: number;
  readonly bytes: number;
}

/** Writes a new file. @throws {SluiceError} if there is one, or the values are too large. */
export async function saveSession(
  { store, notebook, log, report, byKeys }: SessionToSave,
  path: string,
): Promise<SavedCounts> {
  if (existsSync(path)) throw new SluiceError(`${path} exists already; name another file`);
  const found = report.cells.flatMap(({ run }) => (run && store.entry(...run)) ?? []);
  const all = [...new Map(found.map((run) => [run.key, run])).values()].filter((run) => store.hasAll(run));
  const runs = byKeys ? all.filter(isWorthCarrying) : all;
  const members = new Map<string, Member>([[NOTEBOOK, { text: readPlainText(notebook, MOST_TEXT) }]]);
  if (existsSync(log)) members.set(LOG, { text: readPlainText(log, MOST_TEXT) });
  const place = placeOf(report);
  if (place !== null) members.set(LOCK, { text: lockText(place) });
  members.set(REPORT, { text: JSON.stringify(report.cells) });
  let bytes = 0;
  for (const run of runs) {
    members.set(`${RUNS}${run.source}/${run.key}`, { text: JSON.stringify(run) });
    for (const { sha256, size } of digestsOf(run)) {
      const name = VALUES + sha256;
      if (members.has(name)) continue;
      members.set(name, { file: store.valuePath(sha256), size });
      bytes += size;
    }
  }
  if (bytes > MOST_ARCHIVE_BYTES / 2)
    throw new SluiceError(
      `the values are ${Math.round(bytes / 1e6)} MB, and a file takes ${MOST_ARCHIVE_BYTES / 2e6} MB; --by-keys leaves out what is cheap to compute`,
    );
  const contents = JSON.stringify(await contentsOf(members, notebook, place));
  const signature = JSON.stringify(openSignature(contents));
  await writeArchive(
    path,
    new Map([[CONTENTS, { text: contents }], [SIGNATURE, { text: signature }], ...members]),
  );
  return { runs: runs.length, leftOut: found.length - runs.length, bytes };
}

async function contentsOf(
  members: ReadonlyMap<string, Member>,
  notebook: string,
  place: Place | null,
): Promise<Contents> {
  const listed: Record<string, { sha256: string; size: number }> = {};
  for (const [name, member] of members) {
    const isText = 'text' in member;
    const sha256 = isText ? sha256Of(member.text) : await fileDigest(member.file);
    if (sha256 === null || (!isText && VALUES + sha256 !== name))
      throw new SluiceError(`a value of the store is damaged; sluice store verify removes it`);
    listed[name] = { sha256, size: isText ? Buffer.byteLength(member.text) : member.size };
  }
  return { version: 1, notebook: basename(notebook), saved: Date.now(), place, members: listed };
}

/** The place that counts for the stored runs: where versions are alike, the first machine stands for the others. */
function placeOf({ place, origin }: RunReport): Place | null {
  return origin !== undefined && place?.installed === origin.installed ? origin : place;
}

function isWorthCarrying(run: StoredRun): boolean {
  return run.ms / 1000 > bytesOf(run) / CARRIED_PER_SECOND;
}

/** The packages as `pip` takes them. */
function lockText({ version, packages }: Place): string {
  const lines = Object.entries(packages).map(([name, number]) => `${name}==${number}`);
  return [`# Python ${version.split(' ')[0]}`, ...lines.sort(), ''].join('\n');
}
