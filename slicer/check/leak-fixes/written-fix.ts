/** A fix as it was written, before anybody has asked whether the leaks are gone. */

import type { Leak } from '../../leakage/index.ts';
import type { Fix } from '../finding.ts';

/** A fix, and the leaks that it is to mend. */
export interface WrittenFix {
  readonly fix: Fix;
  readonly mends: readonly Leak[];
}
