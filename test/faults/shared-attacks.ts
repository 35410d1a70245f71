/**
 * Entries of somebody who may write into a shared store, whose signatures are good: none of them stands for a run of anybody
 * else, and nothing of them runs.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredRun, StoreFolder } from '../../runtime/store/index.ts';
import { trap } from './store-attacks.ts';

/** An intact entry. `mark`: a file that exists if code of the author has run. */
export interface Forged {
  readonly store: StoreFolder;
  readonly run: StoredRun;
  readonly path: string;
  readonly mark: string;
}

type Values = StoredRun['values'][number];

/** Writes the entry with another file of its value. */
function withValue({ store, run }: Forged, content: Buffer, change: Partial<Values> = {}): void {
  const sha256 = createHash('sha256').update(content).digest('hex');
  writeFileSync(store.valuePath(sha256), content);
  store.write({
    ...run,
    values: [{ ...run.values[0]!, sha256, size: content.length, plain: true, ...change }],
  });
}

/** A file of plain values. */
function plain(nodes: readonly unknown[], parts: readonly Buffer[] = []): Buffer {
  const sizes = parts.map((part) => part.length);
  const head = JSON.stringify({ values: { x: { node: 0 } }, nodes, parts: sizes });
  return Buffer.concat([Buffer.from(`sluice plain 1\n${head}\n`), ...parts]);
}

/** An array of objects in the format of numpy, which are a pickle. */
function arrayOfObjects(mark: string): Buffer {
  const head = "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }".padEnd(117);
  return Buffer.concat([
    Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, 118, 0]),
    Buffer.from(`${head}\n`),
    trap(mark),
  ]);
}

/** Attacks by name. */
export const SHARED_ATTACKS: Readonly<Record<string, (forged: Forged) => void>> = {
  'a pickle': (forged) => withValue(forged, trap(forged.mark), { plain: false }),
  'a pickle that is called plain': (forged) => withValue(forged, trap(forged.mark)),
  'an entry that says whose it is': (forged) =>
    withValue(forged, trap(forged.mark), { foreign: false, author: undefined } as Partial<Values>),
  'an array of objects': (forged) => withValue(forged, plain([['array', 0]], [arrayOfObjects(forged.mark)])),
  'a scalar of objects': (forged) => withValue(forged, plain([['scalar', 0]], [arrayOfObjects(forged.mark)])),
  'a view of objects': (forged) => {
    const view = ['window', { node: 1 }, '|O', [1], [8], 0, true];
    withValue(forged, plain([view, ['bytes', 0]], [trap(forged.mark)]));
  },
  'a frame that is a pickle': (forged) => withValue(forged, plain([['frame', 0]], [trap(forged.mark)])),
  'an object of another kind': (forged) =>
    withValue(forged, plain([['eval', `open('${forged.mark}', 'w')`]])),
  'a part that is not there': (forged) => withValue(forged, plain([['bytes', 3]])),
  'a part larger than the file': ({ ...forged }) => {
    const content = plain([['bytes', 0]])
      .toString()
      .replace('"parts":[]', '"parts":[99999999]');
    withValue(forged, Buffer.from(content));
  },
  'an object without an end': (forged) => withValue(forged, plain([['tuple', [{ node: 0 }]]])),
  'nested too deeply': (forged) => {
    const nodes = Array.from({ length: 100_000 }, (_, at) => ['tuple', [{ node: at + 1 }]]);
    withValue(forged, plain([...nodes, ['tuple', []]]));
  },
  'nothing but a beginning': (forged) => withValue(forged, Buffer.from('sluice plain 1\n')),
  'a value of another name': ({ store, run }) =>
    store.write({ ...run, values: [{ ...run.values[0]!, names: ['sum'] }] }),
  'a deleted name': ({ store, run }) => store.write({ ...run, after: { ...run.after, deleted: ['sum'] } }),
  'a file beside the notebook': (forged) => {
    const { store, run, mark } = forged;
    const code = Buffer.from(`open(${JSON.stringify(mark)}, 'w')`);
    const sha256 = createHash('sha256').update(code).digest('hex');
    writeFileSync(store.valuePath(sha256), code);
    const file = { path: './sitecustomize.py', sha256, size: code.length, mode: 0o644 };
    store.write({ ...run, files: [file, { ...file, path: './numbers.py' }] });
  },
  'a module beside the store': ({ store, run, mark }) => {
    mkdirSync(join(store.path, 'code'));
    writeFileSync(join(store.path, 'code', 'forged.py'), `open(${JSON.stringify(mark)}, 'w')`);
    store.write({ ...run, modules: ['antigravity', 'forged'] });
  },
  'a random stream': ({ store, run }) =>
    store.write({ ...run, values: [{ ...run.values[0]!, streams: true, names: ['random'] }] }),
  'a script for the page': ({ store, run }) => {
    const data = { 'text/html': '<script>alert(1)</script>', 'text/plain': 'x' };
    store.write({ ...run, outputs: [{ output_type: 'display_data', data, metadata: {} }] });
  },
  'a widget': ({ store, run }) => {
    const data = { 'application/vnd.jupyter.widget-view+json': { model_id: 'a' } };
    store.write({ ...run, outputs: [{ output_type: 'display_data', data, metadata: {} }] });
  },
};
