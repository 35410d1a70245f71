/**
 * The states of cells whose notebook runs elsewhere on this machine: on a server of Sluice, or in a kernel with
 * a companion. Both tell by notes in files, which are read when they change. This file opens no notebook, starts
 * no server, and changes nothing.
 */

import { type FSWatcher, mkdirSync, realpathSync, watch } from 'node:fs';
import { dirname, relative, sep } from 'node:path';
import { companionsIn, digestOf, type NotedNotebook, notedNotebooks } from '../companion/index.ts';
import { NotebookLine, ServerText } from '../line/index.ts';
import type { CellState, CellView, FromServer } from '../live/index.ts';
import { sluiceHome } from '../python/index.ts';
import { findServer, serversIn } from '../server/index.ts';

/** The state of a cell, where it runs. */
export interface LiveState {
  readonly state: CellState;
  readonly reasons: readonly string[];
}

/** Notes change in groups: a file is written beside, renamed, and gets its rights. */
const REST_MS = 50;

/** The states. */
export class LiveStates {
  readonly #paths: () => readonly string[];
  readonly #changed: () => void;
  readonly #followed = new Map<string, FollowedNotebook>();
  readonly #watchers: FSWatcher[] = [];
  /** The notebooks of the editor when the notes were read. */
  #known: ReadonlySet<string> = new Set();
  #noted: readonly NotedNotebook[] = [];
  #timer: NodeJS.Timeout | null = null;
  #work: Promise<void> = Promise.resolve();

  /** `paths`: the notebooks of the editor; `changed`: states have changed. */
  constructor(paths: () => readonly string[], changed: () => void) {
    this.#paths = paths;
    this.#changed = changed;
    const home = sluiceHome();
    this.#watch(serversIn(home), () => this.look());
    this.#watch(companionsIn(home), () => this.look());
    this.look();
  }

  /** The state of a cell; null: the notebook runs nowhere, or the cell has another text there. */
  of(path: string, cell: string, source: string): LiveState | null {
    return this.#followed.get(path)?.stateOf(cell, source) ?? this.#notedState(path, cell, source);
  }

  /** A notebook of the editor has changed: a new one may run somewhere. */
  edited(path: string): void {
    if (!this.#known.has(path)) this.look();
  }

  /** Reads the notes soon: they have changed, or the notebooks of the editor have. */
  look(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#work = this.#work.then(() => this.#read());
    }, REST_MS);
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
    for (const notebook of this.#followed.values()) notebook.close();
  }

  #watch(folder: string, changed: () => void): void {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const watcher = watch(folder, { persistent: false }, changed);
      watcher.on('error', () => watcher.close());
      this.#watchers.push(watcher);
    } catch {
      // where nothing can be watched, states come from the texts
    }
  }

  async #read(): Promise<void> {
    const paths = this.#paths();
    this.#known = new Set(paths);
    this.#noted = notedNotebooks(sluiceHome());
    for (const [path, notebook] of this.#followed) {
      if (paths.includes(path) && notebook.isOpen) continue;
      notebook.close();
      this.#followed.delete(path);
    }
    for (const path of paths) if (!this.#followed.has(path)) await this.#follow(path);
    this.#changed();
  }

  /** Kernels of clients without ids of cells name them by their own ids: the text tells which cell is meant. */
  #notedState(path: string, cell: string, source: string): LiveState | null {
    const notebook = this.#noted.findLast((each) => each.notebook === realOf(path));
    const digest = digestOf(source);
    const fitting = notebook?.cells.filter((each) => each.digest === digest) ?? [];
    return fitting.find(({ id }) => id === cell) ?? (fitting.length === 1 ? fitting[0]! : null);
  }

  async #follow(path: string): Promise<void> {
    try {
      const server = findServer(sluiceHome(), dirname(path));
      if (server === null) return;
      const inner = relative(server.folder, realpathSync(path)).split(sep).join('/');
      // a line would open the notebook, and start a kernel
      if (!server.open.includes(inner)) return;
      const notebook = new FollowedNotebook(this.#changed, () => this.look());
      await notebook.connect(server.url, inner);
      this.#followed.set(path, notebook);
    } catch {
      // no such file, or the server has just ended, which its note tells
    }
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** One notebook of a server. */
class FollowedNotebook {
  readonly #changed: () => void;
  readonly #closed: () => void;
  readonly #cells = new Map<string, LiveState>();
  readonly #texts = new Map<string, ServerText>();
  #line: NotebookLine | null = null;

  /** `closed`: the line has ended. */
  constructor(changed: () => void, closed: () => void) {
    this.#changed = changed;
    this.#closed = closed;
  }

  get isOpen(): boolean {
    return this.#line?.isOpen === true;
  }

  async connect(url: string, path: string): Promise<void> {
    const hear = (message: FromServer): void => this.#hear(message);
    this.#line = await NotebookLine.open(url, path, { hear, closed: this.#closed });
  }

  stateOf(cell: string, source: string): LiveState | null {
    return this.#texts.get(cell)?.source === source ? (this.#cells.get(cell) ?? null) : null;
  }

  close(): void {
    this.#line?.close();
  }

  #hear(message: FromServer): void {
    if (message.type === 'edits') this.#texts.get(message.cell)?.take(message.version, message.edits);
    else if (message.type === 'notebook') for (const cell of message.notebook.cells) this.#take(cell);
    else if (message.type === 'change') for (const cell of message.cells) this.#take(cell);
    else return;
    this.#changed();
  }

  #take({ id, state, reasons, source, version }: { readonly id: string } & Partial<CellView>): void {
    const known = this.#cells.get(id);
    if (source !== undefined) this.#texts.set(id, new ServerText(source, version ?? 0));
    if (state === undefined && reasons === undefined) return;
    this.#cells.set(id, {
      state: state ?? known?.state ?? 'unrun',
      reasons: reasons ?? known?.reasons ?? [],
    });
  }
}
