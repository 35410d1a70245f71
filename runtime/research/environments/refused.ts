/** The end of a failed request to uv: a refusal of these packages, or an error about the machine. */

import { SluiceError } from '../../words/index.ts';
import { explainRefusal, unbuiltPackage, wouldHaveToBeBuilt } from './refusals.ts';

/** Why an environment cannot be made. */
export interface Refusal {
  readonly refusal: string;
  /** The package that could not be built. */
  readonly unbuilt: string | null;
}

/** The refusal in uv's words. */
export function refusalOf(said: string): Refusal {
  const hint = wouldHaveToBeBuilt(said.replace(/\s+/g, ' ')) ? ' (--allow-builds builds it)' : '';
  return { refusal: explainRefusal(said) + hint, unbuilt: unbuiltPackage(said) };
}

/** No index answers. */
export function unreachable(said: string): SluiceError {
  return new SluiceError(
    `--environment clean cannot reach a package index (${explainRefusal(said)}): connect to a network, set UV_DEFAULT_INDEX to an index that can be reached, or leave it out`,
    3,
  );
}
