/**
 * A `sluice open` with lines to its notebooks as pages have them, without a browser; and the resources of its processes. It
 * asserts nothing.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Answer, CellView, FromPage, FromServer } from '../../runtime/live/index.ts';
import { applyMessage, type NotebookCopy } from '../../web-ui/page/apply-message.ts';
import { startSluice } from '../cli/sluice.ts';

/** A server under attack. */
export interface AttackedServer {
  readonly pid: number;
  /** Opens a notebook of the folder. */
  open(name: string): Promise<ServedLine>;
  /** The same, without waiting for the kernel, which may be busy. */
  join(name: string): Promise<ServedLine>;
  /** Ends the kernel of a notebook, and closes the notebook. */
  shutDown(name: string): Promise<void>;
  /** Ends the server by a signal. */
  kill(signal?: NodeJS.Signals): Promise<void>;
  stop(): Promise<{ readonly code: number | null; readonly stderr: string }>;
}

/** Serves a folder. */
export async function attackedServer(
  folder: string,
  options: readonly string[] = [],
): Promise<AttackedServer> {
  const python = process.env.SLUICE_TEST_PYTHON;
  const interpreter = python === undefined ? [] : ['--python', python];
  const run = startSluice(['open', folder, '--no-browser', ...interpreter, ...options]);
  const lines: ServedLine[] = [];
  while (!run.stdout().includes('\n')) {
    if (run.child.exitCode !== null) throw new Error((await run.finished).stderr);
    await sleep(20);
  }
  const address = new URL(run.stdout().trim());
  const join = async (name: string, isSo: (notebook: NotebookCopy['notebook']) => boolean) => {
    const line = new ServedLine(address, name);
    lines.push(line);
    await line.until(isSo);
    return line;
  };
  return {
    pid: run.child.pid!,
    open: (name) => join(name, ({ kernel }) => kernel.state === 'idle'),
    join: (name) => join(name, () => true),
    async shutDown(path) {
      await fetch(new URL('/api/kernels', address), {
        method: 'POST',
        headers: { Authorization: `token ${address.searchParams.get('token')}` },
        body: JSON.stringify({ path, op: 'shutdown' }),
      });
    },
    async kill(signal = 'SIGKILL') {
      run.child.kill(signal);
      await run.finished;
      for (const line of lines) line.close();
    },
    async stop() {
      for (const line of lines) line.close();
      run.child.kill('SIGINT');
      return run.finished;
    },
  };
}

const LIMIT_MS = 120_000;

/** A page's line to a notebook, with a copy of the notebook as pages have. */
export class ServedLine {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  readonly #early: FromPage[] = [];
  #asked = 0;
  #copy: NotebookCopy | null = null;
  /** The number of received characters. */
  received = 0;
  readonly errors: string[] = [];
  readonly notes: string[] = [];

  constructor(address: URL, name: string) {
    const url = `ws://${address.host}/socket?path=${encodeURIComponent(name)}`;
    const headers = {
      Origin: address.origin,
      Authorization: `token ${address.searchParams.get('token')}`,
    };
    this.#socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.#socket.on('error', (error) => this.errors.push(error.message));
    this.#socket.on('open', () => {
      for (const message of this.#early) this.#socket.send(JSON.stringify(message));
    });
    this.#socket.on('message', (data) => this.#take(String(data)));
  }

  say(message: FromPage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    else this.#early.push(message);
  }

  ask(question: { readonly ask: string } & Readonly<Record<string, unknown>>): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#answers.set(id, resolve);
      this.say({ ...question, id } as unknown as FromPage);
    });
  }

  /** Waits until the notebook is so. */
  async until(isSo: (notebook: NotebookCopy['notebook']) => boolean, limit = LIMIT_MS): Promise<void> {
    const deadline = Date.now() + limit;
    while (this.#copy === null || !isSo(this.#copy.notebook)) {
      if (Date.now() > deadline) throw new Error(`the notebook did not become so: ${this.errors.join('; ')}`);
      await sleep(10);
    }
  }

  /** Runs a cell to its end. */
  async run(cell: string, wishes: { readonly whole?: boolean } = {}, limit?: number): Promise<CellView> {
    const before = this.cell(cell).exec;
    this.say({ op: 'run', cells: [cell], ...wishes });
    await this.until(() => {
      const { exec, state } = this.cell(cell);
      return exec !== before && state !== 'running' && state !== 'queued';
    }, limit);
    return this.cell(cell);
  }

  /** The notebook without its cells. */
  get notebook(): NotebookCopy['notebook'] {
    if (this.#copy === null) throw new Error('there is no notebook yet');
    return this.#copy.notebook;
  }

  has(id: string): boolean {
    return this.#copy?.cells.has(id) ?? false;
  }

  cell(id: string): CellView {
    const found = this.#copy?.cells.get(id);
    if (found === undefined) throw new Error(`there is no cell ${id}`);
    return found;
  }

  close(): void {
    this.#socket.terminate();
  }

  #take(text: string): void {
    this.received += text.length;
    const message = JSON.parse(text) as FromServer;
    if (message.type === 'error') this.errors.push(message.message);
    else if (message.type === 'note') this.notes.push(message.message);
    else if (message.type === 'answer') this.#answers.get(message.id)?.(message.answer);
    else this.#copy = applyMessage(this.#copy, message);
  }
}

/** The most memory of a process so far, in megabytes. */
export function mostMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
