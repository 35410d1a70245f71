/** The report as JSON lines: one object for each finding, a last one for the whole. */

import { ruleName } from '../../slicer/index.ts';
import type { LocatedFinding } from './located-finding.ts';
import type { ReportFormat } from './report-format.ts';

const line = (value: object) => `${JSON.stringify(value)}\n`;

export const jsonFormat: ReportFormat = {
  begin: () => '',
  notebook: (_, found) => found.map((located) => line(findingFacts(located))).join(''),
  unreadable: (file) => line({ type: 'unreadable', ...file }),
  end: (summary) => line({ type: 'summary', ...summary }),
};

function findingFacts({ finding, file, index, region, path }: LocatedFinding): object {
  const { code, severity, cell, message, why, fix, evidence } = finding;
  return {
    type: 'finding',
    file,
    code,
    name: ruleName(code),
    severity,
    cell,
    index,
    line: region?.line ?? null,
    column: region?.column ?? null,
    endLine: region?.endLine ?? null,
    endColumn: region?.endColumn ?? null,
    message,
    why,
    path,
    fix,
    confirmed: finding.witness?.confirmed ?? null,
    evidence: finding.witness?.evidence ?? evidence,
  };
}
