/** `sluice slice`: both directions, both levels, for programs and for people. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder, sessionText, sluice, sluiceJson } from './sluice.ts';

interface SliceFacts {
  readonly statements: readonly { readonly exec: number; readonly line: number }[];
  readonly [key: string]: unknown;
}

let folder: Folder;
let source: string;
beforeAll(() => {
  folder = makeFolder({
    's.jsonl': sessionText([
      'a = [1]\nb = 2', // 1
      'a.append(b)', // 2
      'c = len(a)\nd = b', // 3
      'unrelated = 0', // 4
      'c + 1', // 5
      'd', // 6
    ]),
  });
  source = join(folder.path, 's.jsonl');
});
afterAll(() => folder.remove());

async function slice(...args: string[]): Promise<SliceFacts> {
  const found = await sluiceJson<SliceFacts>(['slice', source, ...args]);
  expect(found).toHaveLength(1);
  return found[0]!;
}

const at = ({ statements }: SliceFacts): string[] => statements.map(({ exec, line }) => `${exec}:${line}`);

describe.concurrent('programs read one JSON line', () => {
  test('backward, whole cells', async () => {
    const found = await slice('--exec', '5');
    expect(found).toMatchObject({
      type: 'slice',
      exec: 5,
      direction: 'backward',
      level: 'cell',
      executions: [1, 2, 3, 5],
      cells: ['a', 'b', 'c', 'e'],
      guarantee: 'complete',
      reasons: [],
    });
    expect(at(found)).toEqual(['1:1', '1:2', '2:1', '3:1', '3:2', '5:1']);
  }, 60_000);

  test('backward, statements', async () => {
    const found = await slice('--exec', '5', '--level', 'statement');
    expect(found).toMatchObject({ level: 'statement', executions: [1, 2, 3, 5] });
    expect(at(found)).toEqual(['1:1', '1:2', '2:1', '3:1', '5:1']);
    const other = await slice('--exec', '6', '--level', 'statement');
    expect(at(other)).toEqual(['1:2', '3:2', '6:1']);
  }, 60_000);

  test('why: the dependences between two executions', async () => {
    const found = await sluiceJson<{ chain: readonly unknown[] }>([
      'slice',
      source,
      '--exec',
      '5',
      '--why',
      '2',
    ]);
    expect(found).toEqual([
      {
        type: 'why',
        exec: 5,
        why: 2,
        chain: [
          { user: { exec: 5, line: 1 }, writer: { exec: 3, line: 1 }, symbol: 'c', kind: 'observed' },
          { user: { exec: 3, line: 1 }, writer: { exec: 2, line: 1 }, symbol: 'a', kind: 'observed' },
        ],
      },
    ]);
    const none = await sluice(['slice', source, '--exec', '5', '--why', '4']);
    expect(none).toMatchObject({
      code: 1,
      stdout: '# no chain of statements leads from execution 5 to execution 4\n',
    });
  }, 60_000);

  test('forward, whole cells: what the execution affected', async () => {
    expect(await slice('--exec', '2', '--direction', 'forward')).toMatchObject({
      direction: 'forward',
      executions: [2, 3, 5, 6],
    });
    expect(await slice('--exec', '4', '--direction', 'forward')).toMatchObject({ executions: [4] });
  }, 60_000);

  test('forward, statements: not what stands beside it in a cell', async () => {
    const found = await slice('--exec', '2', '--direction', 'forward', '--level', 'statement');
    expect(at(found)).toEqual(['2:1', '3:1', '5:1']);
    expect(found.executions).toEqual([2, 3, 5]);
  }, 60_000);
});

test('people read the source lines, with the claim at the end', async () => {
  const { code, stdout, stderr } = await sluice(['slice', source, '--exec', '6', '--level', 'statement']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    [
      '# execution 1, cell a',
      '  2 b = 2',
      '# execution 3, cell c',
      '  2 d = b',
      '# execution 6, cell f',
      '  1 d',
      '# backward slice of execution 6: 3 of 6 executions, complete',
      '',
    ].join('\n'),
  );
}, 60_000);

test('what a figure shows that is drawn when its cell has ended', async () => {
  const path = folder.write(
    'drawn.jsonl',
    sessionText([
      "labels = ['a', 'b']",
      'other = [1]',
      "labels[0] = 'z'",
      'import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.xaxis.set_major_formatter(lambda v, p: labels[int(v) % 2])',
    ]),
  );
  const [found] = await sluiceJson<SliceFacts>(['slice', path, '--exec', '4']);
  expect(found).toMatchObject({ executions: [1, 3, 4], guarantee: 'complete' });
});
