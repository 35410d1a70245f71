/** Consequences of a run and a deletion in the words of pages, and problems shown by the runs of a notebook. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findPackageRoot } from '../../instrument/index.ts';
import type { Cell, Output } from '../../runtime/documents/index.ts';
import { runProblems } from '../../runtime/live/questions/run-problems.ts';
import { whatIfAnswer } from '../../runtime/live/questions/what-if-question.ts';
import { testPython } from '../harness/host.ts';
import { CorePlayer } from './core-player.ts';
import { SessionHost } from './host-session.ts';

/** Cells by number from 1. All run, unless `unrun`; then texts change (`edit`), and cells run again (`rerun`). */
interface ForeseenCase {
  readonly name: string;
  readonly cells: readonly string[];
  readonly unrun?: true;
  /** The order of runs in any-order mode. */
  readonly anyOrder?: readonly number[];
  readonly edit?: Readonly<Record<string, string>>;
  readonly rerun?: readonly number[];
  readonly run?: Readonly<Record<string, readonly string[]>>;
  readonly delete?: Readonly<Record<string, readonly string[]>>;
  /** Messages by rule. */
  readonly finds?: Readonly<Record<string, string>>;
}

const CASES = readFileSync(join(findPackageRoot(), 'test', 'cases', 'reactive', 'foreseen.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as ForeseenCase);

let host: SessionHost;
beforeAll(async () => {
  host = new SessionHost(await testPython());
});
afterAll(() => host.close());

const idOf = (number: number | string): string => `c${number}`;

it.each(CASES)('$name', async (given) => {
  const order = given.cells.map((_, at) => idOf(at + 1));
  const sources = new Map(given.cells.map((source, at) => [idOf(at + 1), source]));
  const shown = new Map<string, string>();
  const player = new CorePlayer(host, ({ cell }, run) => shown.set(cell, run.shown));
  await host.start();
  try {
    await player.dispatch({ type: 'cells', order, sources, settles: false });
    if (given.anyOrder) await player.dispatch({ type: 'order-mode', mode: 'any-order' });
    const first = given.unrun ? [] : (given.anyOrder?.map(idOf) ?? order);
    for (const cell of given.anyOrder ? first : [])
      await player.dispatch({ type: 'run', cells: [cell], force: false });
    if (!given.anyOrder && first.length > 0)
      await player.dispatch({ type: 'run', cells: first, force: false });
    const edited = new Map([
      ...sources,
      ...Object.entries(given.edit ?? {}).map(([n, s]) => [idOf(n), s] as const),
    ]);
    if (given.edit) await player.dispatch({ type: 'cells', order, sources: edited, settles: false });
    for (const number of given.rerun ?? [])
      await player.dispatch({ type: 'run', cells: [idOf(number)], force: false });
    const before = [...player.state.standings].map(([cell, { type }]) => [cell, type]);
    for (const type of ['run', 'delete'] as const) {
      for (const [number, lines] of Object.entries(given[type] ?? {})) {
        const answer = whatIfAnswer(player.state, { type, cell: idOf(number) });
        expect(answer.to === 'what-if' ? answer.lines : answer).toEqual(lines);
      }
    }
    // a question changes nothing
    const { settlement, frozen } = player.state;
    expect([...settlement.standings(frozen)].map(([cell, { type }]) => [cell, type])).toEqual(before);
    if (given.finds) {
      const found = runProblems(
        player.state,
        order.map((id) => cellOf(id, edited.get(id)!, shown.get(id))),
      );
      expect(Object.fromEntries(found.map(({ code, message }) => [code, message]))).toEqual(given.finds);
    }
  } finally {
    await host.end();
  }
});

function cellOf(id: string, source: string, shown: string | undefined): Cell {
  const outputs: Output[] =
    shown !== undefined && /[^\s|]/.test(shown)
      ? [{ output_type: 'stream', name: 'stdout', text: shown }]
      : [];
  return { type: 'code', id, source, metadata: {}, executionCount: null, outputs };
}
