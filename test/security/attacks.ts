/**
 * Attacks of a given length on a server, for the tests and for `npm run fuzz -- security`. Each returns the faults; empty: none.
 */

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseNotebook } from '../../runtime/documents/index.ts';
import type { Choices } from '../generator/random.ts';
import type { AttackedServer } from './attacked-server.ts';
import { bogusFrame, bogusPath, bogusValue } from './bogus.ts';

/** Sends wrong frames to a notebook, over a new line now and then. `file`: the notebook. */
export async function sendBogusFrames(
  server: AttackedServer,
  file: string,
  inner: string,
  times: number,
  choices: Choices,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let sent = 0; sent < times; sent += 50) {
    const page = await server.page(inner);
    for (let n = Math.min(50, times - sent); n > 0; n -= 1) page.send(bogusFrame(choices));
    page.send(JSON.stringify({ op: 'save', overwrite: true }));
    page.send(JSON.stringify({ ask: 'graph', id: 1_000_000 }));
    await page.hears((message) => message.type === 'answer' && message.id === 1_000_000);
    page.close();
    try {
      parseNotebook(readFileSync(file, 'utf8'), file);
    } catch (error) {
      wrong.push(`after ${sent} frames: ${String(error)}`);
    }
  }
  return wrong;
}

/** Requests wrong addresses, with wrong bodies. An answer of 500 is a fault. */
export async function askBogusPaths(
  server: AttackedServer,
  times: number,
  choices: Choices,
): Promise<string[]> {
  const wrong: string[] = [];
  for (let asked = 0; asked < times; asked += 1) {
    const path = bogusPath(choices);
    const method = choices.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
    const change = {
      op: choices.pick(['new-notebook', 'new-folder', 'duplicate', 'nothing']),
      path: '',
      name: 'a',
    };
    const body = choices.pick(['', '{', 'null', '[]', JSON.stringify(bogusValue(choices, change))]);
    const headers = choices.chance(0.9) ? { ...server.known, Origin: server.origin } : {};
    const isBody = method === 'POST' || method === 'PUT';
    const reply = await server
      .ask(path, { method, headers, ...(isBody ? { body } : {}) })
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (reply.status >= 500 || /\bat .*\.js:\d/.test(reply.text)) {
      wrong.push(
        `${method} ${path.slice(0, 80)} ${body.slice(0, 80)}: ${reply.status} ${reply.text.slice(0, 200)}`,
      );
    }
    const socket = await server.say(server.upgrade(bogusPath(choices), headers)).catch(() => null);
    if (asked % 20 === 0) await sleep(1);
    socket?.destroy();
  }
  return wrong;
}
