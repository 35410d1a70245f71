/** The run that a person names behind `%sluice`: by its number in `In [n]`, or by its cell. */

import { type CoreState, cellsCalled, type Exec } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';

/**
 * The execution: `[5]`, the place of a cell, an id, or the beginning of a first line; without a name, the
 * last one. @throws {SluiceError} when there is none.
 */
export function findCell(name: string | undefined, core: CoreState, countOf: (exec: Exec) => number): Exec {
  const { settlement, order, sources } = core;
  const runs = [...settlement.graph.executions()];
  const last = runs.at(-1);
  if (last === undefined) throw new SluiceError('no cell has run');
  if (name === undefined) return last.exec;
  const number = /^(?:In\s*)?\[(\d+)\]$/i.exec(name)?.[1];
  if (number !== undefined) {
    const found = runs.findLast(({ exec }) => countOf(exec) === Number(number));
    if (found === undefined) throw new SluiceError(`there is no run In [${number}] in this kernel`);
    return found.exec;
  }
  const [cell] = cellsCalled(name, order, sources);
  if (cell === undefined) {
    throw new SluiceError(`there is no cell ${name}: name one of 1 to ${order.length}, or a run as [5]`);
  }
  const run = settlement.execution(cell);
  if (run === null) throw new SluiceError(`cell ${name} has not run in this kernel`);
  return run.exec;
}
