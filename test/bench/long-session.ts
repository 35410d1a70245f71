/** A made-up session of thousands of small executions: cells that are run again and again, edits and moves among them. */

import type { SessionEvent } from '../../runtime/sources/index.ts';
import { randomNumbers } from './random-numbers.ts';

const CELLS = 200;
/** The most cells that are run one after the other. */
const STRETCH = 40;
/** Of a hundred events: edits without a run, and cells that are moved, or deleted and made again. */
const EDITS = 5;
const MOVES = 1;
const DELETIONS = 1;

/** Events with this many runs: all cells once, then stretches of cells one after the other. The same for the same number. */
export function longSession(executions: number): SessionEvent[] {
  const random = randomNumbers(1);
  const events: SessionEvent[] = [];
  const versions = new Map<number, number>();
  let order = Array.from({ length: CELLS }, (_, cell) => nameOf(cell));
  const run = (cell: number): void => {
    events.push({ type: 'run', cell: nameOf(cell), source: sourceOf(cell, versions.get(cell) ?? 0) });
  };
  let [next, left] = [0, CELLS];
  for (let runs = 0; runs < executions; ) {
    if (left === 0) [next, left] = [random(CELLS), 1 + random(STRETCH)];
    const cell = next % CELLS;
    const chance = runs < CELLS ? 100 : random(100);
    if (chance < EDITS) {
      const version = (versions.get(cell) ?? 0) + 1;
      versions.set(cell, version);
      events.push({ type: 'edit', cell: nameOf(cell), source: sourceOf(cell, version) });
      continue;
    }
    if (chance < EDITS + MOVES) {
      const others = order.filter((name) => name !== nameOf(cell));
      order = others.toSpliced(random(CELLS), 0, nameOf(cell));
      events.push({ type: 'order', cells: order });
      continue;
    }
    if (chance < EDITS + MOVES + DELETIONS) {
      order = [...order.filter((name) => name !== nameOf(cell)), nameOf(cell)];
      events.push({ type: 'delete', cell: nameOf(cell) });
    }
    run(cell);
    runs += 1;
    next += 1;
    left -= 1;
  }
  return events;
}

/** The same as the text of a session file. */
export function sessionText(events: readonly SessionEvent[]): string {
  return events.map((event) => `${JSON.stringify(event)}\n`).join('');
}

function nameOf(cell: number): string {
  return `cell-${cell}`;
}

/** Each cell binds names of its own, from those of one or two cells of the ten above it. */
function sourceOf(cell: number, version: number): string {
  const [near, far] = [cell - 1, cell - 1 - ((cell * 7) % 9)].map((above) => Math.max(0, above));
  if (cell === 0) return `x0 = ${version}\ny0 = [x0, 1]`;
  switch (cell % 8) {
    case 1:
      return `def f${cell}(v):\n    return v + x${near} + ${version}\nx${cell} = f${cell}(x${far})\ny${cell} = [x${cell}]`;
    case 2:
      return `y${cell} = [x${near}, x${far}]\ny${cell}.append(${version})\nx${cell} = len(y${cell})`;
    case 3:
      return `y${near}.append(${version})\nx${cell} = sum(y${near})\ny${cell} = [x${cell}]`;
    case 4:
      return `x${cell} = 0\nfor v in y${near}:\n    x${cell} += v\ny${cell} = {'a': x${cell}}\ny${cell}['b'] = ${version}`;
    case 5:
      return `x${cell} = y${near}['a'] + y${near}['b']\ny${cell} = (x${cell}, x${far})\nx${cell} + ${version}`;
    case 6:
      return `print(x${near}, ${version})\nx${cell}, y${cell} = x${far}, [x${near}]`;
    default:
      return `x${cell} = x${near} + x${far} * ${version}\ny${cell} = [x${cell}]`;
  }
}
