/** The results of `sluice reproduce` for build servers: JUnit's XML, and annotations of a pull request. */

import type { NotebookResult } from '../../../slicer/index.ts';
import { annotationData, annotationProperty, junitCase, junitSuite } from '../../words/index.ts';

/** A way to write results. */
export interface ResultsFormat {
  begin(): string;
  notebook(result: NotebookResult): string;
  end(): string;
}

type BadCell = NotebookResult['cells'][number];

/** The cells that do not come out the same. */
export function badCells({ cells }: NotebookResult): readonly BadCell[] {
  return cells.filter(({ cause }) => cause !== null);
}

/** A suite for each notebook, a test for each cell that ran. */
export const junitResults: ResultsFormat = {
  begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sluice reproduce">\n',
  notebook(result) {
    const { file, cells, why } = result;
    if (why !== null) {
      const failure = { type: result.status, message: why, text: '' };
      return junitSuite(file, [junitCase(file, 'notebook', failure)], 1, '');
    }
    const cases = cells.map(({ index, status, cause, why: because }) => {
      const name = `cell ${index}`;
      if (cause === null) return junitCase(file, name, null);
      return junitCase(file, name, { type: cause, message: `${status}: ${because}`, text: '' });
    });
    const all = cases.length > 0 ? cases : [junitCase(file, 'no cells', null)];
    return junitSuite(file, all, badCells(result).length, '');
  },
  end: () => '</testsuites>\n',
};

/** A line for each differing cell; GitHub shows it at the notebook. */
export const githubResults: ResultsFormat = {
  begin: () => '',
  notebook(result) {
    const { file, why, status } = result;
    if (why !== null) return annotation(file, status, why);
    return badCells(result)
      .map(({ index, cause, status: how, why: because }) =>
        annotation(file, String(cause), `cell ${index} ${how}: ${because}`),
      )
      .join('');
  },
  end: () => '',
};

function annotation(file: string, title: string, message: string): string {
  return `::warning file=${annotationProperty(file)},line=1,title=${annotationProperty(`Sluice ${title}`)}::${annotationData(message)}\n`;
}
