/** The consequences of an event, in words. */

import type { LeftOverCells } from '../check/index.ts';
import type { CellText } from '../information-flow/index.ts';
import type { Impact } from './code-impact.ts';
import type { NotebookEvent } from './event.ts';
import { type ImpactPath, isWrong } from './impact-path.ts';
import type { Clash } from './rename.ts';

/**
 * Lines for people. `before`: the code cells before the event, whose positions name the cells; `wanted`: the
 * requested analyses.
 */
export function impactLines(
  event: NotebookEvent,
  impact: Impact,
  leftOver: LeftOverCells,
  clashes: readonly Clash[],
  before: readonly CellText[],
  wanted: (analysis: string) => boolean,
): string[] {
  const places = new Map(before.map(({ cell }, at) => [cell, at + 1]));
  const list = (cells: readonly string[]) => cells.map((cell) => places.get(cell)!).join(', ');
  const cells = (ids: readonly string[]) => `${ids.length === 1 ? 'cell' : 'cells'} ${list(ids)}`;
  const { paths, stale, fresh, instead } = impact;
  // every other path of a run begins with the run
  const [following, own] = parted(paths, ({ cells: path }) => event.type !== 'run' || path.length > 1);
  const lines = [headLine(event, own, instead, cells)];
  for (const { cell, line, why } of clashes)
    lines.push(`clash: cell ${places.get(cell)!} ${why} (line ${line})`);
  if (instead !== null && instead.length > 1) lines.push(`    run ${list(instead)} instead`);
  const firstBad = (cell: string) => following.find((path) => path.at === cell && isWrong(path));
  const reason = (cell: string) => {
    const path = firstBad(cell);
    if (path !== undefined) lines.push(`    ${path.why}`);
  };
  if (wanted('stale')) {
    const [news, olds] = parted(stale, (cell) => !impact.before.stale.includes(cell));
    if (news.length > 0) lines.push(`stale then: ${cells(news)}`);
    for (const cell of news) reason(cell);
    if (olds.length > 0) lines.push(`stale as before: ${cells(olds)}`);
  }
  if (wanted('fresh') && fresh.length > 0) lines.push(`has new inputs: ${cells(fresh)}`);
  const others = [...new Set(following.filter(isWrong).map(({ at }) => at))];
  const unsafe = others.filter((cell) => !stale.includes(cell) || !wanted('stale'));
  if (unsafe.length > 0) lines.push(`not to be run next: ${cells(unsafe)}`);
  for (const cell of unsafe) reason(cell);
  lines.push(...leakLines(own, following, cells, list), ...rightLines(following, own, cells, list));
  const { isolated, idle } = leftOver;
  if (wanted('isolated') && isolated.length > 0)
    lines.push(`isolated (nothing flows in or out): ${cells(isolated)}`);
  if (wanted('idle') && idle.length > 0) lines.push(`idle (no effect, shows nothing): ${cells(idle)}`);
  if (impact.left.length > 0)
    lines.push(`there was no time to look at all of ${cells(impact.left)}: --time-limit N gives more`);
  return lines;
}

type CellWords = (ids: readonly string[]) => string;

function headLine(
  event: NotebookEvent,
  [own]: readonly ImpactPath[],
  instead: Impact['instead'],
  cells: CellWords,
): string {
  switch (event.type) {
    case 'open':
      return 'As the notebook stands:';
    case 'rename':
      return `To rename it, ${cells([...event.sources.keys()])} ${event.sources.size === 1 ? 'has' : 'have'} to change. Before anything runs again:`;
    case 'run': {
      const word = own!.verdict === 'undefined' ? 'it would fail' : 'that would not be safe';
      const head = `If you run ${cells([event.cell])} now`;
      if (!isWrong(own!)) return `${head}, it reads the same values as in a run from the top.`;
      const none = instead === null ? '; no order of runs here is safe' : '';
      return `${head}, ${word}: ${own!.why}${none}.`;
    }
    case 'edit':
      return `If you edit ${cells([event.cell])} and do not run it:`;
    case 'insert':
      return `If ${cells([event.cell])} is new and has not run:`;
    case 'delete':
      return `If you delete ${cells([event.cell])}:`;
    case 'move':
      return `If you move ${cells([event.cell])} to place ${event.to + 1}:`;
  }
}

/** The leaks, each reason once. */
function leakLines(
  own: readonly ImpactPath[],
  following: readonly ImpactPath[],
  cells: CellWords,
  list: CellWords,
): string[] {
  const told = new Set<string>();
  return [...own, ...following]
    .filter(({ verdict }) => verdict === 'leak')
    .flatMap(({ cells: path, at, why }) => {
      const before = path.slice(own.length > 0 ? 1 : 0, -1);
      const head =
        own.length > 0 && path.length === 1
          ? 'that leaks'
          : `leaks ${before.length === 0 ? 'next' : `after ${list(before)}`}: ${cells([at])}`;
      const isNew = !told.has(why);
      told.add(why);
      return [head, ...(isNew ? [`    ${why}`] : [])];
    });
}

/** The cells that can run at once, and the cells that can run after others. */
function rightLines(
  following: readonly ImpactPath[],
  own: readonly ImpactPath[],
  cells: CellWords,
  list: CellWords,
): string[] {
  const ownLength = own.length === 0 ? 0 : 1;
  const safe = following.filter(({ verdict }) => verdict === 'safe');
  const rest = safe.map(({ cells: path, at }) => ({ at, before: path.slice(ownLength, -1) }));
  const [next, later] = parted(rest, ({ before }) => before.length === 0);
  const lines = [
    ...(next.length > 0 ? [`safe next: ${cells(next.map(({ at }) => at))}`] : []),
    ...later.map(({ at, before }) => `safe after ${list(before)}: ${cells([at])}`),
  ];
  const reached = new Set(following.map(({ at }) => at));
  const wrong = new Set(following.filter(isWrong).map(({ cells: path }) => path.join()));
  for (const { at, cells: path } of following) if (!wrong.has(path.join())) reached.delete(at);
  if (reached.size > 0) lines.push(`no safe order of runs leads to ${cells([...reached])}`);
  return following.length === 0 && own.length === 0 ? ['nothing follows'] : lines;
}

function parted<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
