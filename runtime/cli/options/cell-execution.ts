/** The execution of a session in options: its number, or a cell, which stands for its last execution. */

import type { Exec } from '../../../slicer/index.ts';
import { cellNamed, type SourceSession } from '../../sources/index.ts';
import { SluiceError } from '../../words/index.ts';

/** An execution by its number, or the last one of a cell, named as in {@link cellNamed}. */
export type WantedExecution =
  | { readonly type: 'exec'; readonly exec: Exec }
  | { readonly type: 'cell'; readonly cell: string };

/** The execution. @throws {SluiceError} 2 when there is none. */
export function executionWanted(source: SourceSession, wanted: WantedExecution): Exec {
  if (wanted.type === 'exec') {
    checkExecution(source, wanted.exec);
    return wanted.exec;
  }
  const cell = cellNamed(source, wanted.cell);
  const runs = source.events.filter((event) => event.type === 'run');
  const exec = runs.findLastIndex((run) => run.cell === cell) + 1;
  if (exec === 0) throw new SluiceError(`cell ${wanted.cell} has not run`);
  return exec;
}

/** Throws when a session has no such execution. */
export function checkExecution({ events }: SourceSession, exec: Exec): void {
  const count = events.filter(({ type }) => type === 'run').length;
  if (exec <= count) return;
  const range = count === 0 ? 'the session has none' : `the session has 1 to ${count}`;
  throw new SluiceError(`there is no execution ${exec}: ${range}`);
}
