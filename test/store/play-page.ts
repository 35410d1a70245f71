/** Plays a case of the store in an open notebook: what a person does on a page, kills of the server, and faults of the store. */

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FromPage } from '../../runtime/live/index.ts';
import { notebookText } from '../cli/sluice.ts';
import { type AttackedServer, attackedServer, type ServedLine } from '../faults/served-line.ts';

/**
 * A step. `say`: an operation of a page, with its consequences; `meanwhile`: the next step does not wait for these. `edit`: a
 * cell (from 1) gets another text. `undo`: the last run of a cell is undone. `kill`: the server is killed, and another one
 * started, which finds the kernel; `end`: server and kernel end, and another server is started. `stored`: waits for so many
 * stored runs. `second`: the steps go on in another notebook
 * with the same cells.
 */
export interface PageStep {
  readonly say?: FromPage;
  readonly meanwhile?: true;
  readonly edit?: readonly [cell: number, text: string];
  readonly undo?: number;
  readonly kill?: true;
  readonly end?: true;
  readonly stored?: number;
  readonly waitMs?: number;
  readonly second?: true;
}

/** A case: the steps in an opened notebook. */
export interface PageCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly steps: readonly PageStep[];
  /** The options of the server beside `--store`. */
  readonly options?: readonly string[];
  /** What is at the place of the store. */
  readonly place?: 'file';
  /** At the end: the cells that say `restored` (it may depend on the moment), and those that have a result. */
  readonly restored?: readonly number[] | 'any';
  readonly waiting?: readonly number[];
  /** Outputs at the end, by cell. */
  readonly shows: Readonly<Record<string, string>>;
  /** Messages to the person: the beginning of one. */
  readonly says?: string;
}

/** The end of a case. */
export interface PlayedPage {
  readonly restored: readonly number[];
  readonly waiting: readonly number[];
  readonly shows: Readonly<Record<string, string>>;
  readonly said: readonly string[];
}

const LIMIT_MS = 40_000;

/** Where cases are played: a folder, its store, and a server for all cases that end none. */
export class PageStage {
  readonly #top = mkdtempSync(join(tmpdir(), 'store-page-'));
  readonly #common: string;
  #server: Promise<AttackedServer> | null = null;
  #cases = 0;

