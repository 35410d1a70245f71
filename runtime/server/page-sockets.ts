/**
 * The WebSockets of pages: each carries the messages between one page and its notebook or session. Malformed
 * messages get an answer and are ignored. Another file checks the access.
 */

import type { RawData, WebSocket } from 'ws';
import { type FromPage, type FromServer, type Listener, type PageLine, readFromPage } from '../live/index.ts';
import { messageOf } from '../words/index.ts';

/** The code for a path that a page cannot open, so that it does not ask again. */
const NOT_A_NOTEBOOK = 4000;

/** The limit of bytes waiting for a page that does not read. */
const MOST_UNREAD = 64 * 1024 * 1024;

/** Connects a page to the opened line of a notebook or session. Never throws. */
export async function connectPage(
  socket: WebSocket,
  openLine: (tell: Listener) => Promise<PageLine>,
): Promise<void> {
  const tell = (message: FromServer) => {
    if (socket.readyState !== socket.OPEN) return;
    // a page that does not read gets the whole state again when it is back
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
    line = await openLine(tell);
    if (gone) line.close();
    for (const message of early) line.receive(message);
  } catch (error) {
    tell({ type: 'error', message: messageOf(error) });
    socket.close(NOT_A_NOTEBOOK, 'not a notebook');
  }
}

/** The message; null if it is malformed, which is reported. */
function read(data: RawData, isBinary: boolean, tell: Listener): FromPage | null {
  const found = isBinary
    ? ({ type: 'malformed', reason: 'it is not text' } as const)
    : readFromPage(String(data));
  if (found.type === 'ok') return found.value;
  tell({ type: 'error', message: `Sluice does not understand what the page said: ${found.reason}` });
  return null;
}
