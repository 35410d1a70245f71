/** A `sluice open` in a process of its own, and an attacker's ways to it: requests, frames, resets. It asserts nothing. */

import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { FromServer } from '../../runtime/live/index.ts';
import { startSluice } from '../cli/sluice.ts';
import type { Choices } from '../generator/random.ts';

const READY_MS = 60_000;

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The parts of a request beside its address. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A page with arbitrary messages. */
export interface RoguePage {
  send(frame: string | Buffer): void;
  /** All received messages. */
  readonly heard: readonly FromServer[];
  /** Waits for a message. */
  hears(what: (message: FromServer) => boolean): Promise<FromServer>;
  close(): void;
}

/** The awaited message did not come in time. */
export class NotHeard extends Error {}

/** The server. */
export class AttackedServer {
  readonly #process: ReturnType<typeof startSluice>;
  readonly #url: URL;

  private constructor(process: ReturnType<typeof startSluice>, url: URL) {
    this.#process = process;
    this.#url = url;
  }

  /** Starts one for a folder. */
  static async start(folder: string, env: Readonly<Record<string, string>> = {}): Promise<AttackedServer> {
    const process = startSluice(['open', folder, '--no-browser', '--json', '--end-kernels'], { env });
    const deadline = Date.now() + READY_MS;
    while (!process.stdout().includes('\n')) {
      if (process.child.exitCode !== null || Date.now() > deadline) {
        throw new Error(`it does not start: ${(await process.finished).stderr}`);
      }
      await sleep(20);
    }
    const { url } = JSON.parse(process.stdout().split('\n')[0]!) as { url: string };
    return new AttackedServer(process, new URL(url));
  }

  get pid(): number {
    return this.#process.child.pid!;
  }

  get port(): number {
    return Number(this.#url.port);
  }

  get origin(): string {
    return this.#url.origin;
  }

  /** Headers with the right to enter. */
  get known(): Readonly<Record<string, string>> {
    return { Authorization: `token ${this.#url.searchParams.get('token')}` };
  }

  /** Whether the process has not ended, and answers. */
  async isAlive(): Promise<boolean> {
    if (this.#process.child.exitCode !== null || this.#process.child.signalCode !== null) return false;
    const { status } = await this.ask('/api/files', { headers: this.known });
    return status === 200;
  }

  /** Makes a request as a program would: `fetch` mends addresses. */
  ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const { hostname: host, port } = this.#url;
      const sent = request({ host, port, path, method, headers });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode!, text }));
      });
      sent.end(body);
    });
  }

  /** A connection with this text sent. */
  say(text: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, this.#url.hostname, () => {
        socket.off('error', reject);
        socket.on('error', () => {});
        socket.write(text);
        resolve(socket);
      });
      socket.once('error', reject);
    });
  }

  /** The beginning of a WebSocket; `headers`: further headers. */
  upgrade(path: string, headers: Readonly<Record<string, string>> = {}): string {
    const all = {
      Host: `${this.#url.host}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
  }

  /** Opens a page's line to a notebook. */
  page(inner: string): Promise<RoguePage> {
    const address = `${this.origin.replace('http', 'ws')}/socket?path=${encodeURIComponent(inner)}`;
    const socket = new WebSocket(address, { origin: this.origin, headers: this.known });
    const heard: FromServer[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data)) as FromServer));
    const page: RoguePage = {
      heard,
      send: (frame) => socket.send(frame),
      async hears(what) {
        const deadline = Date.now() + READY_MS;
        for (;;) {
          const found = heard.find(what);
          if (found !== undefined) return found;
          if (Date.now() > deadline) throw new NotHeard('the server does not say it');
          await sleep(10);
        }
      },
      close: () => socket.close(),
    };
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => resolve(page));
    });
  }

  /** Ends the server, and returns its output for people. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<string> {
    this.#process.child.kill(signal);
    return (await this.#process.finished).stderr;
  }
}

/**
 * Resets connections at random times while they become WebSockets. `known`: headers with the right to enter, for half of them.
 */
export async function resetConnections(
  server: AttackedServer,
  times: number,
  random: Choices,
  known: boolean,
): Promise<void> {
  const headers = known ? { ...server.known, Origin: server.origin } : {};
  const reset = async (): Promise<void> => {
    const request = server.upgrade('/socket?path=book.ipynb', random.chance(0.5) ? headers : {});
    const cut = random.chance(0.7) ? request.length : random.int(0, request.length);
    const socket = await server.say(request.slice(0, cut)).catch(() => null);
    if (socket === null) return;
    if (random.chance(0.5)) await sleep(random.int(0, 5));
    socket.resetAndDestroy();
  };
  for (let done = 0; done < times; done += 10) {
    await Promise.all(Array.from({ length: Math.min(10, times - done) }, reset));
  }
}
