/** Sessions whose runs can be undone, in plain shells under the agent: a forked process per session, in place of a kernel. */

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findPackageRoot } from '../../instrument/index.ts';
import type { UndoneRun } from '../../runtime/session/index.ts';
import { type HostRun, hostSetup, type Values } from '../harness/host.ts';

/** The values of expressions, and the bound names. */
export interface HostState {
  readonly values: Values;
  readonly names: readonly string[];
}

/** One process that forks a fresh shell for each session. */
export class UndoHost {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor(python: string, preload: readonly string[] = []) {
    const env = { ...process.env, PYTHONHASHSEED: '0', OMP_NUM_THREADS: '1', MPLBACKEND: 'agg' };
    this.#child = spawn(python, [join(findPackageRoot(), 'test', 'harness', 'host.py')], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#waiting.shift()?.(line));
    this.#child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
    this.#write({ ...hostSetup(preload), briefly: true });
  }

  /** Starts a session in a folder; one at a time. */
  async start(at: string): Promise<void> {
    await this.#ask({ session: true, at });
  }

  /** Runs a cell. `above` as in the action of the core. */
  async run(
    exec: number,
    cell: string,
    source: string,
    above: readonly string[] | null,
  ): Promise<HostRun['status']> {
    const compares = { keeps: true, copies: false, aside: [], due: [], undoable: true };
    const run = await this.#ask<HostRun>({ exec, cell, source, above, ...compares });
    return run.status;
  }

  undo(exec: number, order: readonly string[] | null, dry = false): Promise<UndoneRun> {
    return this.#ask({ undo: exec, order, dry });
  }

  redo(exec: number, order: readonly string[] | null): Promise<UndoneRun> {
    return this.#ask({ redo: exec, order });
  }

  /** Puts the world in the state after these cells. */
  async place(cells: readonly string[]): Promise<void> {
    await this.#ask({ place: cells });
  }

  state(expressions: readonly string[]): Promise<HostState> {
    return this.#ask({ values: expressions });
  }

  async end(): Promise<void> {
    await this.#ask({});
  }

  close(): void {
    this.#child.stdin.end();
  }

  async #ask<T>(value: unknown): Promise<T> {
    const line = new Promise<string>((resolve) => this.#waiting.push(resolve));
    this.#write(value);
    const answer = JSON.parse(await line) as T & { readonly failure?: string };
    if (answer?.failure !== undefined) throw new Error(answer.failure);
    return answer;
  }

  #write(value: unknown): void {
    this.#child.stdin.write(`${JSON.stringify(value)}\n`);
  }
}
