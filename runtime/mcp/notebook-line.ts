/** A line to one open notebook of a server, as a page has it: questions with answers. It keeps no state of the notebook. */

import { WebSocket } from 'ws';
import { messageOf, SluiceError } from '../errors.ts';
import type { Answer, FromServer, Question } from '../live/index.ts';

/** A question without its number. */
export type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const CONNECT_MS = 30_000;

/** The line. */
export class NotebookLine {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  /** Why the server refused or ended the line. */
  #reason: string | null = null;
  readonly #hear: (message: FromServer) => void;

  private constructor(socket: WebSocket, hear: (message: FromServer) => void) {
    this.#socket = socket;
    this.#hear = hear;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data)) as FromServer));
    socket.on('error', (error) => {
      this.#reason ??= messageOf(error);
    });
    socket.on('close', () => {
      const error = new SluiceError(this.#reason ?? 'the server of the notebook has ended; open it again');
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    });
  }

  /**
   * Opens a line. `url`: the server's, with its token; `path`: relative to the server's folder; `hear`: gets
   * all messages but answers. @throws {SluiceError} when the server is gone.
   */
  static async open(
    url: string,
    path: string,
    hear: (message: FromServer) => void = () => {},
  ): Promise<NotebookLine> {
    const { host, searchParams } = new URL(url);
    const socket = new WebSocket(`ws://${host}/api/notebook?path=${encodeURIComponent(path)}`, {
      headers: { authorization: `token ${searchParams.get('token')}`, origin: `http://${host}` },
      handshakeTimeout: CONNECT_MS,
      maxPayload: 0,
    });
    const line = new NotebookLine(socket, hear);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', (error) =>
        reject(new SluiceError(`cannot reach the server of the folder: ${messageOf(error)}`)),
      );
    });
    return line;
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** The answer to a question. @throws {SluiceError} when there is none, or none within `ms`. */
  async ask(question: Asked, ms: number): Promise<Answer> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    if (this.isOpen) this.#socket.send(JSON.stringify({ ...question, id }));
    else this.#waiting.get(id)?.reject(new SluiceError(this.#reason ?? 'the server has ended'));
    const timer = setTimeout(() => {
      this.#socket.send(JSON.stringify({ op: 'cancel', question: id }));
      const seconds = Math.round(ms / 1000);
      this.#waiting
        .get(id)
        ?.reject(new SluiceError(`no answer in ${seconds} s: the kernel may be busy; see status`));
    }, ms);
    try {
      const found = await answer;
      if (found.to === 'failed') throw new SluiceError(found.message);
      return found;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  close(): void {
    this.#socket.close();
  }

  /** An error names no question: a message that the server does not understand gets no other answer. */
  #refused(message: string): void {
    this.#reason = message;
    if (!message.startsWith('Sluice does not understand')) return;
    for (const { reject } of this.#waiting.values()) reject(new SluiceError(message));
  }

  #receive(message: FromServer): void {
    if (message.type === 'answer') this.#waiting.get(message.id)?.resolve(message.answer);
    else if (message.type === 'error') this.#refused(message.message);
    else this.#hear(message);
  }
}
