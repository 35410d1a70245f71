/** The notebooks of the folder that agents use: a line for each, to the server that runs or is started. */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { type Asked, NotebookLine } from '../line/index.ts';
import type { AgentReply, AgentRequest, Answer } from '../live/index.ts';
import { checkNotHidden, insideFolder } from '../server/index.ts';
import { SluiceError } from '../words/index.ts';

/** A server to use: its address with the token, and its folder, which holds the agents' folder. */
export interface NotebookServer {
  readonly url: string;
  readonly folder: string;
}

/** An answer takes at most this long, besides the time that a request waits by itself. */
const ANSWER_MS = 120_000;

/** The lines by path. */
export class AgentNotebooks {
  readonly #folder: string;
  readonly #server: () => Promise<NotebookServer>;
  readonly #lines = new Map<string, Promise<NotebookLine>>();

  /** `server`: finds or starts the server; called again when a line is gone. */
  constructor(folder: string, server: () => Promise<NotebookServer>) {
    this.#folder = folder;
    this.#server = server;
  }

  /** The reply to an agent's request. @throws {SluiceError} with the reason why there is none. */
  async request<K extends AgentReply['type']>(
    path: string,
    request: AgentRequest,
    wanted: K,
  ): Promise<Extract<AgentReply, { readonly type: K | 'conflict' }>> {
    const waits = 'waitMs' in request ? (request.waitMs ?? 0) : 0;
    const answer = await this.ask(path, { ask: 'agent', request }, ANSWER_MS + waits);
    const reply = answer.to === 'agent' ? answer.reply : null;
    if (reply?.type !== wanted && reply?.type !== 'conflict')
      throw new SluiceError('the server answers in another way: it is of another version; start it again');
    return reply as Extract<AgentReply, { readonly type: K | 'conflict' }>;
  }

  /** The answer to a question of pages. @throws {SluiceError} with the reason why there is none. */
  async ask(path: string, question: Asked, ms = ANSWER_MS): Promise<Answer> {
    const whole = this.#checked(path);
    const line = await this.#line(whole);
    return line.ask(question, ms);
  }

  close(): void {
    for (const line of this.#lines.values()) line.then((open) => open.close()).catch(() => {});
  }

  /** The absolute path. @throws {SluiceError} 2 outside of the folder, or when there is no notebook. */
  #checked(path: string): string {
    const shown = path.slice(0, 200);
    if (isAbsolute(path) || /^[A-Za-z]:|^~/.test(path))
      throw new SluiceError(`${shown} is outside: name a notebook relative to the folder of sluice mcp`);
    checkNotHidden(path);
    const whole = insideFolder(this.#folder, path);
    if (!/\.ipynb$/i.test(path))
      throw new SluiceError(`${shown} is no notebook: its name must end in .ipynb`);
    if (!existsSync(whole)) throw new SluiceError(`there is no notebook ${shown} in the folder`);
    return whole;
  }

  async #line(path: string): Promise<NotebookLine> {
    const known = await this.#lines.get(path)?.catch(() => null);
    if (known?.isOpen === true) return known;
    const line = this.#server().then(({ url, folder }) => {
      const inner = relative(realpathSync(folder), path).split(sep).join('/');
      return NotebookLine.open(url, inner);
    });
    this.#lines.set(path, line);
    return line;
  }
}
