/** Times of keeping freshness, on a notebook where every cell needs those above it. Nothing runs: the records are made up. */

import { DependenceGraph, type ExecutionRecord, Freshness } from '../../slicer/index.ts';
import { chainRecord } from './made-up-records.ts';
import { median } from './median.ts';
import { processorMs } from './processor-time.ts';
import { randomNumbers } from './random-numbers.ts';

const ROUNDS = 10;
/** Rounds before that, which do not count. */
const WARM_UP = 5;

/** One size of notebook. Milliseconds of processor time per event, of recording and of the lists of stale and other cells together. */
export interface FreshnessTimes {
  readonly cells: number;
  /** Running any cell again. */
  readonly run: number;
  /** Running the first one again, after all have run: everything is out of date then. */
  readonly runFirst: number;
  readonly edit: number;
  readonly move: number;
  readonly longest: number;
}

/** Measures one size. */
export function timeFreshness(cells: number): FreshnessTimes {
  const graph = new DependenceGraph();
  const freshness = new Freshness(graph, 'in-order');
  const random = randomNumbers(cells);
  const sources = new Map<string, string>();
  const namesOf = (): { live: Set<string>; dead: Set<string> } => EDITED;
  let order = Array.from({ length: cells }, (_, cell) => `c${cell}`);
  let exec = 0;
  const timed = (action: () => void): number => {
    const started = processorMs();
    action();
    freshness.status({ sources, namesOf });
    return processorMs() - started;
  };
  const recorded = (cell: number): ExecutionRecord => {
    exec += 1;
    const record = chainRecord(exec, cell);
    sources.set(record.cell, record.source);
    graph.record(record);
    return record;
  };
  const run = (cell: number): number => {
    const record = recorded(cell);
    return timed(() => freshness.record(record));
  };
  const runAll = (): void => {
    for (let cell = 0; cell < cells; cell += 1) freshness.record(recorded(cell));
    freshness.status({ sources, namesOf });
  };
  freshness.arrange(order);
  runAll();
  const times: Record<'run' | 'runFirst' | 'edit' | 'move', number[]> = {
    run: [],
    runFirst: [],
    edit: [],
    move: [],
  };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    if (round === WARM_UP) for (const list of Object.values(times)) list.length = 0;
    times.runFirst.push(run(0));
    times.edit.push(timed(() => sources.set(`c${random(cells)}`, `${round}`)));
    times.run.push(run(random(cells)));
    const moved = order[random(cells)] ?? '';
    order = order.filter((cell) => cell !== moved).toSpliced(random(cells), 0, moved);
    times.move.push(timed(() => freshness.arrange(order)));
    runAll();
  }
  return {
    cells,
    run: median(times.run),
    runFirst: median(times.runFirst),
    edit: median(times.edit),
    move: median(times.move),
    longest: Math.max(...Object.values(times).flat()),
  };
}

const EDITED = { live: new Set(['x0', 'x1']), dead: new Set(['z']) };
