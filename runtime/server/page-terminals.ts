/** Terminals for pages: requests about them, and the WebSocket of a page to each. Another file checks the access. */

import type { WebSocket } from 'ws';
import { checkJson, count, object, only, type Schema, tagged, text } from '../../instrument/index.ts';
import type { Terminal, TerminalConnection, Terminals } from '../kernel/index.ts';
import { messageOf } from '../words/index.ts';
import { innerPath, insideFolder } from './inside-folder.ts';
import { Refusal } from './refusal.ts';
import type { FromTerminalPage, PageTerminal, TerminalOrder, ToTerminalPage } from './terminal-messages.ts';

/** Gives the terminals, when a page wants them. @throws {SluiceError} 3 */
export type TerminalHost = () => Promise<Terminals>;

export const TERMINAL_ORDER: Schema<TerminalOrder> = object<TerminalOrder>({ folder: text });

/** The terminals. @throws {Refusal} 403 when the server was started without. */
export async function terminalsOf(host: TerminalHost | null): Promise<Terminals> {
  if (host === null) throw new Refusal(403, 'this server was started without terminals (--no-terminal)');
  return host();
}

/** A terminal as pages know it. */
export function pageTerminal(root: string, { id, folder }: Terminal): PageTerminal {
  return { id, folder: innerPath(root, folder) };
}

/** Starts a terminal in a folder of the opened folder. @throws {SluiceError} 3 */
export async function startTerminal(
  host: TerminalHost | null,
  root: string,
  { folder }: TerminalOrder,
): Promise<PageTerminal> {
  const terminals = await terminalsOf(host);
  return pageTerminal(root, await terminals.start(insideFolder(root, folder)));
}

type Line<K extends FromTerminalPage['op']> = Extract<FromTerminalPage, { readonly op: K }>;

const LINE: Schema<FromTerminalPage> = tagged<FromTerminalPage, 'op'>('op', {
  type: object<Line<'type'>>({ op: only('type'), text }),
  resize: object<Line<'resize'>>({ op: only('resize'), rows: count, columns: count }),
  read: object<Line<'read'>>({ op: only('read'), characters: count }),
});

/** Connects a page to the terminal in its address. Never throws. */
export async function connectTerminal(
  socket: WebSocket,
  host: TerminalHost | null,
  id: string,
): Promise<void> {
  const tell = (line: ToTerminalPage) => {
    if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(line));
  };
  const end = (last: ToTerminalPage | null) => {
    if (last !== null) tell(last);
    socket.close();
  };
  const early: FromTerminalPage[] = [];
  let connection: TerminalConnection | null = null;
  let isGone = false;
  socket.on('error', () => socket.terminate());
  socket.on('message', (data) => {
    const found = checkJson(LINE, String(data));
    if (found.type === 'malformed') {
      const message = `Sluice does not understand what the page said: ${found.reason}`;
      end({ type: 'refused', message });
    } else if (connection === null) early.push(found.value);
    else carryOut(connection, found.value);
  });
  socket.on('close', () => {
    isGone = true;
    connection?.close();
  });
  try {
    connection = await (await terminalsOf(host)).connect(id, {
      output: (written) => tell({ type: 'output', text: written }),
      ended: () => end({ type: 'ended' }),
      // the page asks again
      lost: () => end(null),
    });
    if (isGone) connection.close();
    for (const line of early) carryOut(connection, line);
  } catch (error) {
    end({ type: 'refused', message: messageOf(error) });
  }
}

function carryOut(connection: TerminalConnection, line: FromTerminalPage): void {
  if (line.op === 'type') connection.type(line.text);
  else if (line.op === 'resize') connection.resize(line.rows, line.columns);
  else connection.read(line.characters);
}
