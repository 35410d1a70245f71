/**
 * A database of facts in a thread of its own: this process stays interruptible while the thread works, and
 * can end it.
 */

import { Worker } from 'node:worker_threads';
import { builtFile } from '../../instrument/index.ts';
import type { SqlValue } from '../../slicer/index.ts';
import type { AskedQuery, Parameters } from './facts-database.ts';
import type { FromThread, ToThread } from './query-messages.ts';
import { SqlMistake } from './sql-mistake.ts';

/** The extra time after the limit before the thread is ended, for a single step of the engine that does not end. */
const LATE_MS = 2_000;

export class QueryThread {
  readonly #worker = new Worker(builtFile('runtime/query/query-worker.js'));
  readonly #waiting: {
    readonly resolve: (answer: FromThread) => void;
    readonly reject: (error: unknown) => void;
  }[] = [];

  constructor() {
    this.#worker.on('message', (answer: FromThread) => this.#waiting.shift()?.resolve(answer));
    this.#worker.on('error', (error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  /** The facts of a query. @throws {SqlMistake} */
  async inspect(sql: string): Promise<AskedQuery> {
    const answer = await this.#ask({ type: 'inspect', sql });
    if (answer.type !== 'asked') throw new Error(`an answer of type ${answer.type}`);
    return answer.query;
  }

  /** Adds rows to a table. @throws {SqlMistake} when there is no room for them */
  async fill(table: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    await this.#ask({ type: 'fill', table, rows });
  }

  /** The rows of a query, some at a time. @throws {SqlMistake} */
  async *rows(
    sql: string,
    parameters: Parameters,
    limitMs: number,
  ): AsyncGenerator<readonly (readonly SqlValue[])[]> {
    await this.#ask({ type: 'begin', sql, parameters, limitMs });
    for (;;) {
      const late = setTimeout(() => this.#end(sql, limitMs), limitMs + LATE_MS);
      const answer = await this.#ask({ type: 'more' }).finally(() => clearTimeout(late));
      if (answer.type !== 'rows') throw new Error(`an answer of type ${answer.type}`);
      if (answer.rows.length > 0) yield answer.rows;
      if (answer.isLast) return;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(sql: string, limitMs: number): void {
    const mistake = new SqlMistake(`it took more than ${limitMs / 1000} s and was ended`, sql, null);
    for (const { reject } of this.#waiting.splice(0)) reject(mistake);
    void this.close();
  }

  async #ask(message: ToThread): Promise<FromThread> {
    const answer = await new Promise<FromThread>((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(message);
    });
    if (answer.type === 'mistake') throw new SqlMistake(answer.message, answer.sql, answer.at);
    return answer;
  }
}
