/** The evidence of runs for a problem, and the progress of the runs. */

import type { Problem, Witness } from '../../runtime/index.ts';
import { cancelProof, proofKey, proofOf, prove, proving } from '../page/proofs.ts';

/** The button that starts the proof. */
export function ProveButton({ problem }: { problem: Problem }) {
  return (
    <button
      type="button"
      disabled={proving.value !== null}
      title="Runs the notebook in a private copy, with other values in the rows that are tested on"
      onClick={() => void prove(problem)}
    >
      Prove it
    </button>
  );
}

/** The result of the proof, or its progress. */
export function ProofView({ problem }: { problem: Problem }) {
  const working = proving.value;
  if (working?.key === proofKey(problem)) {
    return (
      <p class="working">
        <span role="status">{working.text} …</span>
        <button type="button" onClick={cancelProof}>
          Cancel
        </button>
      </p>
    );
  }
  const proof = proofOf(problem);
  if (proof === null) return null;
  const { found, isOld } = proof;
  const witness = typeof found === 'string' ? { confirmed: null, evidence: found } : found;
  const verdict = verdictOf(witness);
  return (
    <div class="proof" role="status">
      <p>
        <span class={`badge badge-${verdict.replaceAll(' ', '-')}`}>{verdict}</span>
        {isOld && <span class="muted"> as the notebook stood before it was edited</span>}
      </p>
      <p class="proof-evidence">{witness.evidence}</p>
    </div>
  );
}

/** The same words as `sluice check --confirm` prints. */
function verdictOf({ confirmed }: Pick<Witness, 'confirmed'>): string {
  return confirmed === null ? 'cannot be confirmed' : confirmed ? 'confirmed' : 'refuted';
}
