/**
 * The agent on every Python at hand: the micro-notebooks and the transparency cases that need the standard library only.
 * `SLUICE_TEST_PYTHONS`, separated by colons, names interpreters with IPython; without it, the tests' own is used
 * (`npm run matrix` makes an environment per installed Python and sets it).
 */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Host, type HostRun, testPython } from '../harness/host.ts';
import { checkSession } from '../harness/oracle.ts';
import { isOlder, versionOf } from '../harness/python-version.ts';
import { equalWithin, stable } from '../transparency/comparable.ts';
import { readTransparencyCases } from '../transparency/transparency-case.ts';

interface MicroNotebook {
  readonly name: string;
  readonly cells: readonly string[];
  readonly value: string;
}

const micro = readFileSync(new URL('../cases/micro-notebooks.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as MicroNotebook)
  .filter(({ cells }) => !/\b(?:numpy|pandas|sklearn|matplotlib)\b/.test(cells.join('\n')));
const plain = readTransparencyCases().filter(
  (c) => !c.kernel && !c.fresh && !c.needs && c.known === undefined,
);
const given = process.env.SLUICE_TEST_PYTHONS?.split(':').filter((path) => path !== '');
const pythons = given ?? [await testPython()];

describe.each(pythons)('%s', (python) => {
  const version = versionOf(python);
  let host: Host;
  beforeAll(() => {
    host = new Host(python);
  });
  afterAll(() => host.close());

  test.each(micro)('slice of $name', { timeout: 60_000 }, async ({ cells, value }) => {
    const job = { cells: cells.map((source, i) => [`c${i + 1}`, source] as const), names: [value] };
    const verdict = await checkSession(host, job, 'statement');
    if (!verdict.reproduced) expect(verdict.guarantee, verdict.difference).toBe('not-guaranteed');
  });

  test.each(plain.filter((c) => !isOlder(version, c.python)))(
    'transparency: $name',
    { timeout: 60_000 },
    async ({ cells, factor = 1 }) => {
      const job = { cells: cells.map(({ source }, i) => [`c${i + 1}`, source] as const), timeout: 20 };
      const on = await host.run({ ...job, probes: true });
      const off = await host.run({ ...job, probes: false });
      const differences = cells.flatMap(({ source, uninstrumented = false }, index) => {
        const [probed, bare] = [shown(on.runs[index]), shown(off.runs[index])];
        const fault = on.runs[index]?.trace?.fault ?? null;
        const found = (fault === null) === uninstrumented ? [`instrumented: ${fault ?? 'yes'}`] : [];
        if (probed !== bare && !(factor > 1 && equalWithin(factor, probed, bare))) {
          found.push(`with probes\n${probed}\nwithout probes\n${bare}`);
        }
        return found.map((text) => `in ${JSON.stringify(source)}:\n${text}`);
      });
      if (differences.length > 0) expect.fail(differences.join('\n\n'));
    },
  );
});

function shown(run: HostRun | undefined): string {
  return run === undefined ? 'no run' : stable([run.status, run.stdout, run.result, run.error].join('\n'));
}