  constructor() {
    this.#common = join(this.#top, 'common');
    mkdirSync(this.#common);
  }

  async play(each: PageCase): Promise<PlayedPage> {
    this.#cases += 1;
    // (no case takes the results of another one)
    const texts = each.cells.map((text) => `${text}\n# ${this.#cases}`);
    const names = ['a', 'b'].map((name) => `${name}${this.#cases}.ipynb`);
    const needsOwn = each.options || each.place || each.steps.some(({ kill, end }) => kill || end);
    const at = needsOwn ? join(this.#top, `at-${this.#cases}`) : this.#common;
    mkdirSync(at, { recursive: true });
    for (const name of names) writeFileSync(join(at, name), notebookText(texts));
    if (needsOwn) return this.#playAlone(each, at, names);
    const store = join(this.#top, 'store');
    this.#server ??= attackedServer(at, ['--store', store]);
    const server = await this.#server;
    const player = new PagePlayer(store, names, await server.open(names[0]!), each.cells.length);
    try {
      for (const step of each.steps) {
        if (step.second) await player.goOn(server, 'open', 1);
        await player.play(step);
      }
      return await player.seen(each);
    } finally {
      for (const name of names) await server.shutDown(name);
    }
  }

  async close(): Promise<void> {
    await (await this.#server)?.stop();
    rmSync(this.#top, { recursive: true, force: true });
  }

  async #playAlone(each: PageCase, at: string, names: readonly string[]): Promise<PlayedPage> {
    const store = join(at, 'store');
    if (each.place === 'file') writeFileSync(store, '');
    const options = ['--store', store, ...(each.options ?? [])];
    let server = await attackedServer(at, options);
    try {
      const player = new PagePlayer(store, names, await server.open(names[0]!), each.cells.length);
      for (const step of each.steps) {
        if (step.kill) await server.kill();
        if (step.end) await server.stop();
        if (step.kill || step.end) {
          server = await attackedServer(at, options);
          await player.goOn(server, step.end ? 'open' : 'join', 0);
        }
        await player.play(step);
      }
      return await player.seen(each);
    } finally {
      await server.stop();
    }
  }
}

class PagePlayer {
  readonly #store: string;
  readonly #many: number;
  readonly #said: string[] = [];
  readonly #names: readonly string[];
  readonly #before: number;
  #line: ServedLine;

  constructor(store: string, names: readonly string[], line: ServedLine, many: number) {
    this.#store = store;
    this.#before = runsIn(store);
    this.#names = names;
    this.#line = line;
    this.#many = many;
  }

  /** Goes on with the first notebook, or with the second one, on a server. */
  async goOn(server: AttackedServer, way: 'open' | 'join', notebook: 0 | 1): Promise<void> {
    this.#said.push(...this.#line.errors, ...this.#line.notes);
    this.#line = await server[way](this.#names[notebook]!);
  }

  async play({ say, meanwhile, edit, undo, stored, waitMs }: PageStep): Promise<void> {
    if (edit !== undefined) {
      const [cell, text] = [`c${edit[0]}`, edit[1]];
      const { source, version } = this.#line.cell(cell);
      const edits = [{ client: 'test', changes: [[source.length, ...text.split('\n')] as never] }];
      this.#line.say({ op: 'edit', cell, version, edits });
      await this.#until(() => this.#line.cell(cell).state !== 'settled');
    }
    if (say !== undefined) {
      this.#line.say(say);
      await (meanwhile ? this.#until(() => this.#isBusy()) : this.#rest());
    }
    if (undo !== undefined) await this.#undo(`c${undo}`);
    if (stored !== undefined) await this.#until(() => runsIn(this.#store) >= this.#before + stored);
    if (waitMs !== undefined) await sleep(waitMs);
  }

  async seen({ restored = [], waiting = [], shows }: PageCase): Promise<PlayedPage> {
    const found = (): PlayedPage => ({
      restored: this.#cells().filter((n) => this.#line.cell(`c${n}`).stored?.restored === true),
      waiting: this.#cells().filter((n) => this.#line.cell(`c${n}`).stored?.restored === false),
      shows: Object.fromEntries(Object.keys(shows).map((cell) => [cell, this.#shown(cell)])),
      said: [...this.#said, ...this.#line.errors, ...this.#line.notes],
    });
    const wanted = JSON.stringify([waiting, shows]);
    const isSo = () =>
      JSON.stringify([found().waiting, found().shows]) === wanted &&
      (restored === 'any' || `${found().restored}` === `${restored}`);
    await this.#until(isSo).catch(() => {});
    return found();
  }

  async #undo(cell: string): Promise<void> {
    const answer = await this.#line.ask({ ask: 'undo-plan', cell });
    if (answer.to !== 'undo-plan') throw new Error(JSON.stringify(answer));
    if (answer.why !== null) this.#said.push(answer.why);
    if (answer.why !== null || answer.exec === null) return;
    const before = this.#line.cell(cell).exec;
    this.#line.say({ op: 'undo-run', exec: answer.exec });
    await this.#until(() => this.#line.cell(cell).exec !== before);
  }

  /** Waits until an operation and its runs are over. */
  async #rest(): Promise<void> {
    await sleep(300);
    await this.#until(() => !this.#isBusy());
    await sleep(200);
    await this.#until(() => !this.#isBusy());
  }

  #isBusy(): boolean {
    const { kernel, plan } = this.#line.notebook;
    const states = this.#cells().map((n) => this.#line.cell(`c${n}`).state);
    return kernel.state !== 'idle' || plan.cells.length > 0 || states.includes('running');
  }

  #cells(): number[] {
    const all = Array.from({ length: this.#many }, (_, at) => at + 1);
    return all.filter((n) => this.#line.has(`c${n}`));
  }

  #shown(cell: string): string {
    return this.#line
      .cell(cell)
      .outputs.map((output) => ('text' in output ? output.text : output.output_type))
      .join('')
      .trim();
  }

  #until(isSo: () => boolean): Promise<void> {
    return this.#line.until(isSo, LIMIT_MS);
  }
}

function runsIn(store: string): number {
  try {
    return readdirSync(join(store, 'runs')).filter((name) => !name.endsWith('.tmp')).length;
  } catch {
    return 0;
  }
}
