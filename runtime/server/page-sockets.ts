/**
 * The WebSockets of pages: each carries the messages between one page and what it looks at. What is not a message is answered and left
 * at that. Who may open one is decided elsewhere.
 */

import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import { messageOf, SluiceError } from '../errors.ts';
import { type FromPage, type FromServer, type Listener, type PageLine, readFromPage } from '../live/index.ts';
import type { ServedFolder } from './file-requests.ts';
import { insideFolder } from './inside-folder.ts';
import { addressOf } from './refusal.ts';

/** What a page cannot look at, it does not ask for again. */
const NOT_A_NOTEBOOK = 4000;

/** What may wait for a page that does not read, in bytes. */
const MOST_UNREAD = 64 * 1024 * 1024;

/** Connects a page to the notebook or session that its address names. Never throws. */
export async function connectPage(
  socket: WebSocket,
  request: IncomingMessage,
  place: ServedFolder,
): Promise<void> {
  const tell = (message: FromServer) => {
    if (socket.readyState !== socket.OPEN) return;
    // a page that does not read gets all of it anew when it is back, and until then nothing waits for it here
    if (socket.bufferedAmount > MOST_UNREAD) socket.terminate();
    else socket.send(JSON.stringify(message));
  };
  const early: FromPage[] = [];
  let line: PageLine | null = null;
  let gone = false;
  socket.on('error', () => socket.terminate());
  socket.on('message', (data, isBinary) => {
    const message = read(data, isBinary, tell);
    if (message === null) return;
    if (line === null) early.push(message);
    else line.receive(message);
  });
  socket.on('close', () => {
    gone = true;
    line?.close();
  });
  try {
    line = await openLine(request, place, tell);
    if (gone) line.close();
    for (const message of early) line.receive(message);
  } catch (error) {
    tell({ type: 'error', message: messageOf(error) });
    socket.close(NOT_A_NOTEBOOK, 'not a notebook');
  }
}

async function openLine(
  request: IncomingMessage,
  { folder, notebooks, sessions }: ServedFolder,
  tell: Listener,
): Promise<PageLine> {
  const query = addressOf(request).searchParams;
  const session = query.get('session');
  const path = insideFolder(folder, query.get('path') ?? '');
  if (session === null) return notebooks.get(path).connect(tell);
  if (!/^\d*$/.test(session)) throw new SluiceError('a session of a history is named by its number');
  return sessions.connect(path, session === '' ? null : Number(session), tell);
}

/** The message; null when it is none, which is said. */
function read(data: RawData, isBinary: boolean, tell: Listener): FromPage | null {
  const found = isBinary
    ? ({ type: 'malformed', reason: 'it is not text' } as const)
    : readFromPage(String(data));
  if (found.type === 'ok') return found.value;
  tell({ type: 'error', message: `Sluice does not understand what the page said: ${found.reason}` });
  return null;
}
