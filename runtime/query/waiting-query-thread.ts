/**
 * The thread of a database for callers that block on each answer, such as rules of `sluice check`, with a
 * time limit. A late thread is ended, even within one step of the engine, and another one begins.
 */

import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { builtFile } from '../../instrument/index.ts';
import type { SqlValue } from '../../slicer/index.ts';
import type { AskedQuery, Parameters } from './facts-database.ts';
import type { FromThread, ToThread, WaitingData } from './query-messages.ts';
import { SqlMistake } from './sql-mistake.ts';

/** The limit for the start: a tenth of a second, but more on a busy machine. */
const BEGIN_MS = 30_000;
/** Time to answer, besides the engine's time. */
const LATE_MS = 500;

/** A query did not end in time, and the database is lost. */
export class EndedThread extends Error {}

interface Running {
  readonly worker: Worker;
  readonly port: MessagePort;
  /** Counts the answers. */
  readonly answers: Int32Array;
}

/** The thread, which begins with the first question. */
export class WaitingQueryThread {
  #running: Running | null = null;

  /** The facts of a query. @throws {SqlMistake} @throws {EndedThread} */
  inspect(sql: string, limitMs: number): AskedQuery {
    const answer = this.#ask({ type: 'inspect', sql }, limitMs);
    if (answer.type !== 'asked') throw new Error(`an answer of type ${answer.type}`);
    return answer.query;
  }

  /** Empties all tables, and fills some. @throws {SqlMistake} when there is no room @throws {EndedThread} */
  refill(tables: ReadonlyMap<string, readonly (readonly SqlValue[])[]>, limitMs: number): void {
    this.#ask({ type: 'refill', tables }, limitMs);
  }

  /** At most `most` rows of a query, each value cut to `longest` characters. @throws {SqlMistake} @throws {EndedThread} */
  rows(
    sql: string,
    parameters: Parameters,
    { most, longest, limitMs }: { readonly most: number; readonly longest: number; readonly limitMs: number },
  ): readonly (readonly SqlValue[])[] {
    const answer = this.#ask({ type: 'first', sql, parameters, most, longest, limitMs }, limitMs + LATE_MS);
    if (answer.type !== 'rows') throw new Error(`an answer of type ${answer.type}`);
    return answer.rows;
  }

  #ask(message: ToThread, limitMs: number): FromThread {
    this.#running ??= begin();
    const answer = answered(this.#running, message, limitMs);
    if (answer === null) {
      void this.#running.worker.terminate();
      this.#running = null;
      throw new EndedThread();
    }
    if (answer.type === 'mistake') throw new SqlMistake(answer.message, answer.sql, answer.at);
    return answer;
  }
}

function begin(): Running {
  const { port1, port2 } = new MessageChannel();
  const answers = new Int32Array(new SharedArrayBuffer(4));
  const workerData: WaitingData = { port: port2, answers };
  const worker = new Worker(builtFile('runtime/query/query-worker.js'), {
    workerData,
    transferList: [port2],
  });
  // a missing answer already shows an error; and the thread must not keep the process alive
  worker.on('error', () => {});
  worker.unref();
  port1.unref();
  const running = { worker, port: port1, answers };
  if (answered(running, { type: 'inspect', sql: 'SELECT 1' }, BEGIN_MS) === null) {
    void worker.terminate();
    throw new Error('the thread of a database does not begin');
  }
  return running;
}

/** Null: there is no answer in time. */
function answered({ worker, port, answers }: Running, message: ToThread, limitMs: number): FromThread | null {
  const before = Atomics.load(answers, 0);
  worker.postMessage(message);
  if (Atomics.wait(answers, 0, before, limitMs) === 'timed-out') return null;
  return (receiveMessageOnPort(port)?.message as FromThread | undefined) ?? null;
}
