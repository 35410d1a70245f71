/**
 * Has a cluster process many notebooks, each as a task of its engine: the engine balances the load, and gives
 * the tasks of a dead worker to others. Each notebook has one result.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtFile, findPackageRoot } from '../../../instrument/index.ts';
import { killProcess, pythonIn } from '../../platform/index.ts';
import { runProgram } from '../../python/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CorpusFile, CorpusRun, WorkerAnswer, WorkerStart } from '../reproduce/index.ts';
import type { Engine } from './cluster.ts';

/** The time for cancelling the tasks. */
const CLOSE_MS = 8_000;

/** The client libraries, the modules that they need, and how to get them. */
const LIBRARIES = {
  dask: { module: 'distributed', needs: ['distributed'], install: 'pip install distributed' },
  // (`pip install ray` has no gRPC, without which Ray's client cannot connect)
  ray: { module: 'ray', needs: ['ray', 'grpc'], install: 'pip install "ray[client]"' },
} as const;

/** From the client's Python program. */
type FromClient =
  | { readonly type: 'connected'; readonly workers: number }
  | { readonly type: 'unavailable'; readonly message: string }
  | { readonly type: 'answer'; readonly file: string; readonly answer: string }
  | { readonly type: 'lost'; readonly file: string; readonly why: string };

/** A run on a cluster that can be ended. */
export class ClusterRunner<Result> {
  readonly #run: CorpusRun<Result>;
  readonly #engine: Engine;
  readonly #python: string | undefined;
  readonly #say: (line: string) => void;
  #client: ChildProcess | null = null;
  #isClosed = false;

  /** `python`: the Python that may have the client library, if the user named one; `say` gets notes for people. */
  constructor(
    run: CorpusRun<Result>,
    engine: Engine,
    python: string | undefined,
    say: (line: string) => void,
  ) {
    this.#run = run;
    this.#engine = engine;
    this.#python = python;
    this.#say = say;
  }

  /** Runs all notebooks. @throws {SluiceError} if the cluster cannot be reached, or the client library is missing */
  async runAll(files: readonly CorpusFile[]): Promise<void> {
    const { type, host } = this.#engine;
    const waiting = new Map<string, CorpusFile>();
    for (const file of files) {
      if (file.problem === null) waiting.set(file.file, file);
      else this.#run.each(this.#run.unrun(file.file, 'unreadable', file.problem));
    }
    if (waiting.size === 0) return;
    const python = await this.#clientPython();
    const program = join(findPackageRoot(), 'runtime', 'research', 'clusters', `${type}_client.py`);
    const client = spawn(python, [program], { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#client = client;
    let complaint = '';
    client.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    const { program: named, start, limitMs } = this.#run;
    const begin: WorkerStart = { type: 'start', program: named, limitMs, start };
    const asked = {
      address: type === 'dask' ? `tcp://${host}` : `ray://${host}`,
      command: [process.execPath, builtFile('runtime/cli/main.js')],
      start: JSON.stringify(begin),
      notebooks: [...waiting.values()].map(({ file, path }) => ({ type: 'run', file, path })),
    };
    client.stdin.on('error', () => {});
    client.stdin.write(`${JSON.stringify(asked)}\n`);
    for await (const line of createInterface({ input: client.stdout })) {
      const said = JSON.parse(line) as FromClient;
      if (said.type === 'unavailable')
        throw new SluiceError(`no cluster answers at ${type}://${host}: ${firstLine(said.message)}`);
      if (said.type === 'connected') this.#greet(said.workers);
      else if (waiting.delete(said.file)) this.#take(said);
    }
    if (this.#isClosed || waiting.size === 0) return;
    await this.close();
    throw new SluiceError(
      `${type}://${host} was lost, with ${waiting.size} of ${files.length} notebooks to do: ${errorLine(complaint)}`,
    );
  }

  /** Cancels the tasks; notebooks in progress have no result. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    if (client === null || client.exitCode !== null || client.signalCode !== null) return;
    client.stdin?.end();
    await Promise.race([once(client, 'exit'), sleep(CLOSE_MS, null, { ref: false })]);
    killProcess(client);
  }

  #greet(workers: number): void {
    const { type, host } = this.#engine;
    if (workers === 0) this.#say(`${type}://${host} has no workers yet; the notebooks wait for them`);
  }

  #take(said: Extract<FromClient, { readonly file: string }>): void {
    if (said.type === 'lost') {
      this.#run.each(this.#run.unrun(said.file, 'failed', `the cluster lost it: ${firstLine(said.why)}`));
      return;
    }
    const answer = JSON.parse(said.answer) as WorkerAnswer<Result>;
    if (answer.type === 'unavailable')
      throw new SluiceError(`a worker of the cluster cannot work: ${answer.message}`);
    if (answer.type === 'result') this.#run.each(answer.result);
    else this.#run.each(this.#run.unrun(said.file, answer.how, answer.why));
  }

  /** The first Python that has the client library. */
  async #clientPython(): Promise<string> {
    const { module, needs, install } = LIBRARIES[this.#engine.type];
    const environment = process.env.VIRTUAL_ENV ?? process.env.CONDA_PREFIX;
    const found = [
      ...(this.#python === undefined ? [] : [this.#python]),
      ...(environment === undefined ? [] : [pythonIn(environment)]),
      'python3',
    ];
    for (const python of found) {
      // (a stranger's folder, in which this runs, may have a file of that name)
      const own = `import sys; sys.path[:] = filter(None, sys.path); import ${needs.join(', ')}`;
      const { code } = await runProgram(python, ['-c', own]);
      if (code === 0) return python;
    }
    throw new SluiceError(
      `${module} is in no Python that was tried (${found.map((each) => basename(each)).join(', ')}): ${install}, or name its Python with --python`,
    );
  }
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

/** The error of a Python traceback; else its last line. */
function errorLine(text: string): string {
  const lines = text.trim().split('\n');
  return lines.findLast((line) => /^[\w.]*(?:Error|Exception)\b/.test(line)) ?? lines.at(-1) ?? '';
}
