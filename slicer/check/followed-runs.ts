/**
 * The facts of a notebook for which the interpreter follows its runs: leaks of rows, actions on the world,
 * classes of receivers. It judges nothing.
 */

import { followRuns } from '../leakage/index.ts';
import type { CellRange, LibraryKnowledge } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import type { CheckedNotebook, CodeCell, FoundAction, LeakFacts, NotebookFacts } from './facts.ts';
import type { CellEdit } from './finding.ts';
import { placeIn } from './place-in.ts';

/** These facts. */
export type FollowedNotebook = Pick<NotebookFacts, 'leaks' | 'world' | 'interpreted'>;

type Followed = ReturnType<typeof followRuns>;

/** The last result for each library: an open notebook is checked again after each run, mostly with the same texts. */
const LAST_FOLLOWED = new WeakMap<
  LibraryKnowledge,
  { readonly sources: readonly string[]; readonly found: Followed }
>();

function followSources(sources: readonly string[], library: LibraryKnowledge): Followed {
  const last = LAST_FOLLOWED.get(library);
  if (last?.sources.length === sources.length && sources.every((text, at) => text === last.sources[at]))
    return last.found;
  const found = followRuns(sources, library);
  LAST_FOLLOWED.set(library, { sources, found });
  return found;
}

/**
 * The runs to follow: for a session, the runs since the last restart in their order; otherwise the page from
 * the top.
 */
export function followedRuns(
  { log }: CheckedNotebook,
  code: readonly CodeCell[],
  library: LibraryKnowledge,
): FollowedNotebook {
  const restarts = log?.at(-1)?.restarts ?? 0;
  const since = (log ?? []).filter((run) => run.restarts === restarts);
  const runs = since.length > 0 ? since : code.map(({ id, source }) => ({ cell: id, source }));
  const sourcesOf = (ran: LeakFacts['runs']) => ran.map(({ source }) => source);
  const { leaks, calls } = followSources(sourcesOf(runs), library);
  const after = (edits: readonly CellEdit[]) => {
    const texts = new Map(edits.map(({ cell, source }) => [cell, source]));
    const ran = runs.map(({ cell, source }) => ({
      cell,
      source: texts.has(cell) ? (texts.get(cell) ?? '') : source,
    }));
    return { ...followRuns(sourcesOf(ran), library).leaks, runs: ran };
  };
  const cells = new Map(code.map((cell) => [cell.id, cell]));
  const cellOf = (run: number) => cells.get(runs[run - 1]!.cell) ?? null;
  const actions = calls.actions.flatMap((action): FoundAction[] => {
    const [cell, of] = [cellOf(action.cell), cellOf(action.at.cell)];
    if (cell === null || of === null) return [];
    return [{ ...action, cell, of, at: placeIn(of.source, runs[action.at.cell - 1]!.source, action.at) }];
  });
  const open = new Set([...calls.open].map(cellOf));
  const rangesOf = ({ id, source }: CodeCell, { from, to }: Range): CellRange[] =>
    runs.flatMap((run, i) => (run.cell === id && run.source === source ? [{ cell: i + 1, from, to }] : []));
  return {
    interpreted: {
      receiversOf: (cell, call) => [
        ...new Set(rangesOf(cell, call).flatMap((range) => calls.receiversOf(range))),
      ],
      isRepeated: (cell, call) => rangesOf(cell, call).some((range) => calls.isRepeated(range)),
    },
    leaks: { ...leaks, runs, after },
    world: { actions, isOpen: (cell) => open.has(cell), seedOf: (stream) => library.setterOf(stream) },
  };
}
