/**
 * `npm run notebooks -- [OPTIONS] FILE.ipynb…`: checks notebooks that somebody else wrote, prints a table, and adds a line of
 * JSON per notebook to a file. Notebooks that the file has already are not run again, so it can be interrupted and resumed.
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
import { watchSignals } from '../../runtime/cli/end-process.ts';
import { SluiceError } from '../../runtime/errors.ts';
import { testPython } from '../harness/host.ts';
import { checkNotebook } from './check-notebook.ts';
import { type NotebookReport, reportTable } from './report.ts';

const USAGE = `npm run notebooks -- [OPTIONS] FILE.ipynb…
  --out FILE       where results are added (default notebooks.jsonl)
  --python PATH    an interpreter with the notebooks' packages (default: the one of the tests)
  --slices N       executions to slice and verify in each notebook (default 8)
  --cell SECONDS   how long a cell may take without probes (default 60)
  --pass SECONDS   how long all cells of a notebook may take without probes (default 300)
`;

/** Ports are drawn from a stream of their own: how many a kernel tries depends on what else runs. */
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
      out: { type: 'string', default: 'notebooks.jsonl' },
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
  const home = prepareHome();
  const done = readReports(values.out);
  const python = values.python ?? (await testPython());
  const limits = { cell: 1000 * Number(values.cell), pass: 1000 * Number(values.pass) };
  for (const [index, name] of positionals.entries()) {
    const say = (line: string): void => {
      process.stderr.write(`notebooks: ${index + 1} of ${positionals.length}, ${name}: ${line}\n`);
    };
    if (done.some((report) => report.name === name)) continue;
    try {
      const report = await checkNotebook(name, resolve(name), {
        python,
        slices: Number(values.slices),
        limits,
        say,
      });
      done.push(report);
      appendFileSync(values.out, `${JSON.stringify(report)}\n`);
    } catch (error) {
      say(`failed: ${error instanceof SluiceError ? error.message : describe(error)}`);
    }
  }
  rmSync(home, { recursive: true, force: true });
  const asked = done.filter(({ name }) => positionals.includes(name));
  process.stdout.write(`${reportTable(asked)}\n`);
  return asked.length === positionals.length ? 0 : 1;
}

/**
 * What kernels find in their environment, so that two runs of the same code agree: a seed for the usual random streams and
 * for hashes, one thread for linear algebra, and no configuration of the user's. Returns the folder to delete at the end.
 */
function prepareHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'sluice-notebooks-'));
  const startup = join(home, 'profile_default', 'startup');
  mkdirSync(startup, { recursive: true });
  writeFileSync(join(startup, '00-seed.py'), SEEDS);
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

function readReports(path: string): NotebookReport[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as NotebookReport);
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
