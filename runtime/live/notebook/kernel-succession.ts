/**
 * How one kernel of an open notebook follows another: a restart, the revival of a dead kernel, a kernel of
 * another Python, and a kernel that an earlier server left running.
 */

import type { CellId } from '../../../slicer/index.ts';
import { isJsonObject, otherKernelNote } from '../../documents/index.ts';
import { type JsonObject, KEPT } from '../../kernel/index.ts';
import type { TracedKernel } from '../../session/index.ts';
import type { LeftRun } from '../log/log-entries.ts';
import type { LoggedSession } from '../log/logged-session.ts';
import type { RunHistory } from '../log/run-history.ts';
import type { LiveCells } from './live-cells.ts';
import type { JoinedKernel, KernelspecEntry, NotebookKernel, WantedKernel } from './notebook-kernel.ts';
import type { ReactiveRunner } from './reactive-runner.ts';

/** The parts of the notebook that a new kernel concerns. */
export interface SuccessionParts {
  readonly kernel: NotebookKernel;
  readonly runner: ReactiveRunner;
  readonly history: RunHistory;
  readonly log: LoggedSession;
  readonly cells: LiveCells;
  readonly path: () => string;
  /** The kernel that the person named when Sluice was started. */
  readonly kernelName: string | undefined;
  /** Whether a notebook of Python begins in lazy mode. */
  readonly startsLazy: boolean;
  /** Remembers the person's choice of a Python. @throws {SluiceError} when it cannot be chosen. */
  readonly remember: (wanted: WantedKernel, choice: string) => Promise<KernelspecEntry>;
  /** Shows a sentence to the person. */
  readonly say: (text: string | null) => void;
  /** The notebook names another kernelspec now. */
  readonly named: () => void;
  /** Called when the run in progress of the former kernel is lost. */
  readonly renewed: () => void;
  /** Restores the outputs of a cell's last run. */
  readonly resume: (cell: CellId) => void;
}

/** The succession of a notebook's kernels. */
export class KernelSuccession {
  readonly #parts: SuccessionParts;
  /** The missing kernelspec of which the person has been told. */
  #said: string | null = null;
  /** The choice of the person since the notebook was opened. */
  #chosen: string | null = null;
  #hasRun = false;
  /** A kernel that was joined, until its run in progress goes on. */
  #rejoined: JoinedKernel | null = null;
  /** The run that a kept kernel is about to go on with. */
  #left: LeftRun | null = null;
  /** While the kernel is started again. */
  #renewing: Promise<void> | null = null;

  constructor(parts: SuccessionParts) {
    this.#parts = parts;
  }

  /** Whether a cell has run in the present kernel. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /** The choice of the next kernel. */
  wanted(): WantedKernel {
    const { cells, path } = this.#parts;
    const { kernelName: named, language } = cells.document;
    return { notebook: path, named, language, chosen: this.#chosen };
  }

  /** A new kernel has started. */
  started(): void {
    this.#hasRun = false;
  }

  /** Says why the new kernel is not the one that was chosen. */
  note(text: string): void {
    this.#said = this.#parts.cells.document.kernelName;
    this.#parts.say(text);
  }

  /**
   * Called with a new kernel, whose language decides whether cells are followed. If the notebook names another
   * kernelspec, tells the person once for each name.
   */
  opened({ client, isPlain }: TracedKernel): void {
    this.#speaks(isPlain);
    if (this.#chosen !== null) this.#describe(client.language.info);
    if (isPlain) return;
    const { kernelName } = this.#parts.cells.document;
    if (kernelName === this.#said) return;
    this.#said = kernelName;
    const running = { version: client.language.version, kernelName: this.#parts.kernelName };
    this.#parts.say(otherKernelNote(kernelName, 'This notebook', running));
  }

  /** Puts another language than the one before into the metadata, as Jupyter does. */
  #describe(info: JsonObject | null): void {
    const { cells, named } = this.#parts;
    const before = cells.metadata.language_info;
    const name = isJsonObject(before) ? before.name : undefined;
    if (info === null || info.name === name) return;
    cells.setLanguage(info);
    named();
  }

  /** Follows cells of Python, and no others. */
  #speaks(isPlain: boolean): void {
    const { runner, startsLazy } = this.#parts;
    if (isPlain === (runner.state.mode === 'plain')) return;
    const mode = isPlain ? 'plain' : startsLazy ? 'lazy' : 'reactive';
    runner.dispatch({ type: 'mode', mode });
  }

  /** Takes the language that the notebook names, before any kernel says its own. */
  begin(): void {
    this.#speaks(this.#parts.cells.document.language !== null);
  }

  /** Called with the joined former kernel, whose last runs may be newer than the file; null: the kernel is gone. */
  joined(joined: JoinedKernel | null): void {
    this.#rejoined = joined;
    if (joined === null) {
      this.beginAnew();
      return;
    }
    const { runner, resume } = this.#parts;
    this.#hasRun = true;
    for (const cell of runner.state.order) resume(cell);
    void runner.look();
  }

  /** Shows the outputs of a kept kernel while Sluice was away, and the rest of its run in progress. */
  async goOn(): Promise<void> {
    const joined = this.#rejoined;
    const { kernel: known = null, requested = [] } = this.#parts.log.restored ?? {};
    this.#rejoined = null;
    if (joined === null || known?.server !== KEPT) return;
    const running = joined.hasRunning ? (known.running ?? null) : null;
    // a request that has not reached the kernel is made again
    const lost = known.running !== undefined && running === null ? [known.running.cell] : [];
    this.#left = running;
    this.#parts.runner.rejoin(running, [...lost, ...requested]);
    // (the run is asked for in this turn of promises, and its messages come later)
    await joined.kernel.client.replay(running?.request ?? null);
  }

  /** A run of the cell begins. @returns the run in progress of a kept kernel, if it is the one. */
  begins(cell: CellId): LeftRun | null {
    const left = this.#left?.cell === cell ? this.#left : null;
    this.#left = null;
    this.#hasRun = true;
    return left;
  }

  /** Begins a new kernel, because the kernel of the restored runs is gone: these runs only predict the next ones. */
  beginAnew(): void {
    this.#parts.runner.dispatch({ type: 'restarted' });
    this.#parts.history.restart();
  }

  /** Waits for a kernel that is being started again. */
  async ready(): Promise<void> {
    await this.#renewing;
  }

  /** Restarts a dead kernel, and waits for a kernel that restarts. */
  async revive(): Promise<void> {
    if (this.#parts.kernel.view.state === 'dead') return this.restart();
    await this.#renewing;
  }

  async restart(): Promise<void> {
    const { kernel, runner, history } = this.#parts;
    this.#renewing ??= this.#renew(async () => {
      await kernel.renew(() => runner.restart());
      history.restart();
    });
    await this.#renewing;
  }

  /** Goes on in a new kernel of another Python. @throws {SluiceError} when it cannot be chosen. */
  async choose(choice: string): Promise<void> {
    const { kernel, runner, cells, remember, named } = this.#parts;
    const spec = await remember(this.wanted(), choice);
    this.#chosen = choice;
    cells.setKernelspec({ ...spec });
    this.#said = spec.name;
    named();
    await this.#renewing;
    runner.dispatch({ type: 'interrupt' });
    this.beginAnew();
    this.#renewing = this.#renew(() => kernel.replace());
    await this.#renewing;
  }

  async #renew(start: () => Promise<void>): Promise<void> {
    try {
      await start();
    } finally {
      this.#renewing = null;
      this.#parts.renewed();
    }
  }
}
