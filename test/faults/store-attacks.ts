/** Damage to a store by disks, by other people and by programs: afterwards the damaged entry stands for no run. */

import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { StoredRun, StoreFolder } from '../../runtime/store/index.ts';
import type { Choices } from '../generator/random.ts';

/** An intact entry, and the file of its first value. */
export interface Attacked {
  readonly store: StoreFolder;
  readonly run: StoredRun;
  readonly path: string;
  readonly value: string;
}

/** A pickle that makes a file when anybody reads the pickle, padded to a size. */
export function trap(mark: string, size = 0): Buffer {
  const pickle = Buffer.from(`cos\nopen\n(S'${mark}'\nI65\ntR.`);
  return Buffer.concat([pickle, Buffer.alloc(Math.max(0, size - pickle.length))]);
}

function rewrite(path: string, change: (content: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

function signatureOf(path: string): string {
  return readFileSync(path, 'utf8').split('\n')[0]!;
}

/** Kinds of damage by name. `mark`: a file that exists if a trap was read. */
export const STORE_ATTACKS: Readonly<
  Record<string, (attacked: Attacked, choices: Choices, mark: string) => void>
> = {
  'an entry with other words': ({ path }) => rewrite(path, (all) => all.replace('"title":"', '"title":"!')),
  'an entry with another digest of a value': ({ path, run, store }, _, mark) => {
    const digest = '0'.repeat(64);
    writeFileSync(store.valuePath(digest), trap(mark));
    rewrite(path, (all) => all.replace(run.values[0]!.sha256, digest));
  },
  'an entry without a signature': ({ path }) => rewrite(path, (all) => all.split('\n').slice(1).join('\n')),
  'an entry with the signature of another purpose': ({ store, path }) => {
    store.writeReport('r', { cells: [], place: null });
    const signature = signatureOf(join(store.path, 'reports', 'r.json'));
    rewrite(path, (all) => [signature, ...all.split('\n').slice(1)].join('\n'));
  },
  'a cut entry': ({ path }, choices) => truncateSync(path, choices.int(0, readFileSync(path).length - 1)),
  'an entry with a changed byte': ({ path }, choices) => {
    const bytes = readFileSync(path);
    // (changes of the last bits of a signature's last letter are no changes)
    bytes[choices.int(50, bytes.length - 1)]! ^= 1 << choices.int(0, 6);
    writeFileSync(path, bytes);
  },
  'an entry under another name': ({ path }) =>
    renameSync(path, path.replace(/[0-9a-f]{32}\.json$/, `${'0'.repeat(32)}.json`)),
  'an entry for another text': ({ store, path }) => {
    const folder = join(store.path, 'runs', '0'.repeat(32));
    mkdirSync(folder, { recursive: true });
    copyFileSync(path, join(folder, path.slice(dirname(path).length)));
    rmSync(path);
  },
  'an entry that claims another text': ({ path, run }) =>
    rewrite(path, (all) => all.replace(`"source":"${run.source}"`, `"source":"${'0'.repeat(32)}"`)),
  'a folder in place of an entry': ({ path }) => {
    rmSync(path);
    mkdirSync(join(path, 'a'), { recursive: true });
  },
  'a cut value': ({ value }, choices) => truncateSync(value, choices.int(0, readFileSync(value).length - 1)),
  'a value with a changed byte': ({ value }, choices) => {
    const bytes = readFileSync(value);
    bytes[choices.int(0, bytes.length - 1)]! ^= 1 << choices.int(0, 7);
    writeFileSync(value, bytes);
  },
  'a value that is gone': ({ value }) => rmSync(value),
  'a folder in place of a value': ({ value }) => {
    rmSync(value);
    mkdirSync(join(value, 'a'), { recursive: true });
  },
  'a link in place of a value': ({ value }) => {
    renameSync(value, `${value}-`);
    symlinkSync(`${value}-`, value);
  },
  'a value of zeros, as after a power failure': ({ value }) =>
    writeFileSync(value, Buffer.alloc(readFileSync(value).length)),
  'a value of another entry': ({ store, value }, choices, mark) => {
    const folder = dirname(value);
    const others = readdirSync(folder).filter((name) => join(folder, name) !== value);
    if (others.length === 0) return writeFileSync(value, trap(mark));
    return copyFileSync(store.valuePath(choices.pick(others)), value);
  },
  'a short value that runs code': ({ value }, _, mark) => writeFileSync(value, trap(mark)),
  'a value that runs code': ({ value }, _, mark) =>
    writeFileSync(value, trap(mark, readFileSync(value).length)),
};
