/** A line to one open notebook of a server, as a page has it: operations, questions with answers, and messages. A line keeps no state of the notebook. */

import { WebSocket } from 'ws';
import type { Answer, FromServer, Operation, Question } from '../live/index.ts';
import { messageOf, SluiceError } from '../words/index.ts';

/** A question without its number. */
export type Asked = Question extends infer Each ? (Each extends Question ? Omit<Each, 'id'> : never) : never;

/** The answer to a question. */
export type AnswerTo<Each extends Asked> = Extract<Answer, { readonly to: Each['ask'] }>;

/** Functions for the messages and the end of a line. */
export interface LineListeners {
  /** Gets all messages but answers. */
  readonly hear?: (message: FromServer) => void;
  /** The line has ended, for any reason. */
  readonly closed?: () => void;
}

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

const CONNECT_MS = 30_000;

export class NotebookLine {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  /** Why the server refused or ended the line. */
  #reason: string | null = null;
  readonly #hear: (message: FromServer) => void;

  private constructor(socket: WebSocket, { hear = () => {}, closed = () => {} }: LineListeners) {
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
      closed();
    });
  }

  /**
   * Opens a line. `url`: the server's, with its token; `path`: relative to the server's folder.
   * @throws {SluiceError} when the server is gone.
   */
  static async open(url: string, path: string, listeners: LineListeners = {}): Promise<NotebookLine> {
    const { host, searchParams } = new URL(url);
    const socket = new WebSocket(`ws://${host}/api/notebook?path=${encodeURIComponent(path)}`, {
      headers: { authorization: `token ${searchParams.get('token')}`, origin: `http://${host}` },
      handshakeTimeout: CONNECT_MS,
      maxPayload: 0,
    });
    const line = new NotebookLine(socket, listeners);
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

  /** Sends an operation; it is lost when the line has ended. */
  say(operation: Operation): void {
    if (this.isOpen) this.#socket.send(JSON.stringify(operation));
  }

  /** The answer to a question. @throws {SluiceError} when there is none, or none within `ms` (null: it may take any time). */
  async ask<Each extends Asked>(question: Each, ms: number | null = null): Promise<AnswerTo<Each>> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Answer>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    if (this.isOpen) this.#socket.send(JSON.stringify({ ...question, id }));
    else this.#waiting.get(id)?.reject(new SluiceError(this.#reason ?? 'the server has ended'));
    const timer = ms === null ? undefined : setTimeout(() => this.#giveUp(id, ms), ms);
    try {
      const found = await answer;
      if (found.to === 'failed') throw new SluiceError(found.message);
      return found as AnswerTo<Each>;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  close(): void {
    this.#socket.close();
  }

  #giveUp(question: number, ms: number): void {
    this.say({ op: 'cancel', question });
    const seconds = Math.round(ms / 1000);
    this.#waiting
      .get(question)
      ?.reject(new SluiceError(`no answer in ${seconds} s: the kernel may be busy; see status`));
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
