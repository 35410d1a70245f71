/** Cells of another language than Python in the core: nothing is read in their texts, and they run only when asked for. */

import { expect, test } from 'vitest';
import { executionRecord, shippedLibrary } from '../../instrument/index.ts';
import { NO_TRACE } from '../../runtime/session/received-trace.ts';
import {
  applyCore,
  type CoreOperation,
  type CoreState,
  type ExecutionStatus,
  emptyCore,
  notebookStates,
} from '../../slicer/index.ts';

/** A core in plain mode, with runs on request; `fails`: the failing cells. */
function core(fails: readonly string[] = []) {
  let state: CoreState = emptyCore(shippedLibrary(), 'plain');
  const ran: string[] = [];
  const apply = (operation: CoreOperation): void => {
    const next = applyCore(state, operation);
    state = next.state;
    for (const action of next.actions) {
      if (action.type !== 'execute') throw new Error(action.type);
      const { exec, cell, source } = action;
      ran.push(cell);
      const status: ExecutionStatus = fails.includes(cell) ? 'error' : 'ok';
      const record = executionRecord({ exec, cell, source, status }, { ...NO_TRACE, exec });
      apply({ type: 'ran', record, same: null, ms: 1, mayFail: cell.endsWith('!') });
    }
  };
  return {
    ran,
    apply,
    cells: (sources: Readonly<Record<string, string>>) =>
      apply({
        type: 'cells',
        order: Object.keys(sources),
        sources: new Map(Object.entries(sources)),
        settles: true,
      }),
    run: (...cells: string[]) => apply({ type: 'run', cells, force: false }),
    states: () => [...notebookStates(state).cells.values()].map((shown) => shown.state),
  };
}

test('names without a binding hold nothing back, and changes spread to nothing', () => {
  const { ran, cells, run, states } = core();
  cells({ a: 'x <- load(y)', b: 'import x' });
  run('b', 'a');
  expect([ran, states()]).toEqual([
    ['b', 'a'],
    ['settled', 'settled'],
  ]);
  cells({ a: 'x <- load(z)', b: 'import x' });
  expect(states()).toEqual(['edited', 'settled']);
  run('a');
  expect([ran, states()]).toEqual([
    ['b', 'a', 'a'],
    ['settled', 'settled'],
  ]);
});

test('what is a comment in Python may be code', () => {
  const { cells, run, states } = core();
  cells({ a: '#include <vector>' });
  run('a');
  cells({ a: '#include <map>' });
  expect(states()).toEqual(['edited']);
});

test('a failure ends the plan, but not of a cell that may fail', () => {
  const { ran, cells, run } = core(['b!', 'c']);
  cells({ a: '1', 'b!': '2', c: '3', d: '4' });
  run('a', 'b!', 'c', 'd');
  expect(ran).toEqual(['a', 'b!', 'c']);
});

test('nothing runs by itself, and a cell of Python is read again after the mode', () => {
  const { ran, cells, run, apply, states } = core();
  cells({ a: 'x = 1', b: 'x + 1' });
  apply({ type: 'settle' });
  run('b');
  expect(ran).toEqual(['b']);
  apply({ type: 'mode', mode: 'lazy' });
  expect(states()).toEqual(['unrun', 'unrun']);
  apply({ type: 'mode', mode: 'reactive' });
  run('b');
  // (the run of the test binds nothing, so b waits on)
  expect(ran).toEqual(['b', 'a']);
});
