/**
 * Attacks on originals: effects of played sessions and verified scripts on every file and repository within their reach stay in
 * the private copy, be it a copy or an overlay.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { builtFile } from '../../instrument/index.ts';
import { parseCommand } from '../../runtime/cli/arguments.ts';
import { replayInCopy } from '../../runtime/cli/replay/replaying.ts';
import { Workplace } from '../../runtime/cli/workplace/workplace.ts';
import { makeWorkingCopy, removeLeftOvers, type WorkingCopy } from '../../runtime/copies/index.ts';
import { sessionText, sluice } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';
import { ATTACKS, type AttackedFolder, attackedFolder } from './attacked-folder.ts';

const OPTIONS = { trace: 'on', json: true, effects: [], inPlace: false, copyLimit: null } as const;
const EXPECTED = { outputs: null, error: null, values: {}, effects: {} };
const USES = { parents: 1, names: new Set<string>(), isAbsolute: false };

let folder: AttackedFolder;
let python: string;
let workplace: Workplace;
beforeAll(async () => {
  python = await testPython();
  workplace = await Workplace.open({ python, ...OPTIONS }, tmpdir());
}, 600_000);
afterAll(() => workplace?.close());
afterEach(() => folder?.remove());

/** The output of the attacks in the copy, without Jupyter. */
function attack({ path, through }: WorkingCopy): string {
  const [program = '', ...args] = [...(through ?? []), python, '-c', ATTACKS.join('\n')];
  return execFileSync(program, args, { cwd: path, encoding: 'utf8' });
}

describe.each([
  ['a small folder', false],
  ['a large one', true],
] as const)('%s', (_, isLarge) => {
  test('is as it was, and so is its copy when it is renewed', { timeout: 120_000 }, async () => {
    folder = attackedFolder({ isLarge });
    const before = folder.state();
    const copy = await makeWorkingCopy(folder.path, USES, {
      limit: null,
      isRenewed: true,
      python: async () => python,
    });
    try {
      expect(attack(copy)).not.toContain('False');
      await copy.renew();
      expect(attack(copy)).not.toContain('False');
    } finally {
      await copy.remove();
    }
    expect(folder.state()).toEqual(before);
  });

  test('is as it was after a page has verified a script', { timeout: 120_000 }, async () => {
    folder = attackedFolder({ isLarge });
    const before = folder.state();
    const { verification } = await replayInCopy(workplace, folder.path, ATTACKS, EXPECTED);
    expect(verification).toEqual({ status: 'verified' });
    expect(folder.state()).toEqual(before);
  });
});

test('a session changes nothing, also after a restart, and its copy shows what it did before', {
  timeout: 120_000,
}, async () => {
  folder = attackedFolder({ isLarge: true });
  const restart = '{"type":"restart"}\n';
  const after = sessionText(["import os\nprint('moved' in os.listdir('.'))\nopen('made', 'w').close()"]);
  const session = folder.write('s.jsonl', sessionText(ATTACKS) + restart + after);
  const before = folder.state();
  const { stdout, code } = await sluice(['replay', session, '--json']);
  expect(folder.state()).toEqual(before);
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/False|"status":"error"/);
  expect(stdout).toContain('"errors":0');
});

test('an absolute path into the folder leads into the private copy, or it is said that it does not', {
  timeout: 60_000,
}, async () => {
  folder = attackedFolder({ isLarge: false });
  const file = JSON.stringify(join(folder.path, 'a.csv'));
  const cell = `with open(${file}, 'a') as file: file.write('attack')\nassert 'attack' in open('a.csv').read()`;
  const before = folder.state();
  const means = { limit: null, isRenewed: false, python: async () => python };
  const copy = await makeWorkingCopy(folder.path, { ...USES, isAbsolute: true }, means);
  await copy.remove();
  if (copy.through === null) expect(copy.notes.join()).toContain('by absolute paths');
  else {
    const { verification } = await replayInCopy(workplace, folder.path, [cell], EXPECTED);
    expect(verification).toEqual({ status: 'verified' });
  }
  expect(folder.state()).toEqual(before);
});

test('a page says why a script cannot run here when no copy can be had', { timeout: 60_000 }, async () => {
  folder = attackedFolder({ isLarge: true });
  const limited = await Workplace.open({ python, ...OPTIONS, copyLimit: 1000 }, folder.path);
  // copies would lie in the folder itself, where an overlay cannot
  vi.stubEnv('TMPDIR', folder.path);
  vi.stubEnv('SLUICE_HOME', folder.path);
  try {
    const { verification } = await replayInCopy(limited, folder.path, ['1'], EXPECTED);
    const why = expect.stringMatching(/large\.bin 300 MB.*--copy-limit 1G .*--in-place/);
    expect(verification).toEqual({ status: 'cannot run here', why });
  } finally {
    vi.unstubAllEnvs();
    await limited.close();
  }
});

test('--in-place and --copy-limit take the risk', { timeout: 60_000 }, async () => {
  folder = attackedFolder({ isLarge: false });
  const command = await parseCommand(['open', folder.path, '--in-place', '--copy-limit', '8G']);
  if (command.type !== 'open') throw new Error('it is another command');
  expect(command).toMatchObject({ inPlace: true, copyLimit: 8e9 });
  const daring = await Workplace.open({ ...command, python }, folder.path);
  try {
    await replayInCopy(daring, folder.path, ["open('made.csv', 'w').close()"], EXPECTED);
  } finally {
    await daring.close();
  }
  expect(folder.state()).toHaveProperty(['project/made.csv']);
});

test('the copy of a process that was killed is removed at the next start, that of another is not', {
  timeout: 60_000,
}, async () => {
  folder = attackedFolder({ isLarge: false });
  const [killed, living] = [await processWithCopy(folder.path), await processWithCopy(folder.path)];
  try {
    killed.child.kill('SIGKILL');
    await once(killed.child, 'exit');
    expect(existsSync(killed.copy)).toBe(true);
    await (await Workplace.open({ python, ...OPTIONS }, folder.path)).close();
    expect([existsSync(killed.copy), existsSync(living.copy)]).toEqual([false, true]);
  } finally {
    living.child.kill('SIGKILL');
    await once(living.child, 'exit');
    await removeLeftOvers();
  }
  expect(existsSync(living.copy)).toBe(false);
});

/** Another process, which has made a copy of a folder and lives on. */
async function processWithCopy(path: string): Promise<{ child: ChildProcess; copy: string }> {
  const door = builtFile('runtime/copies/index.js');
  const program = `import { makeWorkingCopy } from ${JSON.stringify(door)};
    console.log((await makeWorkingCopy(${JSON.stringify(path)})).path);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, copy: line.toString().trim() };
}
