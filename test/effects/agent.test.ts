/** Effects in the agent that no slice of an ordinary notebook shows. */
import { afterAll, expect, test } from 'vitest';
import { Host, testPython } from '../harness/host.ts';

const host = new Host(await testPython());
afterAll(() => host.close());

/** The locations written and read by the last of the cells, without fields of objects. */
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

/** Global names read by the last of the cells. */
async function namesRead(...cells: readonly string[]): Promise<string[]> {
  const { runs } = await host.run({ cells: cells.map((source, at) => [`c${at}`, source] as const) });
  const reads: readonly (readonly string[])[] = runs.at(-1)!.trace!.statements.flatMap((s) => s.reads);
  return reads.flatMap(([object, name = '']) => (object === 'g' ? [name] : []));
}

test.each([
  [
    'text that a profiler runs',
    'import cProfile, io, contextlib\nn = 1',
    'with contextlib.redirect_stdout(io.StringIO()):\n    cProfile.run("n + 1")',
    'n',
  ],
  ['text that is timed', 'import timeit\nn = 1', 'timeit.timeit("n + 1", number=1, globals=globals())', 'n'],
  [
    'text that is timed by an object',
    'import timeit\nn = 1\nt = timeit.Timer("n + 1", globals=globals())',
    't.timeit(1)',
    'n',
  ],
  [
    'classes in a pickle',
    'import pickle\nclass A: pass\ndata = pickle.dumps(A())',
    'pickle.loads(data)',
    'A',
  ],
  [
    'classes that an unpickler finds',
    'import io, pickle\nclass A: pass\nu = pickle.Unpickler(io.BytesIO(pickle.dumps(A())))',
    'u.load()',
    'A',
  ],
  [
    'annotations that are text',
    'import typing\nclass A: pass\ndef f(a: "A"): pass',
    'typing.get_type_hints(f)',
    'A',
  ],
])('a call reads the names in %s', { timeout: 30_000 }, async (_, setUp, call, name) => {
  expect(await namesRead(setUp, call)).toContain(name);
});
