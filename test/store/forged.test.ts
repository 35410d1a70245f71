/** Attacks on the store: only intact files of this person, under their own names, are ever read into Python. */

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SessionWithStore, StoreFolder } from '../../runtime/store/index.ts';
import { testPython } from '../harness/host.ts';
import { StoreHost } from './store-host.ts';

const CELLS = ['# SLOW\nx = [1, 2]\nx', 'sum(x)'];
const FRESH = ['Out[1]: [1, 2]\n|[1, 2]|', 'Out[2]: 3\n|3|'];
/** A pickle that makes a file when it is read. */
const TRAP =
  'import pathlib\nclass T:\n    def __reduce__(self): return (pathlib.Path.touch, (pathlib.Path(%s),))\n';

let top: string;
let host: StoreHost;
beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), 'store-attack-'));
  host = new StoreHost(await testPython());
});
afterAll(() => {
  host.close();
  rmSync(top, { recursive: true, force: true });
});

async function play(store: StoreFolder): Promise<{ shown: string[]; restored: number }> {
  const at = join(top, 'at');
  mkdirSync(at, { recursive: true });
  const kernel = await host.start(at);
  const session = new SessionWithStore(kernel, store, { resumes: true, from: 0.5, times: 0 }, at, CELLS);
  const shown: string[] = [];
  let restored = 0;
  try {
    for (const [index, source] of CELLS.entries()) {
      const outcome = await session.run(index + 1, `c${index}`, source, {});
      const { outputs } = outcome.type === 'ran' ? outcome.run.result : outcome.stored;
      if (outcome.type === 'restored') restored += 1;
      shown.push(outputs.map((each) => (each.output_type === 'stream' ? each.text : '')).join(''));
    }
    await session.finish();
    return { shown, restored };
  } finally {
    await host.end();
  }
}

function entryOf(store: StoreFolder): string {
  const [found] = store.all();
  return found!.path;
}

function valueFile(store: StoreFolder): string {
  const folder = join(store.path, 'values');
  return join(folder, readdirSync(folder)[0]!);
}

const ATTACKS: Readonly<Record<string, (store: StoreFolder) => void>> = {
  'an entry with other outputs': (store) => {
    const path = entryOf(store);
    writeFileSync(path, readFileSync(path, 'utf8').replace('[1, 2]', '[6, 6]'));
  },
  'an entry without a signature': (store) => {
    const path = entryOf(store);
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
  },
  'an entry with the signature of another purpose': (store) => {
    store.writeReport('r', { cells: [], place: null });
    const [signature] = readFileSync(join(store.path, 'reports', 'r.json'), 'utf8').split('\n');
    const path = entryOf(store);
    writeFileSync(path, [signature, ...readFileSync(path, 'utf8').split('\n').slice(1)].join('\n'));
  },
  'a cut entry': (store) => {
    const path = entryOf(store);
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, 300));
  },
  'an entry under another name': (store) => {
    const path = entryOf(store);
    copyFileSync(path, path.replace(/[0-9a-f]{32}\.json$/, `${'0'.repeat(32)}.json`));
    rmSync(path);
  },
  'an entry for another text': (store) => {
    const path = entryOf(store);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/"source":"[0-9a-f]{32}"/, `"source":"${'0'.repeat(32)}"`),
    );
  },
  'a cut value': (store) => writeFileSync(valueFile(store), readFileSync(valueFile(store)).subarray(0, 10)),
  'a value that is gone': (store) => rmSync(valueFile(store)),
};

test.each(Object.entries(ATTACKS))('%s', async (name, attack) => {
  const store = new StoreFolder(join(top, name));
  store.prepare();
  expect(await play(store)).toEqual({ shown: FRESH, restored: 0 });
  expect(await play(store)).toEqual({ shown: FRESH, restored: 1 });
  attack(store);
  expect(await play(store)).toEqual({ shown: FRESH, restored: 0 });
});

test('a value that would run code', async () => {
  const store = new StoreFolder(join(top, 'trap'));
  store.prepare();
  await play(store);
  const mark = join(top, 'ran');
  const code = `${TRAP.replace('%s', JSON.stringify(mark))}import pickle, sys\nopen(sys.argv[1], 'wb').write(pickle.dumps(T()))`;
  execFileSync(await testPython(), ['-c', code, valueFile(store)]);
  expect(await play(store)).toEqual({ shown: FRESH, restored: 0 });
  expect(existsSync(mark)).toBe(false);
});

test('everything is for this person only', async () => {
  const store = new StoreFolder(join(top, 'modes'));
  store.prepare();
  await play(store);
  for (const entry of readdirSync(store.path, { recursive: true, withFileTypes: true })) {
    const { mode } = statSync(join(entry.parentPath, entry.name));
    expect([entry.name, mode & 0o077]).toEqual([entry.name, 0]);
  }
});
