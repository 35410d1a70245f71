/** An open notebook: its line to the kernel, chips, the lit slice, and runs of the cells that the core names. */

import { NotebookActions, type NotebookPanel } from '@jupyterlab/notebook';
import { drawChips } from './chips.ts';
import { type Answer, KernelLine, type SentCell } from './kernel-line.ts';
import { lightSlice } from './lit-slice.ts';

/** How long typing rests before the kernel gets the cells. */
const TYPING_MS = 300;
/** Within this time the next cell of *Run all* begins. */
const PAUSE_MS = 100;
/** A cell runs at most this often in one go. */
const MOST_RUNS = 2;

/** The notebook. */
export class FollowedNotebook {
  readonly panel: NotebookPanel;
  line: KernelLine | null = null;
  isReactive = false;
  /** Whether the slice of the selected cell is lit. */
  isLit = true;
  readonly #changed: () => void;
  #typing = 0;
  #pause = 0;
  #runs = false;
  #lit = 0;

  /** `changed`: the states or the selection have changed. */
  constructor(panel: NotebookPanel, changed: () => void) {
    this.panel = panel;
    this.#changed = changed;
    const { content, sessionContext } = panel;
    sessionContext.kernelChanged.connect(() => this.#connect());
    content.modelContentChanged.connect(() => {
      clearTimeout(this.#typing);
      this.#typing = window.setTimeout(() => this.line?.sendCells(), TYPING_MS);
    });
    content.activeCellChanged.connect(() => this.#draw());
    panel.disposed.connect(() => this.line?.dispose());
    void sessionContext.ready.then(() => this.#connect());
  }

  /** The id of the selected code cell; null: there is none. */
  get selected(): string | null {
    const model = this.panel.content.activeCell?.model;
    return model?.type === 'code' ? model.id : null;
  }

  /** The number of cells that are not up to date, of those that have run. */
  get staleCount(): number {
    const stale = new Set(['stale', 'new-inputs', 'edited']);
    return [...(this.line?.states.values() ?? [])].filter(({ state }) => stale.has(state)).length;
  }

  setReactive(on: boolean): void {
    this.isReactive = on;
    if (on) void this.run('next');
    this.#changed();
  }

  setLit(on: boolean): void {
    this.isLit = on;
    this.#draw();
  }

  /** Runs the cells that the core names, one at a time, until none is left. `next`: without edited cells. */
  async run(which: 'stale' | 'next'): Promise<void> {
    const { line } = this;
    if (this.#runs || line === null) return;
    this.#runs = true;
    const runs = new Map<string, number>();
    try {
      while (!line.interrupted) {
        const { cells } = await line.ask(which);
        const id = cells.find((each) => (runs.get(each) ?? 0) < MOST_RUNS);
        const cell = this.panel.content.widgets.find(({ model }) => model.id === id);
        if (id === undefined || cell === undefined) return;
        runs.set(id, (runs.get(id) ?? 0) + 1);
        await NotebookActions.runCells(this.panel.content, [cell], this.panel.sessionContext);
      }
    } finally {
      this.#runs = false;
    }
  }

  /** The cell with this id is selected and scrolled to. */
  select(id: string): void {
    const { content } = this.panel;
    const index = content.widgets.findIndex(({ model }) => model.id === id);
    if (index < 0) return;
    content.activeCellIndex = index;
    void content.scrollToItem(index);
  }

  #connect(): void {
    this.line?.dispose();
    const kernel = this.panel.sessionContext.session?.kernel ?? null;
    this.line =
      kernel &&
      new KernelLine(kernel, () => this.#cells(), { changed: () => this.#draw(), ran: () => this.#ran() });
    this.#draw();
  }

  #cells(): SentCell[] {
    return this.panel.content.widgets
      .filter(({ model }) => model.type === 'code')
      .map(({ model }) => ({ id: model.id, source: model.sharedModel.getSource() }));
  }

  #ran(): void {
    clearTimeout(this.#pause);
    if (this.isReactive) this.#pause = window.setTimeout(() => void this.run('next'), PAUSE_MS);
  }

  #draw(): void {
    drawChips(this.panel.content.widgets, this.line?.states ?? new Map());
    void this.#light();
    this.#changed();
  }

  async #light(): Promise<void> {
    this.#lit += 1;
    const mine = this.#lit;
    const { selected, line } = this;
    const state = selected === null ? undefined : line?.states.get(selected)?.state;
    let slice: Answer | null = null;
    if (this.isLit && selected !== null && line !== null && state !== undefined && state !== 'not-run')
      slice = await line.ask('slice', selected).catch(() => null);
    if (mine === this.#lit) lightSlice(this.panel.content.widgets, slice);
  }
}
