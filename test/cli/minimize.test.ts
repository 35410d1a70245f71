/** `sluice gather --minimize`: parts that go, parts that have to stay, the message about both, and a guarantee upgraded by verification. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, sessionText, sluice, sluiceJson } from './sluice.ts';

const T = 120_000;
let folder: Folder;
beforeAll(() => {
  folder = makeFolder({
    'plain.jsonl': sessionText([
      'noise = 1\nkind = "sum"', // a, 1
      'xs = [4, 9]\nxs.append(noise * 0 + 16)', // b, 2
      "cfg = {'k': 1}\ncfg['unused'] = noise", // c, 3
      'print(kind)\nsum(xs) + len(cfg) * 0', // d, 4
      'xs[0] = sum(xs)', // e, 5
      "with open('out.txt', 'w') as f:\n    f.write(str(len(cfg)))", // f, 6
      "import os\nos.environ['KIND'] = str(sum(xs) * 0)", // g, 7
      'import time\nstarted = time.time()\n(started > 0, len(xs))', // h, 8
    ]),
  });
});
afterAll(() => folder.remove());

type Facts = Readonly<Record<string, unknown>> & { readonly script: string };

async function minimize(code: number, ...args: string[]): Promise<Facts> {
  const [found] = await sluiceJson<Facts>(
    ['gather', `${folder.path}/plain.jsonl`, '--level', 'statement', '--minimize', ...args],
    code,
  );
  return found as Facts;
}

function codeOf({ script }: Facts): string[] {
  return script.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
}

describe('a verified script', () => {
  test(
    'loses what its result does not need, and says so',
    async () => {
      const found = await minimize(0, '--exec', '4');
      expect(codeOf(found)).toEqual([
        'noise = 1',
        'kind = "sum"',
        'xs = [4, 9]',
        'xs.append(noise * 0 + 16)',
        "cfg = {'k': 1}",
        'print(kind)',
        'sum(xs) + len(cfg) * 0',
      ]);
      expect(found).toMatchObject({ executions: [1, 2, 3, 4], statements: 8, guarantee: 'complete' });
      expect(found.minimized).toMatchObject({ status: 'minimal', statements: 7, deleted: 1 });
      expect(found.script).toMatch(
        /^# minimized: 7 statements of 4 executions are left; 1 statement went, and no other can go by itself/m,
      );
    },
    T,
  );

  test(
    'keeps what a changed part of an object needs',
    async () => {
      const found = await minimize(0, '--exec', '5');
      expect(codeOf(found)).toEqual([
        'noise = 1',
        'xs = [4, 9]',
        'xs.append(noise * 0 + 16)',
        'xs[0] = sum(xs)',
      ]);
    },
    T,
  );

  test(
    'keeps what a file needs',
    async () => {
      const code = codeOf(await minimize(0, '--exec', '6'));
      expect(code).toContain("cfg['unused'] = noise");
    },
    T,
  );

  test(
    'keeps everything behind a change that cannot be compared',
    async () => {
      const found = await minimize(0, '--exec', '7');
      expect(codeOf(found)).toContain('xs[0] = sum(xs)');
      expect(found.minimized).toMatchObject({ deleted: 0 });
    },
    T,
  );
});

test(
  'a script that cannot be verified is not shrunk',
  async () => {
    const found = await minimize(1, '--exec', '8');
    expect(found).toMatchObject({ minimized: null, upgraded: false, verification: { status: 'differs' } });
  },
  T,
);

test(
  'when the time is up, what there is is verified',
  async () => {
    const { code, stdout } = await sluice([
      ...['gather', `${folder.path}/plain.jsonl`, '--exec', '4', '--level', 'statement'],
      ...['--minimize', '--time-limit', '1'],
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^# minimized in part: .* before the time was up, others might/m);
    expect(stdout).toMatch(/^# verified: /m);
  },
  T,
);

test(
  'a verification upgrades a slice that is not guaranteed',
  async () => {
    const args = ['gather', `${folder.path}/plain.jsonl`, '--exec', '4', '--trace', 'static', '--verify'];
    const [found] = await sluiceJson<Facts>(args);
    expect(found).toMatchObject({ guarantee: 'not-guaranteed', upgraded: true, minimized: null });
    expect(found?.script).toMatch(
      /^# Gathered by .*; not-guaranteed, upgraded by the verification\.\n# not guaranteed: /,
    );
    const [unverified] = await sluiceJson<Facts>(args.slice(0, -1));
    expect(unverified).toMatchObject({ guarantee: 'not-guaranteed', upgraded: false });
  },
  T,
);

test('--time-limit belongs to --minimize', async () => {
  const found = await sluice(['gather', 'x.jsonl', '--exec', '1', '--time-limit', '5']);
  expect(found).toMatchObject({ code: 2, stderr: 'sluice: --time-limit SECONDS belongs to --minimize\n' });
});
