/** Whether a slice is known to be complete, and what may be missing. */

interface Guaranteed {
  readonly guarantee: 'complete' | 'not-guaranteed';
  readonly reasons: readonly string[];
}

/** What a backward slice claims. */
export function Guarantee({ guarantee: { guarantee, reasons } }: { guarantee: Guaranteed }) {
  if (guarantee === 'complete')
    return <p class="guarantee complete">Complete: nothing is known to be missing.</p>;
  return (
    <details class="guarantee open">
      <summary>May not be complete</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}
