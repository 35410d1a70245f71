/** The mark in the margin of a cell with problems: the worst problem, and their number. It opens the panel. */

import { useComputed } from '@preact/signals';
import { panel } from '../page/page-parts.ts';
import { litProblem, problemsOf } from '../page/problems.ts';

const WORST = ['error', 'warning', 'info'] as const;

/** The mark; nothing without problems. */
export function ProblemMark({ id }: { id: string }) {
  const found = useComputed(() => problemsOf(id)).value;
  const worst = WORST.find((severity) => found.some((problem) => problem.severity === severity));
  if (worst === undefined) return null;
  const words = found.map(({ message }) => message).join('\n');
  return (
    <button
      type="button"
      class={`problem-mark severity-${worst}`}
      title={words}
      aria-label={found.length === 1 ? `A problem: ${words}` : `${found.length} problems`}
      tabIndex={-1}
      onClick={() => {
        panel.value = 'problems';
        litProblem.value = found[0] ?? null;
      }}
    >
      <span class="dot" aria-hidden="true" />
    </button>
  );
}
