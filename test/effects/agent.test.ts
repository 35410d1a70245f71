/** What the agent makes of effects that no slice of an ordinary notebook shows. */
import { afterAll, expect, test } from 'vitest';
import { Host, testPython } from '../harness/host.ts';

const host = new Host(await testPython());
afterAll(() => host.close());

/** The locations that the last of the cells wrote and read, without objects' fields. */
async function locations(...cells: readonly string[]) {
  const { runs } = await host.run({ cells: cells.map((source, at) => [`c${at}`, source] as const) });
  const statements = runs.at(-1)!.trace!.statements;
  const named = (lists: readonly (readonly (readonly string[])[])[]) =>
    lists.flat().map(([object]) => object);
  return { writes: named(statements.map((s) => s.writes)), reads: named(statements.map((s) => s.reads)) };
}

test('what is sent is a change of the network, what is fetched reads it', { timeout: 30_000 }, async () => {
  const setUp = 'import urllib.request, http.client\nc = http.client.HTTPConnection("127.0.0.1", 9)';
  const sent = await locations(setUp, 'try:\n    c.request("POST", "/")\nexcept OSError:\n    pass');
  expect(sent.writes).toContain('network');
  const fetch = 'try:\n    urllib.request.urlopen("http://127.0.0.1:9/")\nexcept OSError:\n    pass';
  const fetched = await locations(setUp, fetch);
  expect(fetched.reads).toContain('network');
  expect(fetched.writes).not.toContain('network');
});

test('a pattern of file names reads whatever may match', { timeout: 30_000 }, async () => {
  const { reads } = await locations(
    'import glob, pandas',
    'try:\n    pandas.read_csv("*.csv")\nexcept OSError:\n    pass',
  );
  expect(reads).toContain('file');
});
