/**
 * Draws of a notebook from an unseeded random stream, by the calls' declarations. Only the first draw of a
 * stream is reported; a call that gets a seed, or may get one, is no draw.
 */

import type { CodeCell, FoundAction, NotebookFacts } from './facts.ts';

/** A draw without a seed. */
export interface Draw extends FoundAction {
  /** The callee, without its module. */
  readonly name: string;
  /** The function that seeds the stream; null: none is known. */
  readonly seed: string | null;
}

/** By convention, an undeclared function with such a name seeds all streams. */
const SEEDS = /(?:^|[._])(?:seeds?|determin\w*|reproducib\w*)(?:_|$)/i;

/** The first draw of each stream that no call before it has seeded. */
export function unseededDraws({ code, world }: NotebookFacts): Draw[] {
  const [seeded, told] = [new Set<string>(), new Set<string>()];
  const helper = firstHelper(code, world.actions);
  const found: Draw[] = [];
  for (const action of world.actions) {
    const { does, world: stream, certain, callee, cell, at } = action;
    if (does === 'writes') seeded.add(stream);
    if (does !== 'draws' || !certain || seeded.has(stream) || told.has(stream)) continue;
    if (helper !== null && isBefore(helper, { cell, at })) continue;
    told.add(stream);
    found.push({ ...action, name: callee.slice(callee.lastIndexOf('.') + 1), seed: world.seedOf(stream) });
  }
  return found;
}

type Place = Pick<FoundAction, 'cell' | 'at'>;

/** The first call of a function whose name says that it seeds all streams. */
function firstHelper(code: readonly CodeCell[], actions: readonly FoundAction[]): Place | null {
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

function isBefore(a: Place, b: Place): boolean {
  return a.cell === b.cell ? a.at.from < b.at.from : a.cell.index < b.cell.index;
}
