/** Counts the oracle's findings over many programs, as lines for people. It judges nothing. */

import type { Direction } from '../../slicer/index.ts';
import type { Runner } from '../harness/host.ts';
import { type Budget, checkProgram, type Finding, type ProgramCheck } from './check.ts';
import type { Program } from './program.ts';

/** Findings and failures over programs. */
export interface Tally {
  readonly findings: Finding[];
  readonly failures: string[];
  readonly altered: string[];
  programs: number;
  runs: number;
  failedRuns: number;
}

/** Tallies by probe budget. */
export type Tallies = Map<Budget, Tally>;

/** A tally of nothing. */
export function emptyTally(): Tally {
  return { findings: [], failures: [], altered: [], programs: 0, runs: 0, failedRuns: 0 };
}

/** Adds one program's check. */
export function addCheck(tally: Tally, program: Program, check: ProgramCheck): void {
  tally.programs += 1;
  tally.runs += program.runs.length;
  tally.failedRuns += check.errors.filter((error) => error !== null).length;
  tally.findings.push(...check.findings);
  if (check.altered !== null) tally.altered.push(`${program.name}: ${check.altered}`);
  if (check.failure !== null)
    tally.failures.push(`${program.name}: ${check.failure.trim().split('\n').at(-1)}`);
}

/** Checks programs, `width` at a time, and adds to the tallies. `seen` is told of each program's checks at once. */
export async function checkPrograms(
  runner: Runner,
  programs: Iterable<readonly [Program, readonly Budget[]]>,
  width: number,
  tallies: Tallies,
  seen: (checks: readonly ProgramCheck[]) => void = () => {},
): Promise<void> {
  const queue = programs[Symbol.iterator]();
  const work = async (): Promise<void> => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const [program, budgets] = next.value;
      const checks = await checkProgram(runner, program, budgets);
      budgets.forEach((budget, index) => {
        const tally = tallies.get(budget) ?? emptyTally();
        tallies.set(budget, tally);
        const check = checks[index];
        if (check) addCheck(tally, program, check);
      });
      seen(checks);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
}

/** The table of counts, a row per budget and level. */
export function tallyTable(tallies: Tallies): string {
  const rows = [
    [
      'budget',
      'level',
      'direction',
      'slices',
      'reproduced',
      'elsewhere',
      'flagged',
      'wrong',
      'complete',
      'slice ratio',
      'programs',
      'failed runs',
      'not run',
      'altered by probes',
    ],
  ];
  for (const [budget, tally] of tallies) {
    for (const level of ['cell', 'statement'] as const) {
      for (const direction of ['backward', 'forward'] as const) {
        const all = tally.findings.filter((f) => f.level === level && f.direction === direction);
        rows.push([
          budget === null ? 'default' : String(budget),
          level,
          direction,
          ...countsOf(all, direction),
          String(tally.programs),
          `${tally.failedRuns}/${tally.runs}`,
          String(tally.failures.length),
          String(tally.altered.length),
        ]);
      }
    }
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function countsOf(all: readonly Finding[], direction: Direction): string[] {
  const count = (outcome: Finding['outcome']): string =>
    String(all.filter((f) => f.outcome === outcome).length);
  const ratio = mean(all.map((f) => f.verdict.executions.length / possible(f)));
  const complete = mean(all.map((f) => (f.verdict.guarantee === 'complete' ? 1 : 0)));
  return [
    String(all.length),
    count('reproduced'),
    direction === 'forward' ? count('elsewhere') : '',
    count('flagged'),
    count('wrong'),
    `${(100 * complete).toFixed(1)}%`,
    ratio.toFixed(3),
  ];
}

/** How many executions the slice could have at most. */
function possible({ direction, exec, program }: Finding): number {
  return direction === 'backward' ? exec : program.runs.length - exec + 1;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A finding with its program and script, for a failure message. */
export function describeFinding(finding: Finding): string {
  const { program, budget, level, direction, exec, name, change, verdict } = finding;
  const cells = program.runs
    .slice(0, change === null ? exec : program.runs.length)
    .map(({ cell, statements }, index) => `# [${index + 1}] ${cell}\n${statements.join('\n')}`);
  return [
    `${program.name}, budget ${budget ?? 'default'}, ${level} level, ${direction}, ` +
      `${change === null ? `${name} after execution ${exec}` : `execution ${exec} changed`}: ${verdict.difference}`,
    `slice ${verdict.executions.join(' ')}, ${verdict.guarantee} ${verdict.reasons.join('; ')}`,
    ...cells,
    change === null ? '--- gathered' : '--- changed',
    verdict.script.trim(),
  ].join('\n');
}
