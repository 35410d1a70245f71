/** Which files of a folder are compared around a command: those of cells, and none that Sluice, git or an editor keeps there. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { besideOf } from '../../runtime/documents/index.ts';
import { hostSetup, testPython } from '../harness/host.ts';

const ASK = `
import json, sys
setup = json.load(sys.stdin)
scope = {}
exec(setup["loader"], scope)
found = scope["load"](setup["sources"]).world.file_signatures.entries(setup["folder"])
print(json.dumps(sorted(found)))
`;

test('a save of Sluice is no change by a command that runs meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'entries-'));
  try {
    const ours = ['d.csv', '.hidden.tmp', 'later.tmp', join('data', 'e.csv')];
    const others = ['n.ipynb', besideOf('n.ipynb'), besideOf('notes.md'), join('.sluice', 'log')];
    for (const name of ['data', '.sluice']) mkdirSync(join(folder, name));
    for (const name of [...ours, ...others]) writeFileSync(join(folder, name), basename(name));
    const input = JSON.stringify({ ...hostSetup(), folder });
    const found = execFileSync(await testPython(), ['-c', ASK], { input, encoding: 'utf8' });
    const wanted = [...ours, 'data'].map((name) => join(folder, name));
    expect(JSON.parse(found)).toEqual(wanted.sort());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
