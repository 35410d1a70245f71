/**
 * The study of notebooks without runs: their features, the effects of their cells on each other, and the time
 * of the analysis (NBLyzer, Subotić et al. 2022); the agreement of flow graphs with annotations (CRABS, Li et
 * al. 2025).
 */

import type { Study } from '../study.ts';
import type { AnalysedNotebook, NotebookMeasures } from './analysed-notebook.ts';
import { notebookPlots } from './notebook-plots.ts';
import { notebookTables } from './notebook-tables.ts';

export { type AnalysedNotebook, type AnalysisStart, leftOut } from './analysed-notebook.ts';
export { readAnnotations } from './annotations.ts';
export { measureNotebook } from './measure-notebook.ts';

/** The study of results, in any order. `seed`: for the confidence intervals. */
export function notebookStudy(
  results: readonly AnalysedNotebook[],
  seed: number,
  facts: Study['facts'],
): Study {
  const sorted = [...results].sort((a, b) => (a.file < b.file ? -1 : 1));
  const measured = withoutCopies(sorted);
  return {
    title: 'What the cells of notebooks do to each other',
    method: [
      'No notebook runs. Each cell of each notebook is the source of a question: if all cells had run from the top, and this one ran ' +
        'again, what would the others find? Once with paths of at most three runs, and once of any number.',
      'A notebook whose cells have the code of another one counts once. Times are processor time.',
    ],
    facts,
    results: sorted,
    parts: [
      ...notebookTables(sorted, measured, seed),
      ...(measured.length > 0 ? notebookPlots(measured) : []),
    ],
    sources: [
      'P. Subotić, L. Milikić, M. Stojić: A static analysis framework for data science notebooks. ICSE-SEIP 2022. ' +
        'doi:10.1145/3510457.3513032',
      'M. Li, T. M. McPhillips, D. Wang, S.-R. Tsai, B. Ludäscher: CRABS: a syntactic-semantic pincer strategy for bounding LLM ' +
        'interpretation of Python notebooks. COLM 2025. arXiv:2507.11742',
      'B. Efron: Bootstrap methods: another look at the jackknife. Annals of Statistics 7, 1979.',
    ],
  };
}

function withoutCopies(results: readonly AnalysedNotebook[]): readonly NotebookMeasures[] {
  const found = new Map<string, NotebookMeasures>();
  for (const { measures } of results) {
    if (measures !== null && !found.has(measures.code)) found.set(measures.code, measures);
  }
  return [...found.values()];
}
