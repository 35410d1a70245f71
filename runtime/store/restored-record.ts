/**
 * The record of a restored cell: one statement that reads the inputs of the stored run, and binds its names. Imprecise:
 * it reads all objects in these names, and binds each name whose value came from a file.
 */

import { stat } from 'node:fs/promises';
import {
  type Access,
  type CellId,
  type Exec,
  type ExecutionRecord,
  GLOBALS,
  type WatchedFile,
  WHOLE,
} from '../../slicer/index.ts';
import { signatureOf } from '../session/index.ts';
import { INSTALLED, PLACED } from './found-inputs.ts';
import { ALL, HIDDEN, UNBOUND } from './known-state.ts';
import { pathOfKey } from './path-in-key.ts';
import type { Begun } from './store-answers.ts';
import type { StoredRun } from './stored-run.ts';

/** Parts of the world that are not known by themselves outside of the store. */
const OF_STORE: ReadonlySet<string> = new Set([INSTALLED, PLACED, HIDDEN, ALL]);

/** The names that a stored run found bound. */
export function namesRead({ inputs }: StoredRun): readonly string[] {
  return inputs.flatMap(([kind, name, value]) => (kind === 'name' && value !== UNBOUND ? [name] : []));
}

/** The names that are bound in place of the run. */
export function namesBound({ values }: StoredRun): readonly string[] {
  return values.flatMap(({ names, streams }) => (streams ? [] : names));
}

/** The record. `reached`: tokens of objects in the names read; `tokens`: by name, of the objects now bound. */
export async function restoredRecord(
  stored: StoredRun,
  { exec, cell, source }: { readonly exec: Exec; readonly cell: CellId; readonly source: string },
  { reached = [], tokens = {} }: Begun,
  folder: string,
): Promise<ExecutionRecord> {
  const unbound = stored.inputs.flatMap(([kind, name, value]) =>
    kind === 'name' && value === UNBOUND ? [name] : [],
  );
  const deleted = stored.after.deleted;
  const reads = [
    ...[...namesRead(stored), ...unbound].map((name) => access(GLOBALS, name)),
    ...reached.map((token) => access(token, WHOLE)),
    ...stored.inputs.flatMap(([kind, name]) => {
      if (kind === 'name') return [];
      if (kind !== 'world') return [access('file', pathOfKey(name, folder))];
      return OF_STORE.has(name) ? [] : [access(name, WHOLE)];
    }),
  ];
  const writes = [
    ...[...namesBound(stored), ...deleted].map((name) => access(GLOBALS, name)),
    ...stored.files.map(({ path }) => access('file', pathOfKey(path, folder))),
  ];
  return {
    exec,
    cell,
    source,
    status: 'ok',
    planned: 1,
    statements: [
      {
        ordinal: 0,
        line: 1,
        endLine: source.split('\n').length,
        failed: false,
        reads,
        writes,
        values: [],
        deleted: [...deleted],
        rebound: [],
        escapes: [],
      },
    ],
    opaque: null,
    closed: [],
    ...(stored.unset === undefined ? {} : { unset: stored.unset }),
    builtins: unbound,
    watched: await watchedFiles(stored, folder),
    symbols: new Map(Object.entries(tokens).map(([name, token]) => [token, name])),
    objects: new Map(Object.entries(tokens)),
  };
}

function access(object: string, field: string): Access {
  return { object, field, kind: 'assumed' };
}

/** The files and folders that the stored run found, as they are now. */
async function watchedFiles({ inputs, files }: StoredRun, folder: string): Promise<readonly WatchedFile[]> {
  const written = new Set(files.map(({ path }) => path));
  const found: WatchedFile[] = [];
  for (const [kind, name] of inputs) {
    if (kind === 'name' || kind === 'world' || written.has(name)) continue;
    const path = pathOfKey(name, folder);
    const isFolder = await stat(path).then(
      (state) => state.isDirectory(),
      () => false,
    );
    const watched = isFolder ? kind : 'file';
    const signature = await signatureOf(path, watched);
    if (signature !== null) found.push([path, watched, signature]);
  }
  return found;
}
