/**
 * Reads damaged histories, from a seed: wrong bytes of the file, or wrong values in its tables. Returns faults other than a clear
 * refusal.
 */

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSource } from '../../runtime/sources/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import histories from '../cases/sources/histories.json' with { type: 'json' };
import type { Choices } from '../generator/random.ts';

const python = process.env.SLUICE_TEST_PYTHON ?? 'python3';

const [TABLES] = histories.map(({ sql }) => sql.slice(0, 3));

const EXECUTE = `
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
for statement in json.load(sys.stdin):
    try:
        db.execute(statement)
    except sqlite3.Error:
        pass
db.commit()
`;

/** Possible values of any column in any row. */
const STRANGE = [
  'NULL',
  '-1',
  '0',
  '1',
  '0.5',
  '9e999',
  '9223372036854775807',
  "''",
  "'1'",
  "'x = 1'",
  "'\n\n'",
  "'2024-13-45 99:99'",
  "'0001-01-01T00:00:00+23:59'",
  "x''",
  "x'ff00fe'",
  "x'eda080'",
  'zeroblob(100000)',
  'randomblob(50)',
  'char(0, 55296, 1114111, 8232)',
];

/** A sound history to damage the bytes of, as one file in the folder. */
export function soundHistory(folder: string): Buffer {
  const path = join(folder, 'sound.sqlite');
  const rows = Array.from(
    { length: 300 },
    (_, n) => `INSERT INTO history VALUES (${1 + (n >> 6)}, ${n}, 'x = ${n}', 'x = ${n}')`,
  );
  execute(path, [
    ...TABLES!,
    "INSERT INTO sessions VALUES (1, '2024-01-01 00:00:00', NULL, NULL, '')",
    ...rows,
  ]);
  return readFileSync(path);
}

/** Writes a damaged history into the folder, and reads its sessions and one of them. */
export async function readDamagedHistory(folder: string, sound: Buffer, choices: Choices): Promise<string[]> {
  const path = join(folder, 'history.sqlite');
  for (const left of ['', '-wal', '-journal', '-shm']) rmSync(path + left, { force: true });
  const rows = choices.chance(0.5) ? strangeRows(choices) : null;
  if (rows === null) damageBytes(path, sound, choices);
  else execute(path, rows);
  const found: string[] = [];
  for (const session of [undefined, choices.pick([1, 2, 0, -1])]) {
    try {
      await readSource(path, { python: () => python, session });
    } catch (error) {
      const isClear =
        error instanceof SluiceError &&
        error.exitCode === 2 &&
        !/\n|Traceback|\w+Error:|answered out of turn/u.test(error.message);
      if (!isClear) found.push(`${String(error)}: ${rows?.join('; ').slice(0, 800) ?? 'bytes'}`);
    }
  }
  return found;
}

function damageBytes(path: string, sound: Buffer, choices: Choices): void {
  const bytes = Buffer.from(sound);
  for (let n = choices.int(1, 30); n > 0; n -= 1) {
    // the first page has the schema, and the index of all other pages
    const limit = choices.chance(0.4) ? 100 : choices.chance(0.5) ? 4_096 : bytes.length;
    bytes[choices.int(0, limit - 1)] = choices.int(0, 255);
  }
  if (choices.chance(0.9)) bytes.write('SQLite format 3\0', 'latin1');
  writeFileSync(path, choices.chance(0.3) ? bytes.subarray(0, choices.int(0, bytes.length)) : bytes);
  const beside = choices.pick(['', '', '-wal', '-journal']);
  if (beside !== '') writeFileSync(path + beside, sound.subarray(choices.int(0, 5_000)));
}

function strangeRows(choices: Choices): string[] {
  const value = () => choices.pick(STRANGE);
  const tables = choices.chance(0.7)
    ? TABLES!
    : [
        `CREATE TABLE ${choices.pick(['history', 'sessions'])} (${choices.sample(['session', 'line', 'source', 'start', 'remark', 'end'], choices.int(1, 6)).join(', ')})`,
        'CREATE VIEW history AS SELECT * FROM history',
      ];
  const rows = Array.from({ length: choices.int(1, 8) }, () =>
    choices.chance(0.5)
      ? `INSERT INTO history VALUES (${value()}, ${value()}, ${value()}, ${value()})`
      : `INSERT INTO sessions VALUES (${value()}, ${value()}, ${value()}, ${value()}, ${value()})`,
  );
  return [...tables, ...rows];
}

function execute(path: string, statements: readonly string[]): void {
  execFileSync(python, ['-c', EXECUTE, path], { input: JSON.stringify(statements) });
}
