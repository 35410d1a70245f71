/** A written fix, before a check that the leaks are gone. */

import type { Leak } from '../../leakage/index.ts';
import type { Fix } from '../finding.ts';

/** A fix, and the leaks that it should fix. */
export interface WrittenFix {
  readonly fix: Fix;
  readonly mends: readonly Leak[];
}
