/** Checks open notebooks after changes, and publishes their diagnostics: those of fast rules first. */

import type { Connection } from 'vscode-languageserver';
import type { Phase } from '../../slicer/index.ts';
import type { NotebookChecker, Problem, StandingNotebook } from '../live/index.ts';
import { SluiceError } from '../words/index.ts';
import { diagnosticsOf } from './diagnostics.ts';
import type { OpenNotebook } from './open-notebook.ts';

/** Editors send several changes for one key, without a pause between them. */
const QUIET_MS = 2;
/** The slow rules wait for a pause, because the next key must not wait for them. */
const PAUSE_MS = 300;

interface Checked {
  notebook: OpenNotebook;
  problems: readonly Problem[];
  /** Documents with diagnostics at the editor. */
  told: ReadonlySet<string>;
  timers: readonly NodeJS.Timeout[];
}

/** The checks of all open notebooks. */
export class Checks {
  readonly #connection: Connection;
  readonly #checker: NotebookChecker;
  readonly #phase: Phase;
  readonly #checked = new Map<string, Checked>();
  /** The last failure that was shown: settings with a mistake fail each check. */
  #failure = '';

  constructor(connection: Connection, checker: NotebookChecker, phase: Phase) {
    this.#connection = connection;
    this.#checker = checker;
    this.#phase = phase;
  }

  /** The problems of a notebook at its last check. */
  problemsOf(notebook: OpenNotebook): readonly Problem[] {
    return this.#checked.get(notebook.uri)?.problems ?? [];
  }

  /** Notes a change; the checks follow. */
  changed(notebook: OpenNotebook): void {
    const known = this.#checked.get(notebook.uri) ?? { notebook, problems: [], told: new Set(), timers: [] };
    this.#checked.set(notebook.uri, known);
    known.notebook = notebook;
    this.#stop(known);
    const check = (soon: boolean) => () => void this.#check(known, soon);
    known.timers = [setTimeout(check(true), QUIET_MS), setTimeout(check(false), PAUSE_MS)];
  }

  /** Drops a notebook, and its diagnostics at the editor. */
  closed({ uri }: OpenNotebook): void {
    const known = this.#checked.get(uri);
    if (known === undefined) return;
    this.#checked.delete(uri);
    this.#stop(known);
    for (const document of known.told)
      void this.#connection.sendDiagnostics({ uri: document, diagnostics: [] });
  }

  #stop({ timers }: Checked): void {
    for (const timer of timers) clearTimeout(timer);
  }

  async #check(known: Checked, soon: boolean): Promise<void> {
    const { notebook } = known;
    if (!notebook.cells.some(({ cell }) => cell.type === 'code')) return this.#tell(known, []);
    try {
      const { problems, awaited } = await this.#checker.check(standing(notebook), this.#phase, soon);
      this.#failure = '';
      // the editor has a newer text, whose check follows
      if (notebook !== known.notebook || this.#checked.get(notebook.uri) !== known) return;
      // the findings of slow rules stay until these rules have run again
      const kept = known.problems.filter(({ code }) => awaited.includes(code));
      this.#tell(known, [...problems, ...kept]);
    } catch (error) {
      if (!(error instanceof SluiceError)) throw error;
      if (error.message !== this.#failure)
        this.#connection.window.showErrorMessage(`Sluice: ${error.message}`);
      this.#failure = error.message;
    }
  }

  #tell(known: Checked, problems: readonly Problem[]): void {
    known.problems = problems;
    const found = diagnosticsOf(known.notebook, problems);
    for (const uri of new Set([...found.keys(), ...known.told])) {
      const diagnostics = [...(found.get(uri) ?? [])];
      if (diagnostics.length > 0 || known.told.has(uri))
        void this.#connection.sendDiagnostics({ uri, diagnostics });
    }
    known.told = new Set([...found].flatMap(([uri, each]) => (each.length > 0 ? [uri] : [])));
  }
}

/** A notebook in the form for checks. */
export function standing({ path, cells, metadata }: OpenNotebook): StandingNotebook {
  return { path, cells: cells.map(({ cell }) => cell), metadata };
}
