/** Killed runs of a corpus that go on: lost, doubled and left results. This file prints nothing. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Folder, makeFolder, startSluice } from '../../cli/sluice.ts';
import { savedNotebook } from './saved-notebook.ts';

const GOOD = savedNotebook([
  ['x = 20', null],
  ["print('hi', x)", 'hi 20\n'],
]);
/** The notebook leaves a process in a session of its own. */
const DAEMON = savedNotebook([
  ["import subprocess\nsubprocess.Popen(['sleep', '999'], start_new_session=True)", null, null],
]);
/** The time in which the workers of a killed run have to end. */
const END_MS = 30_000;

/** A corpus, its results, and the folder for temporary files of its runs. */
export class KilledRuns {
  readonly #folder: Folder;
  readonly #names: readonly string[];
  readonly #tmp: string;
  readonly #out: string;

  constructor(notebooks: number) {
    const names = Array.from({ length: notebooks }, (_, n) => `c/${String(n).padStart(3, '0')}.ipynb`);
    this.#names = names;
    this.#folder = makeFolder(
      Object.fromEntries(names.map((name, n) => [name, n % 4 === 3 ? DAEMON : GOOD])),
    );
    this.#tmp = join(this.#folder.path, 'tmp');
    this.#out = join(this.#folder.path, 'results.jsonl');
    mkdirSync(this.#tmp);
  }

  /** How many whole lines there are. */
  get lines(): number {
    return this.#saved().split('\n').length - 1;
  }

  get isComplete(): boolean {
    return this.lines === this.#names.length;
  }

  /** Starts or continues the run, and kills the run when `until` resolves. */
  async kill(until: (lines: () => number) => Promise<void>): Promise<void> {
    const { child, finished } = this.#start();
    await Promise.race([until(() => this.lines), finished]);
    child.kill('SIGKILL');
    await finished;
  }

  /** Cuts the last line, as an interrupted write does. */
  cutShort(): void {
    this.#folder.write('results.jsonl', `${this.#saved()}{"type":"notebook","file":"c/00`);
  }

  /** Lets the run end; returns the faults. The next run begins anew. */
  async finish(): Promise<readonly string[]> {
    const { code, stderr } = await this.#start().finished;
    const files = this.#saved()
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { readonly file: string }).file);
    const wrong = code === 0 ? [] : [`the last run ended with ${code}: ${stderr}`];
    const [lost, doubled] = [
      this.#names.filter((name) => !files.includes(name)),
      files.filter((name, at) => files.indexOf(name) !== at),
    ];
    if (lost.length > 0) wrong.push(`lost: ${lost.join(', ')}`);
    if (doubled.length > 0) wrong.push(`doubled: ${doubled.join(', ')}`);
    const until = Date.now() + END_MS;
    while (this.#left().length > 0 && Date.now() < until) await sleep(200);
    rmSync(this.#out, { force: true });
    return [...wrong, ...this.#left()];
  }

  remove(): void {
    this.#folder.remove();
  }

  #start(): ReturnType<typeof startSluice> {
    const args = ['reproduce', 'c', '-o', this.#out, '--json', '--jobs', '2'];
    return startSluice(args, { cwd: this.#folder.path, env: { TMPDIR: this.#tmp } });
  }

  #saved(): string {
    return existsSync(this.#out) ? readFileSync(this.#out, 'utf8') : '';
  }

  /** Temporary folders, and processes whose temporary files go there. */
  #left(): readonly string[] {
    const folders = readdirSync(this.#tmp).map((name) => `left: ${name}`);
    if (!existsSync('/proc/self/environ')) return folders;
    const processes = readdirSync('/proc').filter((pid) => {
      try {
        return (
          /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TMPDIR=${this.#tmp}`)
        );
      } catch {
        return false;
      }
    });
    return [...folders, ...processes.map((pid) => `left: process ${pid}`)];
  }
}
