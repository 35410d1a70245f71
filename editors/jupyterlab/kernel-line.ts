/**
 * The line to a kernel with Sluice: the states of cells from the metadata of replies and from the comm `sluice`,
 * and questions over the comm. It draws nothing, and runs no cells.
 */

import type { Kernel, KernelMessage } from '@jupyterlab/services';

/** A code cell as the kernel should know it. */
export interface SentCell {
  readonly id: string;
  readonly source: string;
}

/** A cell's state, in the words of docs/reach.md, and the reason; null: there is none to say. */
export interface ShownState {
  readonly state: string;
  readonly why: string | null;
}

/** The answer to a question. The fields depend on the question. */
export interface Answer {
  readonly text: string;
  readonly cells: readonly string[];
  readonly lines?: Readonly<Record<string, readonly (readonly [number, number])[]>>;
  readonly problems?: readonly Problem[];
  readonly svg?: string;
}

export interface Problem {
  readonly code: string;
  readonly severity: string;
  readonly cell: string | null;
  readonly line: number | null;
  readonly message: string;
}

interface SentStates {
  readonly states: Readonly<Record<string, string>>;
  readonly why: Readonly<Record<string, string>>;
}

type Told =
  | { readonly sluice: SentStates }
  | { readonly answer: (Answer & { readonly type: string }) | null; readonly id: number }
  | { readonly refusal: string };

/** Whether the kernel has Sluice; `asked`: the kernel has not answered yet. */
export type Following = 'asked' | 'yes' | 'no';

const TARGET = 'sluice';

interface Hears {
  /** States or `following` have changed. */
  changed(): void;
  /** All requests of this page have been answered. */
  ran(): void;
}

/** The line. */
export class KernelLine {
  readonly states = new Map<string, ShownState>();
  following: Following = 'asked';
  /** Whether the last cell that this page ran was interrupted. */
  interrupted = false;
  readonly #kernel: Kernel.IKernelConnection;
  readonly #cells: () => readonly SentCell[];
  readonly #hears: Hears;
  readonly #waiting = new Map<number, (answer: Told) => void>();
  #comm: Kernel.IComm | null = null;
  #sent = '';
  #asked = 0;
  #pending = 0;
  #restarting = false;

  /** `cells`: the code cells of the notebook as they stand. */
  constructor(kernel: Kernel.IKernelConnection, cells: () => readonly SentCell[], hears: Hears) {
    this.#kernel = kernel;
    this.#cells = cells;
    this.#hears = hears;
    kernel.anyMessage.connect(this.#onMessage);
    kernel.statusChanged.connect(this.#onStatus);
    void kernel.info.then(({ language_info }) => {
      if (language_info.name === 'python') this.#open();
      else this.#isNot();
    });
  }

  /** Sends the cells, if they have changed. */
  sendCells(): void {
    const cells = this.#cells();
    const text = JSON.stringify(cells);
    if (this.#comm === null || this.following !== 'yes' || text === this.#sent) return;
    this.#sent = text;
    this.#comm.send({ cells: cells as never });
  }

  /** The answer to the words behind `%sluice`. @throws {Error} with the reason why there is none. */
  ask(...words: readonly string[]): Promise<Answer> {
    const comm = this.#comm;
    if (comm === null || this.following !== 'yes') throw new Error('this kernel runs without Sluice');
    this.sendCells();
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (told) => {
        if ('answer' in told && told.answer?.type === 'answer') resolve(told.answer);
        else
          reject(
            new Error(
              ('answer' in told && told.answer?.text) || 'Sluice does not follow this kernel any more',
            ),
          );
      });
      comm.send({ ask: [...words], id });
    });
  }

  dispose(): void {
    this.#kernel.anyMessage.disconnect(this.#onMessage);
    this.#kernel.statusChanged.disconnect(this.#onStatus);
    this.#drop();
  }

  #open(): void {
    if (this.#kernel.isDisposed) return;
    this.#drop();
    const comm = this.#kernel.createComm(TARGET);
    this.#comm = comm;
    comm.onMsg = ({ content }) => this.#hear(content.data as unknown as Told);
    comm.onClose = () => {
      if (this.#comm !== comm) return;
      this.#drop();
      this.#isNot();
    };
    const cells = this.#cells();
    this.#sent = JSON.stringify(cells);
    comm.open({ cells: cells as never });
  }

  #isNot(): void {
    this.following = 'no';
    this.#hears.changed();
  }

  /** Forgets the comm, which ends with the kernel's process. */
  #drop(): void {
    this.#comm = null;
    this.states.clear();
    for (const answer of this.#waiting.values()) answer({ refusal: '' });
    this.#waiting.clear();
  }

  #hear(told: Told): void {
    if ('sluice' in told) this.#take(told.sluice);
    else if ('answer' in told) {
      this.#waiting.get(told.id)?.(told);
      this.#waiting.delete(told.id);
    }
  }

  #take({ states, why }: SentStates): void {
    for (const [cell, state] of Object.entries(states))
      this.states.set(cell, { state, why: why[cell] ?? null });
    this.following = 'yes';
    this.#hears.changed();
  }

  #onMessage = (_: unknown, { msg, direction }: Kernel.IAnyMessageArgs): void => {
    const { msg_type: type } = msg.header;
    if (type === 'execute_request' && direction === 'send') {
      this.#pending += 1;
      this.interrupted = false;
    } else if (type === 'execute_reply' && direction === 'recv')
      this.#onReply(msg as KernelMessage.IExecuteReplyMsg);
    else if (isIdle(msg) && this.#isForeign(msg)) this.#comm?.send({ all: true });
  };

  #onReply({ content, metadata }: KernelMessage.IExecuteReplyMsg): void {
    this.#pending = Math.max(0, this.#pending - 1);
    if (content.status === 'error' && content.ename === 'KeyboardInterrupt') this.interrupted = true;
    const states = metadata.sluice as unknown as SentStates | undefined;
    if (states !== undefined) {
      // %load_ext sluice has come meanwhile
      if (this.#comm === null) this.#open();
      this.#take(states);
    }
    if (this.#pending === 0) this.#hears.ran();
  }

  /** Whether another client has run a cell: the reply with the new states went there. */
  #isForeign({ parent_header: parent }: KernelMessage.IMessage): boolean {
    return (
      'msg_type' in parent &&
      parent.msg_type === 'execute_request' &&
      parent.session !== this.#kernel.clientId &&
      this.following === 'yes'
    );
  }

  #onStatus = (_: unknown, status: Kernel.Status): void => {
    if (/restarting$|^dead$|^terminating$/.test(status)) {
      this.#restarting = true;
      this.#pending = 0;
      this.#drop();
      this.#hears.changed();
    } else if (this.#restarting && status === 'idle') {
      this.#restarting = false;
      if (this.following !== 'no') this.#open();
    }
  };
}

function isIdle(msg: KernelMessage.IMessage): boolean {
  const content = msg.content as { readonly execution_state?: string };
  return msg.header.msg_type === 'status' && content.execution_state === 'idle';
}
