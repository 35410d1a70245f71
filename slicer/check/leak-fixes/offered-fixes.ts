/** Offers fixes of leaks: the first fix after which the leak is gone and no other leak has appeared. */

import { LEAK_KINDS, type Leak } from '../../leakage/index.ts';
import { parseCell } from '../../static/parse.ts';
import type { LeakFacts, NotebookFacts } from '../facts.ts';
import type { CellEdit, Fix } from '../finding.ts';
import { intoPipeline } from './into-pipeline.ts';
import { leaveOut } from './leave-out.ts';
import { numberRows } from './number-rows.ts';
import { type PageStatement, pageStatements } from './page-statements.ts';
import { resampleAfter } from './resample-after.ts';
import { splitFirst, trainOnTrainingRows } from './split-first.ts';
import { validationRows } from './validation-rows.ts';
import type { WrittenFix } from './written-fix.ts';

/** The limit of tested fixes of a kind, because each test analyses the notebook. */
const MOST_TESTED = 8;

type Way = (page: readonly PageStatement[], leak: Leak, facts: NotebookFacts) => WrittenFix | null;

/** A way of fixing one leak at a time. */
const each =
  (way: (page: readonly PageStatement[], leak: Leak, facts: NotebookFacts) => Fix | null): Way =>
  (page, leak, facts) => {
    const fix = way(page, leak, facts);
    return fix === null ? null : { fix, mends: [leak] };
  };

/** The ways of fixing leaks of each kind. */
const WAYS: Readonly<Record<Leak['kind'], readonly Way[]>> = {
  preprocessing: [each(splitFirst), each(intoPipeline), numberRows],
  overlap: [each(resampleAfter), each(trainOnTrainingRows)],
  'multi-test': [each(validationRows)],
  target: [each(leaveOut)],
};

/** The fixes of the leaks of a notebook. */
export class LeakFixes {
  readonly #facts: NotebookFacts;
  readonly #page: readonly PageStatement[];
  readonly #looked = new Map<string, boolean>();

  constructor(facts: NotebookFacts) {
    this.#facts = facts;
    this.#page = pageStatements(facts);
  }

  /** The fix of a leak; null: none is known to work. */
  of(leak: Leak): Fix | null {
    if (leak.note || this.#page.length === 0) return null;
    for (const way of WAYS[leak.kind]) {
      const written = way(this.#page, leak, this.#facts);
      if (written !== null && this.#holds(written)) return written.fix;
    }
    return null;
  }

  #holds({ fix, mends }: WrittenFix): boolean {
    const key = JSON.stringify(fix.edits);
    const known = this.#looked.get(key);
    if (known !== undefined) return known;
    if (this.#looked.size >= MOST_TESTED) return false;
    const isSound = fix.edits.every(isCode) && mendsAll(this.#facts.leaks, mends, fix.edits);
    this.#looked.set(key, isSound);
    return isSound;
  }
}

const isCode = ({ source }: CellEdit): boolean => source === null || parseCell(source).errors.length === 0;

/** Whether these leaks, all of a kind, are gone after changes, without more leaks of other kinds. */
function mendsAll(
  leaks: NotebookFacts['leaks'],
  mends: readonly Leak[],
  edits: readonly CellEdit[],
): boolean {
  const after: LeakFacts = leaks.after(edits);
  const [{ kind }] = mends as readonly [Leak];
  const count = (found: readonly Leak[], wanted: Leak['kind']) =>
    found.filter((leak) => leak.kind === wanted && (wanted === kind || !leak.note)).length;
  return LEAK_KINDS.every((each) => {
    const gone = each === kind ? mends.length : 0;
    return count(after.found, each) <= count(leaks.found, each) - gone;
  });
}
