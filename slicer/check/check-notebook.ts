/** Asks the chosen rules about a notebook. It reads no files and prints nothing. */

import type { LibraryKnowledge } from '../static/index.ts';
import { type Choice, chooseRules } from './choose-rules.ts';
import type { CheckedNotebook, NotebookFacts } from './facts.ts';
import type { Finding } from './finding.ts';
import { withoutIgnored } from './ignores.ts';
import { textFacts } from './text-facts.ts';

/** What was found, in page order, and the facts that it rests on. */
export interface Checked {
  readonly facts: NotebookFacts;
  readonly findings: readonly Finding[];
}

/** Checks a notebook. Pure; the surroundings answer for files. */
export function checkNotebook(notebook: CheckedNotebook, choice: Choice, library: LibraryKnowledge): Checked {
  const facts = textFacts(notebook, library);
  const found = chooseRules(choice).flatMap((rule) =>
    [...rule.check(facts)].map(
      ({ cell, at, message, path = [], fix = null, evidence = null, severity = rule.severity }): Finding => ({
        code: rule.code,
        severity,
        cell,
        at,
        message,
        why: rule.why,
        path,
        fix,
        evidence,
      }),
    ),
  );
  const places = new Map(notebook.cells.map(({ id }, place) => [id, place]));
  const placeOf = ({ cell }: Finding) => (cell === null ? -1 : (places.get(cell) ?? -1));
  const findings = withoutIgnored(notebook.cells, found).toSorted(
    (a, b) => placeOf(a) - placeOf(b) || (a.at?.from ?? -1) - (b.at?.from ?? -1),
  );
  return { facts, findings };
}
