/**
 * `npm run fuzz -- reactive|any-order [FROM-TO]`: generated notebooks with changes, by default 2000 from other seeds than the tests'. After every change settled cells are
 * compared with a run from the top. A script that shows something wrong is shrunk and added to `test/cases/reactive/found.jsonl`; then the exit code is 1.
 */

import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import type { OrderMode } from '../../slicer/index.ts';
import { testPython } from '../harness/host.ts';
import { missingModules } from '../harness/missing-modules.ts';
import { checkScript, type Playing, type ScriptCheck } from '../reactive/check-script.ts';
import { type EditScript, editScript } from '../reactive/edit-script.ts';
import { SessionHost } from '../reactive/host-session.ts';
import { OBJECT_LINES } from '../reactive/object-lines.ts';
import { PACKAGE_LINES } from '../reactive/package-lines.ts';
import { WORLD_LINES } from '../reactive/world-lines.ts';
import { Progress } from './progress.ts';

const SCRIPTS = 2000;
/** Reasons why cells were left otherwise than settled that are printed, the commonest first. */
const REASONS = 60;
const EXAMPLES = 4;
const CASES = join(findPackageRoot(), 'test', 'cases', 'reactive', 'found.jsonl');

/** Checks the scripts of these seeds; returns the exit code. */
export async function fuzzReactive(orderMode: OrderMode, seeds: string | undefined): Promise<number> {
  const today = Math.floor(Date.now() / 1000) % 1_000_000_000;
  const [from = today, to = today + SCRIPTS] = seeds?.split('-').map(Number) ?? [];
  if (!(from < to)) {
    process.stderr.write('sluice: fuzz takes FROM-TO, two numbers\n');
    return 2;
  }
  const python = await testPython();
  const playing = ({ seed }: EditScript): Playing => ({ copies: seed % 2 === 0, orderMode });
  const progress = new Progress(to - from);
  const total = { runs: 0, due: 0, cells: 0, settled: 0 };
  const left = new Map<string, number[]>();
  const packages = PACKAGE_LINES.flatMap(({ needs = [] }) => needs);
  const missing = missingModules(python, packages);
  const present = PACKAGE_LINES.filter(({ needs = [] }) => !needs.some((module) => missing.has(module)));
  const kinds = [...OBJECT_LINES, ...WORLD_LINES, ...present];
  const preload = [
    'pandas',
    'dask.dataframe',
    'typed_containers',
    ...packages.filter((module) => !missing.has(module)),
  ];
  let seed = from;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      seed = to;
    });
  }
  const work = async (): Promise<void> => {
    const hosts = [0, 1].map(() => new SessionHost(python, preload, 'agg', true)) as [
      SessionHost,
      SessionHost,
    ];
    while (seed < to) {
      const script = editScript(seed++, kinds);
      const check = await checkScript(script, ...hosts, playing(script));
      for (const key of ['runs', 'due', 'cells', 'settled'] as const) total[key] += check[key];
      for (const why of check.left) {
        const kind = why.replace(/\b(?:cell )?c?\d+\b/g, '#');
        left.set(kind, [...(left.get(kind) ?? []), script.seed]);
      }
      progress.checked(check.wrong.length > 0);
      if (check.wrong.length > 0) report(await shrink(script, check, hosts, playing(script)), orderMode);
    }
    for (const host of hosts) host.close();
  };
  await Promise.all([work(), work()]);
  progress.end();
  const { runs, due, settled, cells } = total;
  process.stdout.write(
    `${settled} of ${cells} cells settled; ${runs} ran where ${due} had to (${(runs / due).toFixed(3)})\n`,
  );
  const reasons = [...left].sort(([, a], [, b]) => b.length - a.length).slice(0, REASONS);
  for (const [why, seeds] of reasons) {
    const some = [...new Set(seeds)].slice(0, EXAMPLES).join(', ');
    process.stdout.write(`${seeds.length} cells ${why} (seeds ${some})\n`);
  }
  return progress.wrong > 0 ? 1 : 0;
}

interface Found {
  readonly script: EditScript;
  readonly check: ScriptCheck;
}

function report({ script, check }: Found, orderMode: OrderMode): void {
  appendFileSync(CASES, `${JSON.stringify({ ...script, orderMode })}\n`);
  process.stdout.write(
    `seed ${script.seed}\n${check.wrong.join('\n')}\n${JSON.stringify(script, null, 1)}\n`,
  );
}

/** Leaves out steps and cells as long as something is wrong. */
async function shrink(
  script: EditScript,
  check: ScriptCheck,
  hosts: readonly [SessionHost, SessionHost],
  playing: Playing,
): Promise<Found> {
  let best: Found = { script, check };
  for (let shorter = true; shorter; ) {
    shorter = false;
    for (const smaller of smallerScripts(best.script)) {
      const again = await checkScript(smaller, ...hosts, playing).catch(() => null);
      if (again === null || again.wrong.length === 0) continue;
      best = { script: smaller, check: again };
      shorter = true;
      break;
    }
  }
  return best;
}

function* smallerScripts(script: EditScript): Generator<EditScript> {
  const { cells, steps } = script;
  for (let i = steps.length - 1; i >= 0; i -= 1) yield { ...script, steps: steps.toSpliced(i, 1) };
  for (const [cell] of cells) {
    yield {
      ...script,
      cells: cells.filter(([other]) => other !== cell),
      steps: steps.filter((step) => step.type === 'write' || step.cell !== cell),
    };
  }
}
