/** `sluice store`: shows, checks and removes stored runs. */

import { type CodeCell, readNotebook } from '../../documents/index.ts';
import { ownFingerprint } from '../../python/index.ts';
import {
  type CellReport,
  checkStore,
  collectStore,
  reportName,
  type StoreFolder,
  trustKey,
} from '../../store/index.ts';
import { counted, SluiceError } from '../../words/index.ts';
import { restoration } from '../run/run-with-store.ts';
import { print, printJson } from '../terminal/print.ts';
import { storeFolder } from './store-choice.ts';
import type { StoreCommand } from './store-options.ts';
import { rerunStored } from './store-rerun.ts';

/** Runs the command; returns the exit code. */
export async function storeCommand({ action, folder, json }: StoreCommand): Promise<number> {
  const store = storeFolder(folder);
  switch (action.type) {
    case 'ls':
      return list(store, json);
    case 'why':
      return why(store, action.path, action.cell, json);
    case 'verify':
      return verify(store, json);
    case 'rerun':
      return rerunStored(store, action);
    case 'limit':
      return limit(store, action.bytes, json);
    case 'gc': {
      const removed = collectStore(store, action.bytes ?? undefined);
      if (json) printJson({ type: 'gc', removed });
      else print(`removed ${counted(removed, 'run')}`);
      return 0;
    }
    case 'share':
      return share(store, json);
    case 'trust':
    case 'distrust':
      return trust(action.key, action.type === 'trust', json);
    case 'clear':
      store.clear();
      if (json) printJson({ type: 'clear' });
      else print(`removed all of ${store.path}`);
      return 0;
  }
}

function list(store: StoreFolder, json: boolean): number {
  const found = store.all();
  for (const { run, bytes } of found) {
    if (run === null) continue;
    const { computed, seconds, author } = restoration(run);
    if (json) printJson({ type: 'run', key: run.key, title: run.title, computed, seconds, bytes, author });
    else {
      const by = author === undefined ? '' : `  by ${author}`;
      print(`${computed}  ${seconds.toFixed(1)} s  ${(bytes / 1e6).toFixed(1)} MB  ${run.title}${by}`);
    }
  }
  if (!json) print(`${counted(found.length, 'run')} in ${store.path}`);
  return 0;
}

function share(store: StoreFolder, json: boolean): number {
  store.share();
  const key = ownFingerprint();
  if (json) printJson({ type: 'share', folder: store.path, key });
  else print(`${store.path} is a place of several people; your key is ${key}`);
  return 0;
}

function trust(key: string, trusted: boolean, json: boolean): number {
  trustKey(key, trusted);
  if (json) printJson({ type: 'trust', key, trusted });
  else print(trusted ? `results of ${key} count as your own` : `results of ${key} count as those of others`);
  return 0;
}

function why(store: StoreFolder, path: string, number: number, json: boolean): number {
  const cells = readNotebook(path).cells.filter((cell): cell is CodeCell => cell.type === 'code');
  const cell = cells[number - 1];
  if (cell === undefined) throw new SluiceError(`${path} has no code cell ${number}`);
  const report = store.report(reportName(path));
  if (report === null) throw new SluiceError(`${path} has not run with this store`);
  const found: CellReport | undefined = report.cells.find((each) => each.cell === cell.id);
  if (found === undefined) throw new SluiceError(`cell ${number} did not run`);
  if (json) printJson({ type: 'why', number, ...found });
  else print(`cell ${number}: ${found.fate}${found.why === '' ? '' : `: ${found.why}`}`);
  return 0;
}

function limit(store: StoreFolder, bytes: number | null, json: boolean): number {
  if (bytes !== null) {
    store.prepare();
    store.limit = bytes;
  }
  const used = store.all().reduce((sum, each) => sum + each.bytes, 0);
  if (json) printJson({ type: 'limit', bytes: store.limit, used });
  else print(`${store.path} holds ${gigabytes(used)} of at most ${gigabytes(store.limit)}`);
  return 0;
}

function gigabytes(bytes: number): string {
  return `${Number((bytes / 1e9).toFixed(3))} GB`;
}

async function verify(store: StoreFolder, json: boolean): Promise<number> {
  const { good, bad } = await checkStore(store);
  for (const { title, reason } of bad) {
    if (json) printJson({ type: 'differs', title, reason });
    else print(`removed ${title}: ${reason}`);
  }
  if (json) printJson({ type: 'summary', good, removed: bad.length });
  else
    print(`${counted(good, 'run')} came back as written${bad.length > 0 ? `, ${bad.length} removed` : ''}`);
  return bad.length > 0 ? 1 : 0;
}
