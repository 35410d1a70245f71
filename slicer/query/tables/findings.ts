/** The table of findings of `sluice check`, without contracts. */

import { RULES } from '../../check/index.ts';
import { lineAt } from '../../words/line-at.ts';
import { columnsOf, type Table } from '../table.ts';

export const findings: Table = {
  name: 'findings',
  what: 'a finding of sluice check, of all rules except contracts',
  columns: columnsOf(`
    code text the rule
    severity text error, warning or info
    phase text first phase: explore, review or share
    cell text the cell; null: the whole notebook
    line integer the line in the cell, from 1; null: the whole cell
    end_line integer the last line
    message text the fault, and advice
    why text why the fault matters
    fix text the title of a fix; null: there is none
  `),
  *rows({ source: { checked }, findings: found }) {
    const sources = new Map(checked.cells.map(({ id, source }) => [id, source]));
    const phases = new Map(RULES.map(({ code, phase }) => [code, phase]));
    for (const { code, severity, cell, at, message, why, fix } of found) {
      const source = sources.get(cell ?? '') ?? '';
      yield {
        code,
        severity,
        phase: phases.get(code)!,
        cell,
        line: at === null ? null : lineAt(source, at.from),
        end_line: at === null ? null : lineAt(source, Math.max(at.from, at.to - 1)),
        message,
        why,
        fix: fix?.title ?? null,
      };
    }
  },
};
