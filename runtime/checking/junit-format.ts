/**
 * The report as JUnit's XML, which most build servers show: a suite for each notebook, a failed test for each
 * error and warning. Notes are the output of the suite, because they fail no check.
 */

import { ruleName } from '../../slicer/index.ts';
import { junitCase, junitSuite } from '../words/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { ReportFormat } from './report-format.ts';

export const junitFormat: ReportFormat = {
  begin: () => '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sluice check">\n',
  notebook(file, found) {
    const notes = found.filter(({ finding }) => finding.severity === 'info');
    const failures = found.filter(({ finding }) => finding.severity !== 'info');
    const cases = failures.map((located) => {
      const { code, severity, message, why } = located.finding;
      const name = `${ruleName(code)}, ${placeOf(located)}`;
      return junitCase(file, name, { type: severity, message, text: `${located.text.trim()}\n${why}` });
    });
    const all = cases.length > 0 ? cases : [junitCase(file, 'no errors and warnings', null)];
    const output = notes.map((located) => `${placeOf(located)}: ${located.finding.message}`);
    return junitSuite(file, all, failures.length, output.join('\n'));
  },
  unreadable: ({ file, message }) =>
    junitSuite(file, [junitCase(file, 'unreadable', { type: 'unreadable', message, text: '' })], 1, ''),
  end: () => '</testsuites>\n',
};

function placeOf({ finding, index, region }: LocatedFinding): string {
  if (finding.cell === null) return 'notebook';
  const cell = index === null ? `text cell ${finding.cell}` : `cell ${index}`;
  return region === null ? cell : `${cell}, line ${region.line}`;
}
