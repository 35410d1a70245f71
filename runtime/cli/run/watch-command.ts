/**
 * `sluice watch`: runs a notebook, then follows its file: after each save by any editor, it runs changed
 * cells and the cells that depend on them.
 */

import { constants } from 'node:buffer';
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPlainText } from '../../../instrument/index.ts';
import {
  asJupyterNotebook,
  keepIds,
  type Notebook,
  parseNotebook,
  readNotebook,
  saveAtomically,
  serializeNotebook,
} from '../../documents/index.ts';
import { HeadlessNotebook, type Settled } from '../../live/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { Command } from '../arguments.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { sayMended } from '../terminal/opening-note.ts';
import { print, printJson } from '../terminal/print.ts';
import { oneLine, progress } from '../terminal/progress.ts';
import { withWorkplace } from '../workplace/workplace.ts';
import { savedWhenItDies } from './saved-when-it-dies.ts';
import { failureText, settledJson, settledText } from './settled-text.ts';

/** Editors write in several steps. */
const QUIET_MS = 80;
/** Some file systems report no changes. */
const LOOK_MS = 1000;

/** Runs the command, until a signal ends the process. */
export async function watchNotebook(command: Extract<Command, { type: 'watch' }>): Promise<number> {
  const { path } = command;
  const out = command.out ?? path;
  const first = readNotebook(path);
  sayMended(first);
  checkOutputPath(out, null);
  return withWorkplace(command, path, async (workplace) => {
    const kernel = await workplace.kernel(workplace.folder);
    workplace.sayOtherKernel(first, kernel);
    const headless = new HeadlessNotebook(kernel, command.order, (run) => {
      const failure = failureText(run);
      if (command.json) printJson({ type: 'run', ...run });
      else if (failure !== null) print(failure);
    });
    // a percent file keeps no outputs
    const textOf = (ran: Notebook) => serializeNotebook(out === path ? ran : asJupyterNotebook(ran));
    const changes = new FileChanges(path, () => headless.hasChangedFiles());
    headless.watch(() => changes.wake(), command.server === undefined);
    let known = '';
    let last = first;
    for (;;) {
      const text = await changes.next(known);
      known = text;
      const read = parsed(text, path);
      if (read === null) continue;
      const notebook = keepIds(last.cells, read);
      last = notebook;
      const save = (): string | null => {
        if (out === path && changes.text() !== text) return null;
        saveAtomically(out, textOf(headless.withOutputs(notebook)));
        return out;
      };
      report(await savedWhenItDies(() => headless.update(notebook), save), command.json);
      if (out === path && changes.text() !== text) continue;
      const saved = textOf(headless.withOutputs(notebook));
      if (saved !== text || out !== path) saveAtomically(out, saved);
      if (out === path) known = saved;
      progress(`watching ${path}; Ctrl-C ends it`);
    }
  });
}

/** The document; null, with a message, while the file is half-written or invalid. */
function parsed(text: string, path: string): ReturnType<typeof parseNotebook> | null {
  try {
    return parseNotebook(text, path);
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    progress(`${oneLine(error.message)}; waiting for it to be saved again`);
    return null;
  }
}

function report(settled: Settled, json: boolean): void {
  if (json) printJson(settledJson(settled));
  else for (const line of settledText(settled)) print(line);
}

/** Watches the text of a file, and changes of other files. */
class FileChanges {
  readonly #path: string;
  readonly #haveOthers: () => Promise<boolean>;
  readonly #watcher: FSWatcher | null;
  #wake: () => void = () => {};
  #stirred = false;

  /** `haveOthers`: whether other files have changed since the last call. */
  constructor(path: string, haveOthers: () => Promise<boolean>) {
    this.#path = path;
    this.#haveOthers = haveOthers;
    this.#watcher = this.#watch();
  }

  /** The file's text now; null if it cannot be read. */
  text(): string | null {
    try {
      return readPlainText(this.#path, constants.MAX_STRING_LENGTH);
    } catch {
      return null;
    }
  }

  /** Other files may have changed. */
  wake(): void {
    this.#stirred = true;
    this.#wake();
  }

  /** The first text other than `known`, after it has stopped changing; or `known` if other files have changed. */
  async next(known: string): Promise<string> {
    for (;;) {
      const text = this.text();
      if (text !== null && text !== known) {
        await sleep(known === '' ? 0 : QUIET_MS);
        if (this.text() === text) return text;
        continue;
      }
      this.#stirred = false;
      if (text !== null && (await this.#haveOthers())) {
        // a program that saves several files at once may save this one next
        await sleep(QUIET_MS);
        return this.text() ?? text;
      }
      if (this.#stirred) continue;
      const limit = sleep(LOOK_MS);
      await Promise.race([limit, new Promise<void>((resolve) => (this.#wake = resolve))]);
    }
  }

  /** Watches the folder, because editors replace the file. */
  #watch(): FSWatcher | null {
    try {
      const name = basename(this.#path);
      return watch(dirname(this.#path), (_, changed) => {
        if (changed === null || changed === name) this.wake();
      }).on('error', () => this.#watcher?.close());
    } catch {
      return null;
    }
  }
}
