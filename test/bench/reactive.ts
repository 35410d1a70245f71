/** Times of reactive mode's own work: states and plan after an event, and analysis after a keystroke. Nothing runs: the records are made up. */

import { shippedLibrary } from '../../instrument/index.ts';
import {
  applyCore,
  type CoreState,
  type ExecutionRecord,
  emptyCore,
  notebookStates,
  type OrderMode,
  previewRun,
} from '../../slicer/index.ts';
import { recordOf } from './made-up-records.ts';
import { median } from './median.ts';
import { randomNumbers } from './random-numbers.ts';

/**
 * `chain`: each cell needs the two above it; `fan`: all need the first; `mixed`: each needs a few of the forty names before it; `classes`:
 * each makes an object of a class, of which what is typed makes another one.
 */
export type Shape = 'chain' | 'fan' | 'mixed' | 'classes';

export const SHAPES: readonly Shape[] = ['chain', 'fan', 'mixed', 'classes'];

/** One notebook. Milliseconds. */
export interface ReactiveTimes {
  readonly shape: Shape;
  readonly orderMode: OrderMode;
  readonly cells: number;
  /** A cell has run again: the graph, the states of all cells, the next cell of the plan. */
  readonly run: number;
  /** The whole plan for running the first cell, without running it. */
  readonly preview: number;
  /** A letter is typed: static analysis and the states of all cells. */
  readonly keystroke: number;
}

const ROUNDS = 9;

/** Measures one notebook. */
export function timeReactive(shape: Shape, cells: number, orderMode: OrderMode): ReactiveTimes {
  const texts = Array.from({ length: cells }, (_, cell) => textOf(shape, cell));
  const order = texts.map((_, cell) => `c${cell}`);
  const sources = new Map(order.map((cell, at) => [cell, texts[at]?.source ?? '']));
  let state: CoreState = emptyCore(shippedLibrary(), 'reactive', orderMode);
  const recordFor = (exec: number, cell: string, source: string): ExecutionRecord => {
    const { reads, writes } = texts[Number(cell.slice(1))] as Text;
    return { ...recordOf(exec, cell, [{ reads, writes }]), source };
  };
  const runTimes: number[] = [];
  const run = (requested: readonly string[], most: number): void => {
    let next = applyCore(state, { type: 'run', cells: requested, force: false });
    for (let runs = 0; ; runs += 1) {
      state = next.state;
      const [action] = next.actions;
      if (action?.type !== 'execute') return;
      const record = recordFor(action.exec, action.cell, action.source);
      const started = performance.now();
      next = applyCore(state, { type: 'ran', record, same: null, ms: 1 });
      runTimes.push(performance.now() - started);
      if (runs === most) next = applyCore(next.state, { type: 'interrupt' });
    }
  };
  const timed = (action: () => void): number => {
    const started = performance.now();
    action();
    return performance.now() - started;
  };
  const typed = (): void => {
    state = applyCore(state, { type: 'cells', order, sources: new Map(sources), settles: false }).state;
    notebookStates(state);
  };
  typed();
  run(order, cells);
  runTimes.length = 0;
  const [preview, keystroke]: [number[], number[]] = [[], []];
  const middle = order[cells >> 1] as string;
  for (let round = 0; round < ROUNDS; round += 1) {
    preview.push(timed(() => previewRun(state, ['c0'])));
    sources.set(middle, `${texts[cells >> 1]?.source} + ${round}`);
    keystroke.push(timed(typed));
    sources.set(middle, texts[cells >> 1]?.source ?? '');
    keystroke.push(timed(typed));
    run(['c0'], 5);
    run(order, cells);
  }
  return {
    shape,
    orderMode,
    cells,
    run: median(runTimes),
    preview: median(preview),
    keystroke: median(keystroke),
  };
}

interface Text {
  readonly source: string;
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

function textOf(shape: Shape, cell: number): Text {
  const random = randomNumbers(cell);
  const needs: Record<Shape, () => number[]> = {
    chain: () => [cell - 1, cell - 2],
    fan: () => [0],
    classes: () => (cell === 0 ? [] : [0]),
    mixed: () => [0, 1, 2].map(() => cell - 1 - random(40)),
  };
  const reads = [...new Set(needs[shape]().filter((above) => above >= 0 && above < cell))].map(
    (n) => `x${n}`,
  );
  const writes = [`x${cell}`];
  if (shape === 'classes') {
    const source = cell === 0 ? 'import pandas as x0' : `x${cell} = x0.DataFrame()`;
    return { source, reads, writes };
  }
  return { source: `x${cell} = ${['1', ...reads].join(' + ')}`, reads, writes };
}
