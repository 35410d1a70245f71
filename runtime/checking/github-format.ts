/** The report as commands of GitHub's workflows: a pull request shows each finding at its line of the file. */

import type { Severity } from '../../slicer/index.ts';
import { annotationData, annotationProperty } from '../words/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { ReportFormat } from './report-format.ts';

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

export const githubFormat: ReportFormat = {
  begin: () => '',
  notebook: (_, found) => found.map(annotation).join(''),
  unreadable: ({ file, message }) =>
    `::warning file=${annotationProperty(file)},title=${annotationProperty('Sluice unreadable')}::${annotationData(message)}\n`,
  end: () => '',
};

function annotation({ finding, file, index, region, inFile }: LocatedFinding): string {
  const place = inFile ?? { line: 1, endLine: 1, column: 1, endColumn: 1 };
  const line = place.endLine > place.line ? `,endLine=${place.endLine}` : '';
  // columns are only for places in one line
  const column = place.endLine === place.line ? `,col=${place.column},endColumn=${place.endColumn}` : '';
  const title = annotationProperty(`Sluice ${finding.code}`);
  const cell = index === null || region === null ? '' : `cell ${index}, line ${region.line}: `;
  const at = `file=${annotationProperty(file)},line=${place.line}${line}${inFile === null ? '' : column}`;
  return `::${LEVELS[finding.severity]} ${at},title=${title}::${annotationData(cell + finding.message)}\n`;
}
