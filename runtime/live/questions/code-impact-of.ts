/** The notebook of a core for questions about its texts: consequences, variables, names. The last one is kept. */

import {
  CodeImpact,
  type CoreState,
  type LibraryKnowledge,
  type PastNotebook,
  sameTexts,
} from '../../../slicer/index.ts';

/** A notebook with its questions. */
interface Asked extends PastNotebook {
  readonly library: LibraryKnowledge;
  readonly question: CodeImpact;
}

/** The last notebooks, by settlement: the next question is mostly about another place of the same texts. */
const asked = new WeakMap<CoreState['settlement'], Asked>();

/** The analysis of the present texts and of the last run of each cell. */
export function codeImpactOf({ order, sources, settlement }: CoreState): CodeImpact {
  const { library } = settlement;
  const cells = order.map((cell) => ({ cell, source: sources.get(cell) ?? '' }));
  const runs = cells
    .flatMap(({ cell }) => settlement.execution(cell) ?? [])
    .sort((a, b) => a.exec - b.exec)
    .map(({ cell, source }) => ({ cell, source }));
  const known = asked.get(settlement);
  const isSame = known?.library === library && sameTexts(known.cells, cells) && sameTexts(known.runs, runs);
  const now = isSame ? known : { cells, runs, library, question: new CodeImpact({ cells, runs }, library) };
  asked.set(settlement, now);
  return now.question;
}
