/**
 * The states of cells whose notebook is open on a server of Sluice on this machine, as the server says them. It
 * opens no notebook there, starts no server, and changes nothing.
 */

import { realpathSync } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { ChangeSet, Text } from '@codemirror/state';
import type { CellState, CellView, FromServer } from '../live/index.ts';
import { NotebookLine } from '../mcp/notebook-line.ts';
import { sluiceHome } from '../python/private-environment.ts';
import { findServer } from '../server/running-servers.ts';

/** The state of a cell on the server, and its text there. */
export interface LiveState {
  readonly state: CellState;
  readonly reasons: readonly string[];
  readonly source: string;
}

/** How often a server is looked for. */
const LOOK_MS = 2_000;

/** The states. */
export class LiveStates {
  readonly #paths: () => readonly string[];
  readonly #changed: () => void;
  readonly #followed = new Map<string, FollowedNotebook>();
  readonly #timer: NodeJS.Timeout;
  #looks = false;

  /** `paths`: the notebooks of the editor; `changed`: states have changed. */
  constructor(paths: () => readonly string[], changed: () => void) {
    this.#paths = paths;
    this.#changed = changed;
    this.#timer = setInterval(() => void this.#look(), LOOK_MS).unref();
  }

  /** The state of a cell; null: the notebook runs elsewhere, or the cell has another text there. */
  of(path: string, cell: string, source: string): LiveState | null {
    const found = this.#followed.get(path)?.stateOf(cell) ?? null;
    return found?.source === source ? found : null;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const notebook of this.#followed.values()) notebook.close();
  }

  async #look(): Promise<void> {
    if (this.#looks) return;
    this.#looks = true;
    try {
      const paths = this.#paths();
      for (const [path, notebook] of this.#followed) {
        if (paths.includes(path) && notebook.isOpen) continue;
        notebook.close();
        this.#followed.delete(path);
        this.#changed();
      }
      for (const path of paths) if (!this.#followed.has(path)) await this.#follow(path);
    } finally {
      this.#looks = false;
    }
  }

  async #follow(path: string): Promise<void> {
    try {
      const server = findServer(sluiceHome(), dirname(path));
      if (server === null) return;
      const inner = relative(server.folder, realpathSync(path)).split(sep).join('/');
      const { origin, searchParams } = new URL(server.url);
      const headers = { authorization: `token ${searchParams.get('token')}` };
      const listed = await fetch(`${origin}/api/files?path=`, { headers });
      const { open } = (await listed.json()) as { readonly open?: readonly string[] };
      // a line would open the notebook, and start a kernel
      if (open?.includes(inner) !== true) return;
      const notebook = new FollowedNotebook(this.#changed);
      await notebook.connect(server.url, inner);
      this.#followed.set(path, notebook);
    } catch {
      // no such file, or the server has just ended: the next look tells
    }
  }
}

/** One notebook of a server. */
class FollowedNotebook {
  readonly #changed: () => void;
  readonly #cells = new Map<string, Pick<CellView, 'state' | 'reasons'>>();
  readonly #texts = new Map<string, { version: number; text: Text }>();
  #line: NotebookLine | null = null;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  get isOpen(): boolean {
    return this.#line?.isOpen === true;
  }

  async connect(url: string, path: string): Promise<void> {
    this.#line = await NotebookLine.open(url, path, (message) => this.#hear(message));
  }

  stateOf(cell: string): LiveState | null {
    const found = this.#cells.get(cell);
    const text = this.#texts.get(cell)?.text;
    return found && text ? { ...found, source: String(text) } : null;
  }

  close(): void {
    this.#line?.close();
  }

  #hear(message: FromServer): void {
    if (message.type === 'edits') this.#edit(message);
    else if (message.type === 'notebook') for (const cell of message.notebook.cells) this.#take(cell);
    else if (message.type === 'change') for (const cell of message.cells) this.#take(cell);
    else return;
    this.#changed();
  }

  #take({ id, state, reasons, source, version }: { readonly id: string } & Partial<CellView>): void {
    const known = this.#cells.get(id);
    if (source !== undefined)
      this.#texts.set(id, { version: version ?? 0, text: Text.of(source.split('\n')) });
    if (state === undefined && reasons === undefined) return;
    this.#cells.set(id, {
      state: state ?? known?.state ?? 'unrun',
      reasons: reasons ?? known?.reasons ?? [],
    });
  }

  #edit({ cell, version, edits }: Extract<FromServer, { readonly type: 'edits' }>): void {
    const known = this.#texts.get(cell);
    if (known === undefined) return;
    for (const { changes } of edits.slice(known.version - version)) {
      known.text = ChangeSet.fromJSON(changes).apply(known.text);
      known.version += 1;
    }
  }
}
