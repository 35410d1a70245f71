import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import { testPython } from '../harness/host.ts';

/** A line of kinds.jsonl: `kinds.py` has the meaning of the fields. */
interface KindCase {
  readonly name: string;
  readonly fields?: object;
  readonly parts?: readonly string[];
  readonly apart?: readonly string[];
  readonly changes?: Readonly<Record<string, readonly string[]>> | null;
  readonly lent?: boolean;
  readonly copied?: boolean;
}

const root = findPackageRoot();
const text = readFileSync(join(root, 'test/cases/kinds.jsonl'), 'utf8').trim();
const cases = text.split('\n').map((line) => JSON.parse(line) as KindCase);
let answers: readonly { readonly skipped?: string }[] = [];

// one process, because the libraries take longer to load than all cases to run
beforeAll(async () => {
  const python = await testPython();
  const told = execFileSync(python, ['-W', 'ignore', join(root, 'test/agent/kinds.py')], { input: text });
  answers = JSON.parse(told.toString());
}, 180_000);

test.for(cases.map((one, i) => ({ ...one, i })))('$name', (one, { skip }) => {
  const given = answers[one.i];
  if (given?.skipped !== undefined) return skip(`${given.skipped} is not installed`);
  expect(given).toEqual({
    owner: true,
    fields: one.fields ?? {},
    parts: one.parts ?? [],
    apart: one.apart ?? [],
    lent: one.lent ?? false,
    ...(one.changes === undefined ? {} : { changes: one.changes }),
    ...(one.copied === undefined ? {} : { copied: one.copied }),
  });
});
