/**
 * The stored texts of a replayed session. A simulated kernel gives the results of runs, because outputs of this size would take a
 * real one too long.
 */

import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { ReplayedSession, type SessionKernel } from '../../runtime/live/index.ts';
import type { Answer } from '../../runtime/live/messages/messages.ts';
import type { TracedRun } from '../../runtime/session/index.ts';
import { recordOf } from '../bench/made-up-records.ts';

const MANY = 40_000_000;

test('old outputs are let go, the last ones of each cell stay', async () => {
  const kernel = {
    library: shippedLibrary(),
    onOutside() {},
    async run(exec: number, cell: string): Promise<Partial<TracedRun>> {
      const outputs = [{ output_type: 'stream', name: 'stdout', text: `${exec}`.repeat(MANY) }];
      const result = { outputs, error: null } as unknown as TracedRun['result'];
      return { record: recordOf(exec, cell, []), result, ms: { run: 1, trace: 0 } as TracedRun['ms'] };
    },
  };
  const place = {
    kernel,
    original: (text: string) => text,
    close: async () => {},
  } as unknown as SessionKernel;
  const session = new ReplayedSession(
    {
      type: 'session',
      events: [1, 2, 3].map((n) => ({ type: 'run', cell: 'a', source: `cell ${n}` })),
    } as unknown as ConstructorParameters<typeof ReplayedSession>[0],
    'three runs',
    {
      startReplay: async () => place,
      replay: async () => {
        throw new Error('nothing is verified here');
      },
    },
  );
  let played = 0;
  const answers: Answer[] = [];
  const line = session.connect((message) => {
    if (message.type === 'replay') played = message.replay.played;
    if (message.type === 'answer') answers.push(message.answer);
  });
  line.receive({ op: 'replay', until: 3 });
  await expect.poll(() => played).toBe(3);
  for (const exec of [1, 2, 3]) line.receive({ ask: 'past-run', id: exec, exec });
  await expect.poll(() => answers.length).toBe(3);
  const kept = answers.map((answer) => answer.to === 'past-run' && answer.outputs?.length);
  expect(kept).toEqual([undefined, 1, 1]);
  expect(answers[0]).toMatchObject({ source: 'cell 1', outputs: null });
});
