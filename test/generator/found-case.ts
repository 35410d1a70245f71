/** Regression cases as data: a failing program as one JSON line of `test/cases/found.jsonl`, and back. It runs nothing. */

import type { Budget } from './check.ts';
import type { Program } from './program.ts';

/** One case. `cells` run in order (with an id for a repeated cell); `value` is the compared name. */
export interface FoundCase {
  readonly name: string;
  readonly cells: readonly (string | readonly [string, string])[];
  readonly value: string;
  /** The budget of the finding; all are tried. */
  readonly budget?: number;
  readonly level?: 'cell' | 'statement';
  /** A forward slice: the number of a run, from 1, and its text in the other session. */
  readonly changed?: readonly [number, string];
  readonly why?: string;
  /** The reason for a failure; the test fails when the case passes. */
  readonly known?: string;
}

/** The case of a failing program. */
export function foundCase(program: Program, budget: Budget, level: 'cell' | 'statement'): FoundCase {
  const ids = program.runs.map((run) => run.cell);
  const changed = program.runs.find((run) => run.changed !== undefined);
  const unique = new Set(ids).size === ids.length;
  return {
    name: program.name,
    cells: program.runs.map(({ cell, statements }) =>
      unique ? statements.join('\n') : ([cell, statements.join('\n')] as const),
    ),
    value: program.value,
    ...(budget === null ? {} : { budget }),
    level,
    ...(changed?.changed === undefined
      ? {}
      : { changed: [program.runs.indexOf(changed) + 1, changed.changed] as const }),
  };
}

/** The program of a case. */
export function caseProgram({ name, cells, value, changed }: FoundCase): Program {
  const runs = cells.map((cell, index) => {
    const [id, source] = typeof cell === 'string' ? [`c${index + 1}`, cell] : cell;
    const run = { cell: id, statements: [source], names: [] };
    return changed?.[0] === index + 1 ? { ...run, changed: changed[1] } : run;
  });
  return { name, runs, value };
}
