/** `sluice reproduce --on dask://…` with a scheduler and workers of Dask: equal results, a killed worker, Ctrl-C, no cluster. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeFolder, sluice, sluiceJson, startSluice } from '../../cli/sluice.ts';
import { testPython } from '../../harness/host.ts';
import { missingModules } from '../../harness/missing-modules.ts';

vi.setConfig({ testTimeout: 240_000 });

const NOTEBOOKS = 6;
const python = await testPython();
const isThere = !missingModules(python, ['distributed']).has('distributed');
const folder = makeFolder();
const processes: ChildProcess[] = [];
let address = '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a program of Dask, and waits for a line of its log. */
async function start(args: readonly string[], says: RegExp): Promise<ChildProcess> {
  const child = spawn(python, ['-m', ...args], { cwd: folder.path, stdio: ['ignore', 'ignore', 'pipe'] });
  processes.push(child);
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text;
      if (says.test(log)) resolve();
    });
    child.on('exit', () => reject(new Error(log)));
  });
  return child;
}

const startWorker = () =>
  start(
    ['distributed.cli.dask_worker', `tcp://${address}`, '--nthreads', '1', '--no-dashboard', '--no-nanny'],
    /Starting established connection/,
  );

interface Row {
  readonly type: string;
  readonly file: string;
  readonly status: string;
}

const seen = (rows: readonly Row[]) =>
  rows.flatMap(({ type, file, status }) => (type === 'notebook' ? [`${file} ${status}`] : [])).sort();

describe.skipIf(!isThere)('a Dask cluster', () => {
  beforeAll(async () => {
    for (let i = 0; i < NOTEBOOKS; i += 1) {
      const cell = (source: string, outputs: object[]) => ({
        cell_type: 'code',
        id: source.slice(0, 1),
        metadata: {},
        execution_count: 1,
        source,
        outputs,
      });
      const text = (given: string) => [{ output_type: 'stream', name: 'stdout', text: given }];
      const cells = [cell(`x = ${i}`, []), cell('print(x)', text(`${i}\n`))];
      folder.write(
        `corpus/n${i}.ipynb`,
        JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }),
      );
    }
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    await start(
      ['distributed.cli.dask_scheduler', '--host', '127.0.0.1', '--port', String(port), '--no-dashboard'],
      /Scheduler at:/,
    );
  }, 120_000);
  afterAll(() => {
    for (const child of processes) child.kill('SIGKILL');
    folder.remove();
  });

  test('gives the results of one process, each once, although a worker is killed', async () => {
    const [victim] = [await startWorker(), await startWorker()];
    const corpus = join(folder.path, 'corpus');
    const run = startSluice(['reproduce', corpus, '--json', '--python', python, '--on', `dask://${address}`]);
    await vi.waitFor(() => expect(run.stdout()).toContain('\n'), { timeout: 120_000 });
    victim!.kill('SIGKILL');
    const { stdout, code } = await run.finished;
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    const here = await sluiceJson<Row>(['reproduce', corpus, '--python', python]);
    expect(seen(rows)).toEqual(seen(here));
    expect(seen(rows)).toHaveLength(NOTEBOOKS);
    expect(code).toBe(0);
  });

  test('leaves nothing running after Ctrl-C', async () => {
    folder.write(
      'slow/slow.ipynb',
      JSON.stringify({
        cells: [
          {
            cell_type: 'code',
            id: 'a',
            metadata: {},
            execution_count: 1,
            source: 'import time; time.sleep(987)',
            outputs: [],
          },
        ],
        metadata: {},
        nbformat: 4,
        nbformat_minor: 5,
      }),
    );
    const processesNamed = () =>
      execFileSync('ps', ['ax', '-o', 'args'])
        .toString()
        .match(/main\.js worker/g)?.length ?? 0;
    const before = processesNamed();
    const run = startSluice([
      'reproduce',
      join(folder.path, 'slow'),
      '--python',
      python,
      '--on',
      `dask://${address}`,
    ]);
    await vi.waitFor(() => expect(processesNamed()).toBeGreaterThan(before), { timeout: 60_000 });
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(130);
    await vi.waitFor(() => expect(processesNamed()).toBe(before), { timeout: 30_000 });
  });

  test('that is not there is said in one line', async () => {
    const port = await freePort();
    const corpus = join(folder.path, 'corpus');
    const { code, stderr } = await sluice([
      'reproduce',
      corpus,
      '--python',
      python,
      '--on',
      `dask://127.0.0.1:${port}`,
    ]);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n').at(-1)).toMatch(/^sluice: no cluster answers at dask:\/\/127/);
  });
});
