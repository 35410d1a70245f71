/**
 * Attacks on originals: what sessions that are played and scripts that are verified do to every file and repository within
 * their reach stays in the private copy, be it a copy or an overlay.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { replayInCopy } from '../../runtime/cli/replaying.ts';
import { Workplace } from '../../runtime/cli/workplace.ts';
import { makeWorkingCopy, type WorkingCopy } from '../../runtime/copies/index.ts';
import { sessionText, sluice, startSluice } from '../cli/sluice.ts';
import { testPython } from '../harness/host.ts';
import { ATTACKS, type AttackedFolder, attackedFolder } from './attacked-folder.ts';

const USES = { parents: 1, names: new Set<string>(), isAbsolute: false };

let folder: AttackedFolder;
let python: string;
let workplace: Workplace;
beforeAll(async () => {
  python = await testPython();
  const options = { trace: 'on', json: true, effects: [], inPlace: false, copyLimit: null } as const;
  workplace = await Workplace.open({ python, ...options }, tmpdir());
}, 600_000);
afterAll(() => workplace?.close());
afterEach(() => folder?.remove());

/** What the attacks print in the copy, without Jupyter. */
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
    const expected = { outputs: null, error: null, values: {}, effects: {} };
    const { verification } = await replayInCopy(workplace, folder.path, ATTACKS, expected);
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
  timeout: 120_000,
}, async () => {
  folder = attackedFolder({ isLarge: false });
  const file = JSON.stringify(join(folder.path, 'a.csv'));
  const cell = `with open(${file}, 'a') as file: file.write('attack')\nprint(open('a.csv').read())`;
  const session = folder.write('s.jsonl', sessionText([cell]));
  const before = folder.state();
  const { stdout, stderr } = await sluice(['replay', session, '--json']);
  if (stderr.includes('by absolute paths')) return;
  expect(stdout).toContain('a.csvattack');
  expect(folder.state()).toEqual(before);
});

test('a page says why a script cannot run here when no copy can be had', { timeout: 60_000 }, async () => {
  folder = attackedFolder({ isLarge: true });
  const options = { python, trace: 'on', json: true, effects: [], inPlace: false, copyLimit: 1000 } as const;
  const limited = await Workplace.open(options, folder.path);
  // copies would lie in the folder itself, where an overlay cannot
  vi.stubEnv('TMPDIR', folder.path);
  vi.stubEnv('SLUICE_HOME', folder.path);
  try {
    const expected = { outputs: null, error: null, values: {}, effects: {} };
    const { verification } = await replayInCopy(limited, folder.path, ['1'], expected);
    const why = expect.stringMatching(/large\.bin 300 MB.*--copy-limit 1G .*--in-place/);
    expect(verification).toEqual({ status: 'cannot run here', why });
  } finally {
    vi.unstubAllEnvs();
    await limited.close();
  }
});

test('--in-place takes the risk, and says so', { timeout: 120_000 }, async () => {
  folder = attackedFolder({ isLarge: false });
  const session = folder.write('s.jsonl', sessionText(["open('made.csv', 'w').close()"]));
  const { stderr } = await sluice(['replay', session, '--in-place']);
  expect(stderr).toContain(`note: the cells run in ${folder.path} itself`);
  expect(folder.state()).toHaveProperty(['project/made.csv']);
});

test('the copy of a process that was killed is removed at the next start, that of another is not', {
  timeout: 120_000,
}, async () => {
  folder = attackedFolder({ isLarge: false });
  const session = folder.write('s.jsonl', sessionText(['import time; time.sleep(600)']));
  const started = [startSluice(['replay', session]), startSluice(['replay', session])] as const;
  try {
    const [killed, living] = [await copyOf(started[0]), await copyOf(started[1])];
    started[0].child.kill('SIGKILL');
    await started[0].finished;
    expect(existsSync(killed)).toBe(true);
    await sluice(['replay', folder.write('t.jsonl', sessionText(['1']))]);
    expect(existsSync(killed)).toBe(false);
    expect(existsSync(living)).toBe(true);
  } finally {
    for (const { child } of started) child.kill('SIGTERM');
    await started[1].finished;
  }
});

/** The copy that a command works in, once it has one. */
async function copyOf({ child }: ReturnType<typeof startSluice>): Promise<string> {
  for (;;) {
    const found = readdirSync(tmpdir()).find((name) =>
      new RegExp(`^sluice-copy-\\w+-${child.pid}-`).test(name),
    );
    if (found !== undefined && existsSync(join(tmpdir(), found, 'c'))) return join(tmpdir(), found);
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    await sleep(50);
  }
}
