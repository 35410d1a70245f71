/** The guarantee of a slice, and possible gaps. */

interface Guaranteed {
  readonly guarantee: 'complete' | 'not-guaranteed';
  readonly reasons: readonly string[];
}

/** The claim of a backward slice. */
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
