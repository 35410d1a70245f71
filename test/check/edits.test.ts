/** A check after edits finds the same as the first check of a notebook, with cells of the rules' cases. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shippedLibrary } from '../../instrument/index.ts';
import { type CheckedCell, type CheckedNotebook, checkNotebook, checkSoon } from '../../slicer/index.ts';
import { notebookOf, ruleCases } from './cases.ts';

const library = shippedLibrary();
const choice = { select: null, ignore: [], phase: 'share' } as const;
const notebooks = [...ruleCases().values()].flat().map(notebookOf);
const cells = notebooks.flatMap((each) => each.cells);
const [first] = notebooks as [CheckedNotebook];

const start = fc.array(fc.nat(cells.length - 1), { minLength: 2, maxLength: 8 });
const edits = fc.array(
  fc.record({
    type: fc.constantFrom('replace', 'cut', 'insert', 'delete', 'move'),
    at: fc.nat(),
    other: fc.nat(cells.length - 1),
  }),
  { minLength: 1, maxLength: 5 },
);

test('after any edits', () => {
  fc.assert(
    fc.property(start, edits, (chosen, steps) => {
      const states = [chosen.map((which, at): CheckedCell => ({ ...cells[which]!, id: `c${at}` }))];
      for (const [number, { type, at, other }] of steps.entries()) {
        const now = [...states.at(-1)!];
        const place = at % now.length;
        const cell = now[place]!;
        if (type === 'insert') now.splice(place, 0, { ...cells[other]!, id: `n${number}` });
        else if (type === 'delete' && now.length > 1) now.splice(place, 1);
        else if (type === 'move') now.unshift(...now.splice(place, 1));
        else if (type === 'cut') now[place] = { ...cell, source: cell.source.replace(/\n?.*$/, '') };
        else now[place] = { ...cells[other]!, id: cell.id };
        states.push(now);
      }
      const afterEdits = states.map(findingsOf);
      for (const [at, state] of states.entries()) {
        // a check of another notebook drops everything that the library keeps
        checkNotebook(
          { ...first, cells: [{ ...cells[0]!, id: 'other', source: `x${at}` }] },
          choice,
          library,
        );
        expect(afterEdits[at]).toEqual(findingsOf(state));
      }
    }),
    { numRuns: 40, seed: 7 },
  );
});

/** The findings of all rules, and of the fast ones. */
function findingsOf(state: readonly CheckedCell[]): object {
  const notebook = { ...first, cells: state };
  return [checkSoon(notebook, choice, library).findings, checkNotebook(notebook, choice, library).findings];
}
