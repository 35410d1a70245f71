/**
 * Draws of a notebook from unseeded random streams, by the calls' declarations. A call that gets a seed, or may
 * get one, is no draw.
 */

import type { CodeCell, FoundAction, NotebookFacts } from './facts.ts';

/** A draw without a seed. */
export interface Draw extends FoundAction {
  /** The callee, without its module. */
  readonly name: string;
  /** The function that seeds the stream; null: none is known. */
  readonly seed: string | null;
}

/** The limit of draws for each stream: the first one that shows is reported. */
const MOST_DRAWS = 12;

/** The system's source of chance, which seeds generators without a seed: no call sets it. */
const ENTROPY = 'entropy';

/** By convention, an undeclared function with such a name seeds all streams. */
const SEEDS = /(?:^|[._])(?:seeds?|determin\w*|reproducib\w*)(?:_|$)/i;

/** The draws of each stream that no call before them has seeded, up to a limit. */
export function unseededDraws({ code, world }: NotebookFacts): Draw[] {
  const seeded = new Set<string>();
  const counts = new Map<string, number>();
  const helper = firstHelper(code, world.actions);
  const found: Draw[] = [];
  for (const action of world.actions) {
    const { does, world: stream, certain, callee, cell, at } = action;
    if (does === 'writes') seeded.add(stream);
    if (does !== 'draws' || !certain || seeded.has(stream)) continue;
    if (helper !== null && stream !== ENTROPY && isBefore(helper, { cell, at })) continue;
    const count = (counts.get(stream) ?? 0) + 1;
    counts.set(stream, count);
    if (count > MOST_DRAWS) continue;
    found.push({ ...action, name: nameOf(callee), seed: world.seedOf(stream) });
  }
  return found;
}

/** The last name of a path; of a constructor, the class. */
function nameOf(callee: string): string {
  const path = callee.replace(/\.__init__$/, '');
  return path.slice(path.lastIndexOf('.') + 1);
}

type DrawRange = Pick<FoundAction, 'cell' | 'at'>;

/** The first call of a function whose name says that it seeds all streams. */
function firstHelper(code: readonly CodeCell[], actions: readonly FoundAction[]): DrawRange | null {
  const declared = new Set(actions.map(({ of, at }) => `${of.id} ${at.from}`));
  for (const cell of code) {
    const call = cell.calls.find(
      ({ path, node, inFunction }) =>
        !inFunction && path !== null && SEEDS.test(path) && !declared.has(`${cell.id} ${node.from}`),
    );
    if (call !== undefined) return { cell, at: call.node };
  }
  return null;
}

function isBefore(a: DrawRange, b: DrawRange): boolean {
  return a.cell === b.cell ? a.at.from < b.at.from : a.cell.index < b.cell.index;
}
