/** Kills a server at random times while two pages type, run and rename. Returns faults in the remaining files. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseNotebook } from '../../runtime/documents/index.ts';
import type { Choices } from '../generator/random.ts';
import { AttackedServer, type RoguePage } from '../security/attacked-server.ts';

/** Text typed this long before is in the file, whatever happens. */
const PROMISED_MS = 2_000;

/** A person who types one letter after another at the end of a cell. */
class Typist {
  readonly #page: RoguePage;
  readonly #cell: string;
  readonly #text: string;
  #version: number;
  #sent = 0;
  /** For each letter, the time at which the server was seen to have it. */
  readonly #taken: number[] = [];

  constructor(page: RoguePage, cell: string) {
    const first = page.heard.find((message) => message.type === 'notebook');
    const shown = first?.type === 'notebook' ? first.notebook.cells.find(({ id }) => id === cell) : undefined;
    if (shown === undefined) throw new Error(`there is no cell ${cell}`);
    this.#page = page;
    this.#cell = cell;
    this.#text = shown.source;
    this.#version = shown.version;
  }

  type(letter: string): void {
    const length = this.#text.length + this.#sent;
    const changes = length === 0 ? [[0, letter]] : [length, [0, letter]];
    const edits = [{ client: `typist-${this.#cell}`, changes }];
    this.#page.send(JSON.stringify({ op: 'edit', cell: this.#cell, version: this.#version, edits }));
    this.#version += 1;
    this.#sent += 1;
    this.#look();
  }

  /** The server reports each accepted edit. */
  #look(): void {
    const first = this.#version - this.#sent;
    for (const message of this.#page.heard) {
      if (message.type !== 'edits' || message.cell !== this.#cell) continue;
      const taken = message.version + message.edits.length - first;
      while (this.#taken.length < taken) this.#taken.push(Date.now());
    }
  }

  /** The faults of a cell's text: letters missing that the server had by `until`. */
  wrongWith(found: string, until: number): string | null {
    const promised = this.#taken.filter((at) => at < until).length;
    const typed = found.length - this.#text.length;
    if (!found.startsWith(this.#text)) return `cell ${this.#cell} has another text`;
    if (typed < promised) return `cell ${this.#cell}: ${typed} letters of ${promised}`;
    return null;
  }
}

/** Asks one thing after another, to see for how long a server on a busy machine does not come to run. */
class Pulse {
  readonly #page: RoguePage;
  #asked = 0;
  #since = 0;
  #longest = 0;

  constructor(page: RoguePage) {
    this.#page = page;
  }

  beat(): void {
    if (this.#asked > 0) this.#longest = Math.max(this.#longest, Date.now() - this.#since);
    if (this.#asked > 0 && !this.#isAnswered) return;
    this.#asked += 1;
    this.#since = Date.now();
    this.#page.send(JSON.stringify({ ask: 'preview', id: this.#asked, cells: [] }));
  }

  /** The longest silence, in milliseconds. */
  get longest(): number {
    this.beat();
    return this.#longest;
  }

  get #isAnswered(): boolean {
    return this.#page.heard.some((message) => message.type === 'answer' && message.id === this.#asked);
  }
}

/** One life of a server in a folder with one notebook, whose cells are `c1` and `c2`. */
export async function killWhileTyping(folder: string, choices: Choices): Promise<string[]> {
  const server = await AttackedServer.start(folder);
  let name = notebooksIn(folder)[0]!;
  const pages = await Promise.all([server.page(name), server.page(name)]);
  await Promise.all(pages.map((page) => page.hears(({ type }) => type === 'notebook')));
  const typists = pages.map((page, at) => new Typist(page, `c${at + 1}`));
  const pulse = new Pulse(pages[0]!);
  const until = Date.now() + choices.int(0, 5_000);
  while (Date.now() < until) {
    pulse.beat();
    for (const typist of typists) if (choices.chance(0.7)) typist.type(choices.pick(['a', '#', ' ']));
    if (choices.chance(0.03)) pages[0]!.send(JSON.stringify({ op: 'run', cells: ['c1'] }));
    if (choices.chance(0.03)) pages[1]!.send(JSON.stringify({ op: 'save' }));
    if (choices.chance(0.02)) name = await rename(server, name, `book-${choices.int(1, 9)}.ipynb`);
    await sleep(choices.int(5, 60));
  }
  // a save takes some turns, and the disk is as busy as the machine
  const promised = Date.now() - PROMISED_MS - 5 * pulse.longest;
  await server.end('SIGKILL');
  return wrongIn(folder, typists, promised);
}

async function rename(server: AttackedServer, path: string, name: string): Promise<string> {
  const body = JSON.stringify({ op: 'rename', path, name });
  const headers = { ...server.known, Origin: server.origin };
  const { status } = await server.ask('/api/files', { method: 'POST', headers, body });
  return status === 200 ? name : path;
}

function wrongIn(folder: string, typists: readonly Typist[], until: number): string[] {
  const names = notebooksIn(folder);
  if (names.length !== 1) return [`there are ${names.length} notebooks: ${names.join(', ')}`];
  const file = join(folder, names[0]!);
  try {
    const { cells } = parseNotebook(readFileSync(file, 'utf8'), file);
    return typists.flatMap((typist, at) => typist.wrongWith(cells[at]?.source ?? '', until) ?? []);
  } catch (error) {
    return [String(error)];
  }
}

function notebooksIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.ipynb'));
}

/** Files that killed servers have left beside the notebook, for the next server to remove. */
export function leftBeside(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.tmp'));
}
