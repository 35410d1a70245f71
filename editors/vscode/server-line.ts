/** The line to a notebook of the server, as pages have it: operations, questions with answers, and messages. */

import { WebSocket } from 'ws';
import type { Answer, FromServer, Operation, Question } from '../../runtime/index.ts';
import type { NotebookAddress } from './address.ts';

type Asked<Each = Question> = Each extends Question ? Omit<Each, 'id'> : never;
type AnswerTo<Name> = Extract<Answer, { readonly to: Name }>;

/** The line. */
export class ServerLine {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  #last = 0;

  private constructor(socket: WebSocket, hear: (message: FromServer) => void, closed: () => void) {
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as FromServer;
      if (message.type === 'answer') this.#answered(message.id, message.answer);
      else hear(message);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('the server of Sluice has ended'));
      this.#waiting.clear();
      closed();
    });
  }

  /** Opens a line. @throws {Error} when the server is gone. */
  static open(
    { host, token, path }: NotebookAddress,
    hear: (message: FromServer) => void,
    closed: () => void,
  ): Promise<ServerLine> {
    const socket = new WebSocket(`ws://${host}/api/notebook?path=${encodeURIComponent(path)}`, {
      headers: { authorization: `token ${token}`, origin: `http://${host}` },
      maxPayload: 0,
    });
    const line = new ServerLine(socket, hear, closed);
    return new Promise((resolve, reject) => {
      socket.once('open', () => resolve(line));
      socket.once('error', (error) =>
        reject(new Error(`cannot reach the server of Sluice: ${error.message}`)),
      );
    });
  }

  say(operation: Operation): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(operation));
  }

  /** The answer to a question. @throws {Error} with the reason why there is none. */
  async ask<Name extends Question['ask']>(question: Asked & { readonly ask: Name }): Promise<AnswerTo<Name>> {
    this.#last += 1;
    const id = this.#last;
    const answer = await new Promise<Answer>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...question, id }));
    });
    if (answer.to === 'failed') throw new Error(answer.message);
    return answer as AnswerTo<Name>;
  }

  close(): void {
    this.#socket.close();
  }

  #answered(id: number, answer: Answer): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }
}
