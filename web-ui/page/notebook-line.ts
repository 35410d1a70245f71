/**
 * A page's line to the server: messages in both directions, and a new connection when it breaks. It does not
 * know the meaning of messages, except that the last edits of a text include the earlier ones.
 */

import type {
  Answer,
  FromPage,
  FromServer,
  GatherProgress,
  Question,
  TrialProgress,
} from '../../runtime/index.ts';
import { openSocket } from './early-socket.ts';
import { isLocked, renewKey } from './server-key.ts';

/** `locked`: the server does not know this browser; `refused`: there is nothing to show. */
export type LineState = 'connecting' | 'open' | 'broken' | 'locked' | 'refused';

/** The events of a line. */
export interface LineListener {
  message(message: FromServer): void;
  state(state: LineState): void;
}

/** A question without its id. */
export type Asked = Question extends infer Q ? (Q extends Question ? Omit<Q, 'id'> : never) : never;

/** A line to one notebook. */
export interface NotebookLine {
  /** Sends; a message that cannot be sent now is sent when the line is back. */
  send(message: FromPage): void;
  /** Drops waiting edits of these cells. */
  forgetEdits(isGone: (cell: string) => boolean): void;
  /** Asks; `failed` also when the line breaks. */
  ask(question: Asked, following?: Following): Promise<Answer>;
}

/** For long questions: the receiver of progress, and a signal for cancelling. */
export interface Following {
  readonly signal: AbortSignal;
  progress(progress: GatherProgress | TrialProgress): void;
}

interface Waiting {
  readonly answer: (answer: Answer) => void;
  readonly following: Following | undefined;
}

function isEdit(message: FromPage): message is Extract<FromPage, { readonly op: 'edit' }> {
  return 'op' in message && message.op === 'edit';
}

const LOST: Answer = { to: 'failed', message: 'the connection to Sluice broke' };
const NOT_A_NOTEBOOK = 4000;

/**
 * Opens a line to a path in the opened folder, which may change. `query`: further facts that select a session
 * of a file.
 */
export function openLine(
  path: () => string,
  query: Readonly<Record<string, string>>,
  listener: LineListener,
): NotebookLine {
  const waiting = new Map<number, Waiting>();
  let queue: FromPage[] = [];
  let nextId = 1;
  let tries = 0;
  let socket: WebSocket;

  function connect(): void {
    if (tries > 0) renewKey();
    let wasOpen = false;
    socket = openSocket(path(), query, (event) => {
      if (event instanceof MessageEvent) take(JSON.parse(String(event.data)) as FromServer);
      else if (event instanceof CloseEvent) void lose(event.code, wasOpen);
      else {
        wasOpen = true;
        tries = 0;
        listener.state('open');
      }
    });
  }

  function take(message: FromServer): void {
    if (message.type === 'answer') {
      waiting.get(message.id)?.answer(message.answer);
      waiting.delete(message.id);
      return;
    }
    if (message.type === 'progress') {
      waiting.get(message.id)?.following?.progress(message.progress);
      return;
    }
    listener.message(message);
    if (message.type !== 'notebook' && message.type !== 'session') return;
    const unsent = queue;
    queue = [];
    for (const late of unsent) socket.send(JSON.stringify(late));
  }

  /**
   * Queues a message that cannot be sent now. Edits of a text are all unconfirmed ones, so the last message
   * replaces earlier ones.
   */
  function keep(message: FromPage): void {
    const same = queue.findIndex((one) => isEdit(one) && isEdit(message) && one.cell === message.cell);
    if (same < 0) queue.push(message);
    else queue[same] = message;
  }

  async function lose(code: number, wasOpen: boolean): Promise<void> {
    for (const { answer } of waiting.values()) answer(LOST);
    waiting.clear();
    if (code === NOT_A_NOTEBOOK) {
      listener.state('refused');
      return;
    }
    tries += 1;
    listener.state(!wasOpen && (await isLocked()) ? 'locked' : 'broken');
    setTimeout(connect, Math.min(5_000, 200 * 2 ** tries));
  }

  listener.state('connecting');
  connect();
  return {
    send(message) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      else if ('op' in message) keep(message);
    },
    forgetEdits(isGone) {
      queue = queue.filter((one) => !isEdit(one) || !isGone(one.cell));
    },
    ask(question, following) {
      if (socket.readyState !== WebSocket.OPEN) return Promise.resolve(LOST);
      const id = nextId;
      nextId += 1;
      return new Promise((resolve) => {
        waiting.set(id, { answer: resolve, following });
        following?.signal.addEventListener('abort', () => {
          socket.send(JSON.stringify({ op: 'cancel', question: id } satisfies FromPage));
        });
        socket.send(JSON.stringify({ ...question, id }));
      });
    },
  };
}
