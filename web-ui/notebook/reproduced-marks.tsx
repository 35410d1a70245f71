/** The results of a cell's outputs in a new kernel, below the outputs. A click on a difference leads to its origin. */

import { useComputed } from '@preact/signals';
import { resultOf, showDifference } from '../page/reproduction.ts';
import { outcomesOf } from '../page/reproduction-words.ts';

/** The marks; nothing without a check, or if the cell has changed since. */
export function ReproducedMarks({ id }: { id: string }) {
  const result = useComputed(() => resultOf(id)).value;
  if (result === null || result.status === 'unstored') return null;
  const outcomes = outcomesOf(result);
  if (outcomes.length === 0) return null;
  const isAlike = outcomes.every(({ words }) => words === outcomes[0]!.words);
  const shown = isAlike ? outcomes.slice(0, 1) : outcomes;
  return (
    <ul class="reproduced-marks" aria-label="In a new kernel">
      {shown.map(({ item, outcome, words }) => (
        <li key={item} class={`reproduced-mark outcome-${outcome}`}>
          <span class="outcome-dot" aria-hidden="true" />
          {result.cause === null || outcome === 'same' || outcome === 'normalized' ? (
            <span>{isAlike ? words : `${item}: ${words}`}</span>
          ) : (
            <button
              type="button"
              class="link"
              title={result.why ?? 'Show where the difference begins'}
              onClick={() => showDifference(result)}
            >
              {isAlike ? words : `${item}: ${words}`}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
