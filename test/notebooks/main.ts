/**
 * `npm run notebooks -- [OPTIONS] FILE.ipynb…`: checks foreign notebooks, prints a table, and adds a line of JSON per notebook to
 * a file. Notebooks in the file are not run again, so a check can be interrupted and resumed.
 */

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { watchSignals } from '../../runtime/cli/terminal/end-process.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import { testPython } from '../harness/host.ts';
import { checkNotebook } from './check-notebook.ts';
import { checkReactive } from './check-reactive.ts';
import { checkSaving, savingSummary } from './check-saving.ts';
import { checkStoreOn } from './check-store.ts';
import { reactiveSummary } from './reactive-report.ts';
import { reportTable } from './report.ts';
import { storeSummary } from './store-report.ts';

const USAGE = `npm run notebooks -- [OPTIONS] FILE.ipynb…
  --reactive       run each in reactive mode instead: all of it, all of it again, then edits at random places; what is
                   held back, and which settled cells differ from a run from the top
  --saving         change one letter of each cell instead, save and undo: only that line may differ; runs nothing
  --store          run each with a store that takes everything instead, in sessions whose kernels are killed after random cells;
                   which cells are restored, and which outputs differ from a run without a store; also with --reactive
  --kills N        with --store, how many kernels are killed (default 5)
  --edits N        how many edits (default 10)
  --seed N         the seed by which edits, or cells, are drawn (default 1)
  --budget SECONDS with --reactive, after which no further edit of a notebook begins (default 90)
  --out FILE       where results are added (default notebooks.jsonl; reactive-notebooks.jsonl; store-notebooks.jsonl)
  --python PATH    an interpreter with the notebooks' packages (default: the one of the tests)
  --slices N       executions to slice and verify in each notebook (default 8)
  --cell SECONDS   how long a cell may take without probes (default 60)
  --pass SECONDS   how long all cells of a notebook may take without probes (default 300)
`;

/** Ports are drawn from a stream of their own: the number of tries depends on other processes. */
const SEEDS = `import random, zmq.sugar.socket
random.seed(1)
__import__('numpy').random.seed(1)
zmq.sugar.socket.random = random.Random()
del random, zmq
`;

watchSignals();
process.exitCode = await main();

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      reactive: { type: 'boolean', default: false },
      saving: { type: 'boolean', default: false },
      store: { type: 'boolean', default: false },
      kills: { type: 'string', default: '5' },
      edits: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      budget: { type: 'string', default: '90' },
      python: { type: 'string' },
      slices: { type: 'string', default: '8' },
      cell: { type: 'string', default: '60' },
      pass: { type: 'string', default: '300' },
    },
  });
  if (positionals.length === 0) {
    process.stderr.write(USAGE);
    return 2;
  }
  if (values.saving) {
    const reports = positionals.map((name) => checkSaving(name, resolve(name)));
    process.stdout.write(`${savingSummary(reports)}\n`);
    return reports.some(({ wrong, isSame }) => wrong.length > 0 || !isSame) ? 1 : 0;
  }
  const home = prepareHome(!values.reactive && !values.store);
  const python = values.python ?? (await testPython());
  const limits = { cell: 1000 * Number(values.cell), pass: 1000 * Number(values.pass) };
  const [seed, edits, budget] = [Number(values.seed), Number(values.edits), 1000 * Number(values.budget)];
  const slices = Number(values.slices);
  const { reactive } = values;
  const kills = Number(values.kills);
  const finished = values.store
    ? await checkAll(
        positionals,
        values.out ?? 'store-notebooks.jsonl',
        (name, say) => checkStoreOn(name, resolve(name), { python, reactive, kills, seed, limits, say }),
        storeSummary,
      )
    : reactive
      ? await checkAll(
          positionals,
          values.out ?? 'reactive-notebooks.jsonl',
          (name, say) => checkReactive(name, resolve(name), { python, edits, seed, limits, budget, say }),
          reactiveSummary,
        )
      : await checkAll(
          positionals,
          values.out ?? 'notebooks.jsonl',
          (name, say) => checkNotebook(name, resolve(name), { python, slices, limits, say }),
          reportTable,
        );
  rmSync(home, { recursive: true, force: true });
  return finished ? 0 : 1;
}

/** Checks notebooks without results, and prints a summary of all requested ones. Returns whether all could be checked. */
async function checkAll<T extends { readonly name: string }>(
  names: readonly string[],
  out: string,
  check: (name: string, say: (line: string) => void) => Promise<T>,
  summary: (reports: readonly T[]) => string,
): Promise<boolean> {
  const done = readReports<T>(out);
  for (const [index, name] of names.entries()) {
    const say = (line: string): void => {
      process.stderr.write(`notebooks: ${index + 1} of ${names.length}, ${name}: ${line}\n`);
    };
    if (done.some((report) => report.name === name)) continue;
    try {
      const report = await check(name, say);
      done.push(report);
      appendFileSync(out, `${JSON.stringify(report)}\n`);
    } catch (error) {
      say(`failed: ${error instanceof SluiceError ? error.message : describe(error)}`);
    }
  }
  const asked = done.filter(({ name }) => names.includes(name));
  process.stdout.write(`${summary(asked)}\n`);
  return asked.length === names.length;
}

/**
 * Settings of the kernels' environment, so that two runs of the same code agree: a seed for hashes and for the usual random
 * streams (unless unseeded streams are to differ), one thread for linear algebra, and no configuration of the user's. Returns the
 * folder to delete at the end.
 */
function prepareHome(seeds: boolean): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-notebooks-'));
  const startup = join(home, 'profile_default', 'startup');
  mkdirSync(startup, { recursive: true });
  if (seeds) writeFileSync(join(startup, '00-seed.py'), SEEDS);
  process.once('exit', () => rmSync(home, { recursive: true, force: true }));
  Object.assign(process.env, {
    IPYTHONDIR: home,
    PYTHONHASHSEED: '0',
    COLUMNS: '100',
    LINES: '40',
    OMP_NUM_THREADS: '1',
    OPENBLAS_NUM_THREADS: '1',
  });
  return home;
}

function readReports<T>(path: string): T[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
