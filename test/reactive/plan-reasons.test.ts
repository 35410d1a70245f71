/** Reasons for runs of up-to-date cells: each makes an object anew, for another cell that is to find it unchanged. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyCore, notebookStates } from '../../slicer/index.ts';
import { testPython } from '../harness/host.ts';
import { CorePlayer } from './core-player.ts';
import { SessionHost } from './host-session.ts';

let host: SessionHost;
beforeAll(async () => {
  host = new SessionHost(await testPython(), ['pandas']);
});
afterAll(() => host.close());

const CASES = [
  {
    name: 'a column that a cell has added',
    cells: {
      a: "import pandas as pd\ndf = pd.DataFrame({'d': [2, 4], 't': [1, 2]})",
      b: 'print(list(df))',
      c: "df['speed'] = df.d / df.t",
    },
    edited: { b: 'print(list(df), 1)' },
    reason: 'it makes df anew for cell 2, because cell 3 has changed it since',
  },
  {
    name: 'a list that the cell itself has changed',
    cells: { a: 'x = [1]', b: 'x.append(2)', c: 'print(x)' },
    edited: { b: 'x.append(3)' },
    reason: 'it makes x anew for cell 2, which has changed it',
  },
];

test.each(CASES)('$name', async ({ cells, edited, reason }) => {
  const player = new CorePlayer(
    host,
    () => {},
    () => {},
  );
  await host.start(false);
  try {
    const order = Object.keys(cells);
    const sources = new Map(Object.entries(cells));
    await player.dispatch({ type: 'cells', order, sources, settles: false });
    await player.dispatch({ type: 'run', cells: order, force: false });
    const [[cell, text]] = Object.entries(edited) as [[string, string]];
    const typed = applyCore(player.state, {
      type: 'cells',
      order,
      sources: new Map(sources).set(cell, text),
      settles: false,
    });
    const { state } = applyCore(
      { ...typed.state, running: { cell: 'other', exec: 0, source: '' } },
      { type: 'run', cells: [cell], force: false },
    );
    expect(notebookStates(state).cells.get('a')).toMatchObject({ state: 'queued', reasons: [reason] });
  } finally {
    await host.end();
  }
});
