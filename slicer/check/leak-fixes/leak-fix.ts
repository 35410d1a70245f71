/** Offers a fix of a leak: of those that can be written, the first after which the leak is gone and no other has come. */

import { LEAK_KINDS, type Leak } from '../../leakage/index.ts';
import type { NotebookFacts } from '../facts.ts';
import type { Fix } from '../finding.ts';
import { intoPipeline } from './into-pipeline.ts';
import { leaveOut } from './leave-out.ts';
import { type PageStatement, pageStatements } from './page-statements.ts';
import { resampleAfter } from './resample-after.ts';
import { splitFirst, trainOnTrainingRows } from './split-first.ts';
import { validationRows } from './validation-rows.ts';

/** How many leaks of a notebook are looked at: each costs an analysis of it. */
const MOST = 6;

type Way = (page: readonly PageStatement[], leak: Leak, facts: NotebookFacts) => Fix | null;

/** How leaks of a kind can be mended. */
const WAYS: Readonly<Record<Leak['kind'], readonly Way[]>> = {
  preprocessing: [splitFirst, intoPipeline],
  overlap: [resampleAfter, trainOnTrainingRows],
  'multi-test': [validationRows],
  target: [leaveOut],
};

/** The fix of a leak; null: none is known that holds. */
export function leakFix(facts: NotebookFacts, leak: Leak): Fix | null {
  if (leak.note || facts.leaks.found.indexOf(leak) >= MOST) return null;
  const page = pageStatements(facts);
  if (page.length === 0) return null;
  const fix = WAYS[leak.kind].map((way) => way(page, leak, facts)).find((each) => each !== null);
  return fix !== undefined && holds(facts, leak, fix) ? fix : null;
}

/** Whether there are fewer leaks of its kind after a fix, and no more of the others. */
function holds({ leaks }: NotebookFacts, { kind }: Leak, fix: Fix): boolean {
  const after = leaks.after(fix.edits).found;
  const count = (found: readonly Leak[], wanted: Leak['kind']) =>
    found.filter((each) => each.kind === wanted && (wanted === kind || !each.note)).length;
  return LEAK_KINDS.every((each) =>
    each === kind
      ? count(after, each) < count(leaks.found, each)
      : count(after, each) <= count(leaks.found, each),
  );
}
