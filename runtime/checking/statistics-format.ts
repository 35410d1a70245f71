/** The counts of findings by rule, without the findings: `--statistics`. */

import { RULES, ruleName } from '../../slicer/index.ts';
import type { ReportFormat } from './report-format.ts';
import { RuleCounts } from './rule-counts.ts';

/** A table for people, or an object a line. `around`: the format of everything but findings. */
export function statisticsFormat(around: ReportFormat, asJson: boolean): ReportFormat {
  const counts = new RuleCounts();
  return {
    ...around,
    notebook(_, found) {
      counts.add(found);
      return '';
    },
    end(summary) {
      const lines = counts.rules().map(({ code, severity, count, notebooks }) => {
        const name = ruleName(code);
        if (asJson) return JSON.stringify({ type: 'statistic', code, name, severity, count, notebooks });
        const level = (severity === 'info' ? 'note' : severity).padEnd(7);
        const what = RULES.find((rule) => rule.code === code)?.what ?? '';
        return `${String(count).padStart(6)}  ${level}  ${name.padEnd(20)}  ${what}`;
      });
      return `${lines.map((line) => `${line}\n`).join('')}${around.end(summary)}`;
    },
  };
}
