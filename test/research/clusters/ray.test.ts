/** `sluice reproduce --on ray://…` with a Ray of one machine: equal results although processes of tasks are killed, and Ctrl-C. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { nanoid } from 'nanoid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeFolder, sluiceJson, startSluice } from '../../cli/sluice.ts';
import { testPython } from '../../harness/host.ts';
import { missingModules } from '../../harness/missing-modules.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 240_000 });

const NOTEBOOKS = 6;
const python = await testPython();
/** Ray is large: it may be in a Python of its own. */
const rayPython = process.env.SLUICE_TEST_RAY_PYTHON ?? python;
const isThere = missingModules(rayPython, ['ray', 'grpc']).size === 0;
const folder = makeFolder();
// the cluster takes orders only from programs with this token
const env = {
  ...process.env,
  RAY_AUTH_MODE: 'token',
  RAY_AUTH_TOKEN_PATH: join(folder.path, 'token'),
  RAY_USAGE_STATS_ENABLED: '0',
  VIRTUAL_ENV: dirname(dirname(rayPython)),
};
let ray: ChildProcess | null = null;
let address = '';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

interface Row {
  readonly type: string;
  readonly file: string;
  readonly status: string;
}

const seen = (rows: readonly Row[]) =>
  rows.flatMap(({ type, file, status }) => (type === 'notebook' ? [`${file} ${status}`] : [])).sort();

function notebook(sources: readonly string[], printed: string): string {
  const cells = sources.map((source, i) => ({
    cell_type: 'code',
    id: `c${i}`,
    metadata: {},
    execution_count: 1,
    source,
    outputs: i === 0 ? [] : [{ output_type: 'stream', name: 'stdout', text: printed }],
  }));
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

/** The processes of tasks: those of this Ray, not of another one on the machine, that have started a worker of ours. */
function tasks(): readonly number[] {
  const listed = execFileSync('ps', ['ax', '-o', 'pid=,ppid=,args=']).toString().trim().split('\n');
  const processes = listed.map((line) => line.trim().split(/\s+/));
  const parents = processes.filter((words) => words.join(' ').includes('main.js worker')).map(([, up]) => up);
  const above = new Map(processes.map(([pid, up]) => [pid, up]));
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(ray?.pid) || isOurs(above.get(pid)));
  const ofRay = processes.filter(([pid, , name]) => parents.includes(pid) && name?.startsWith('ray::'));
  return ofRay.filter(([pid]) => isOurs(pid)).map(([pid]) => Number(pid));
}

const reproduce = (name: string) => [
  'reproduce',
  join(folder.path, name),
  '--json',
  '--python',
  python,
  '--on',
  `ray://${address}`,
];

describe.skipIf(!isThere)('a Ray cluster', () => {
  beforeAll(async () => {
    for (let i = 0; i < NOTEBOOKS; i += 1) {
      const sources = [`x = ${i}`, 'import time; time.sleep(1); print(x)'];
      folder.write(`corpus/n${i}.ipynb`, notebook(sources, `${i}\n`));
    }
    folder.write('slow/slow.ipynb', notebook(['import time; time.sleep(987)'], ''));
    writeFileSync(env.RAY_AUTH_TOKEN_PATH, nanoid(40), { mode: 0o600 });
    const [port, clients] = [await freePort(), await freePort()];
    address = `127.0.0.1:${clients}`;
    ray = spawn(
      join(dirname(rayPython), 'ray'),
      [
        ...[
          'start',
          '--head',
          '--block',
          '--num-cpus=2',
          '--include-dashboard=false',
          '--disable-usage-stats',
        ],
        ...[`--port=${port}`, `--ray-client-server-port=${clients}`, '--object-store-memory=100000000'],
        `--temp-dir=${join(folder.path, 'r')}`,
      ],
      { env, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let log = '';
    await new Promise<void>((resolve, reject) => {
      for (const pipe of [ray!.stdout!, ray!.stderr!]) {
        pipe.setEncoding('utf8').on('data', (text: string) => {
          log += text;
          if (/Ray runtime started/.test(log)) resolve();
        });
      }
      ray!.on('exit', () => reject(new Error(log)));
    });
  });
  afterAll(async () => {
    if (ray !== null && ray.exitCode === null) {
      ray.kill('SIGTERM');
      await once(ray, 'exit');
    }
    folder.remove();
  });

  test('gives the results of one process, each once, although two tasks are killed', async () => {
    const run = startSluice(reproduce('corpus'), { env });
    let killed = 0;
    const killer = setInterval(() => {
      const done = run.stdout().split('\n').length - 1;
      const [first] = done > 2 * killed ? tasks() : [];
      if (first === undefined || killed === 2) return;
      process.kill(first, 'SIGKILL');
      killed += 1;
    }, 300);
    const { stdout, stderr, code } = await run.finished.finally(() => clearInterval(killer));
    expect(stderr).not.toContain('sluice: ');
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Row);
    expect(killed).toBe(2);
    const here = await sluiceJson<Row>(['reproduce', join(folder.path, 'corpus'), '--python', python]);
    expect(seen(rows)).toEqual(seen(here));
    expect(seen(rows)).toHaveLength(NOTEBOOKS);
    expect(code).toBe(0);
  });

  test('leaves nothing running after Ctrl-C', async () => {
    const before = new Set(tasks());
    const run = startSluice(reproduce('slow'), { env });
    const own = () => tasks().filter((pid) => !before.has(pid));
    await vi.waitFor(() => expect(own()).toHaveLength(1), { timeout: 120_000 });
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(130);
    await vi.waitFor(() => expect(own()).toEqual([]), { timeout: 60_000 });
  });
});
