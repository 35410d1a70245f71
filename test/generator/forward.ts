/**
 * The forward oracle: when one cell is changed, each cell with another result has to be in the changed cell's forward slice. Both
 * sessions run without probes, each in a process of its own; the slice is the traced session's.
 *
 * A forward slice describes past runs. A changed cell can make others take another branch, fail, or write to another location,
 * whose readers depended on nothing before. Such results have to follow from the dependences of both sessions together.
 */

import { type DependenceGraph, type Level, sliceExecution, statementKey } from '../../slicer/index.ts';
import { type Answer, graphOf, type HostRun, type Job, type Runner } from '../harness/host.ts';
import type { Verdict } from '../harness/oracle.ts';
import type { Program } from './program.ts';
import { Choices } from './random.ts';

/** An execution whose cell has another text, all others staying as they are. */
export interface Change {
  readonly exec: number;
  readonly source: string;
}

/** `elsewhere`: only the dependences of both sessions together explain some result. */
export type ForwardOutcome = 'reproduced' | 'elsewhere' | 'flagged' | 'wrong';

/** The verdict of the oracle on one forward slice. */
export interface ForwardFinding {
  readonly level: Level;
  readonly change: Change;
  readonly outcome: ForwardOutcome;
  readonly verdict: Verdict;
}

/** Changes to try: a removed cell, a removed statement, or a changed digit. */
export function chooseChanges(program: Program, count: number): Change[] {
  const given = program.runs.flatMap(({ changed }, index) =>
    changed === undefined ? [] : [{ exec: index + 1, source: changed }],
  );
  if (given.length > 0) return given;
  const choices = new Choices(program.runs.length * 104729 + program.name.length);
  const before = program.runs.slice(0, -1).map((run, index) => ({ exec: index + 1, run }));
  const chosen = choices.sample(
    before.filter(({ run }) => !run.cell.startsWith('look')),
    count,
  );
  return chosen.map(({ exec, run }) => ({ exec, source: changedText(choices, run.statements) }));
}

function changedText(choices: Choices, statements: readonly string[]): string {
  const text = statements.join('\n');
  if (choices.chance(0.4)) return 'pass';
  if (statements.length > 1 && choices.chance(0.4))
    return statements.toSpliced(choices.int(0, statements.length - 1), 1).join('\n');
  const digits = [...text.matchAll(/(?<=[ (,[=])\d(?=[,)\]:]|$)/gm)];
  if (digits.length === 0) return 'pass';
  const { index, 0: digit } = choices.pick(digits);
  return `${text.slice(0, index)}${(Number(digit) + 1) % 10}${text.slice(index + 1)}`;
}

/** Checks the forward slices of a changed execution. `graph`: of the traced session; `plain`: the one without probes. */
export async function checkForward(
  runner: Runner,
  job: Job,
  graph: DependenceGraph,
  plain: Answer,
  change: Change,
): Promise<ForwardFinding[]> {
  const cells = job.cells.map(([cell, source], index) =>
    index + 1 === change.exec ? ([cell, change.source] as const) : ([cell, source] as const),
  );
  const { budget: _, ...without } = job;
  const other = await runner.run({ ...without, cells, probes: false });
  const differing = differences(plain, other, change.exec);
  let both: readonly DependenceGraph[] = [graph];
  const findings: ForwardFinding[] = [];
  for (const level of ['cell', 'statement'] as const) {
    const slice = sliceExecution(graph, change.exec, 'forward', level);
    const outside = [...differing.keys()].filter((exec) => !slice.executions.includes(exec));
    let missing = outside;
    if (outside.length > 0) {
      if (both.length === 1) both = [graph, graphOf({ ...job, cells }, await runner.run({ ...job, cells }))];
      const reached = reachedExecutions(both, change.exec, level);
      missing = outside.filter((exec) => !reached.has(exec));
    }
    const wrong = slice.guarantee === 'complete' ? 'wrong' : 'flagged';
    findings.push({
      level,
      change,
      outcome: missing.length > 0 ? wrong : outside.length > 0 ? 'elsewhere' : 'reproduced',
      verdict: {
        reproduced: missing.length === 0,
        guarantee: slice.guarantee,
        reasons: slice.reasons,
        executions: slice.executions,
        script: change.source,
        difference: missing.map((exec) => `execution ${exec}: ${differing.get(exec)}`).join('; '),
      },
    });
  }
  return findings;
}

/** The executions with different results, and the differences. */
function differences(session: Answer, other: Answer, changed: number): Map<number, string> {
  const found = new Map<number, string>();
  session.runs.forEach((run, index) => {
    // a failed run has not bound all its names
    const shown = run.status === 'error' ? { ...run, values: {} } : run;
    const text = difference(shown, other.runs[index]);
    if (text !== null && index + 1 !== changed) found.set(index + 1, text);
  });
  return found;
}

/** The difference between two runs of a cell: an error, printed or displayed text, or the value of a name. */
export function difference(run: HostRun, other: HostRun | undefined): string | null {
  if (other === undefined) return 'did not run';
  if (withoutChance(run.error) !== withoutChance(other.error))
    return `error: ${run.error} became ${other.error}`;
  if (withoutChance(run.stdout) !== withoutChance(other.stdout))
    return `printed ${run.stdout}, now ${other.stdout}`;
  if (withoutChance(run.result) !== withoutChance(other.result))
    return `showed ${run.result}, now ${other.result}`;
  for (const [name, [text, digest]] of Object.entries(run.values)) {
    const [now, nowDigest] = other.values[name] ?? ['nothing', ''];
    if (digest !== nowDigest) return `${name}: ${text} became ${now}`;
  }
  return null;
}

/** Text without parts that differ between processes: addresses, UUIDs, times and the current folder. */
function withoutChance(text: string | null): string | null {
  if (text === null) return null;
  return (
    text
      // first the folder: its name may look like an address (`tmp0x4yxsow`)
      .replace(/[^\s'"]*\/tmp\w{8}(?=\/)/g, '…')
      .replace(/0x[0-9a-f]+|\b[0-9a-f]{32}\b|\d{12,}/g, '…')
      .replace(/(?:CPU times|Wall time|Compiler).*$|^.* per loop.*$/gm, '…')
      .replace(/[\d.]+ seconds/g, '…')
  );
}

/** All executions reached from one by the dependences of several sessions, which differ in this execution only. */
function reachedExecutions(graphs: readonly DependenceGraph[], exec: number, level: Level): Set<number> {
  const statements = closure(statementsOf(graphs, exec), (from) => {
    const next = graphs.flatMap(({ graph }) => (graph.hasNode(from) ? graph.outNeighbors(from) : []));
    next.push(...stoppedBy(graphs, from));
    // at cell level, a need for one statement is a need for the whole cell
    return level === 'statement' ? next : next.flatMap((key) => statementsOf(graphs, execOf(key)));
  });
  return new Set([...statements, ...[...statements].flatMap((key) => holdersOf(graphs, key))].map(execOf));
}

/** The statements whose values contain objects written by a statement: their results change, although they read nothing else. */
function holdersOf(graphs: readonly DependenceGraph[], key: string): string[] {
  const found: string[] = [];
  for (const graph of graphs) {
    if (!graph.graph.hasNode(key)) continue;
    const { index } = graph.graph.getNodeAttributes(key);
    graph.valueLinks.forEachUser(index, (holder) => found.push(graph.key(holder)));
  }
  return found;
}

/** The statements of an execution in any of the sessions; `-1` stands for an untraced one. */
function statementsOf(graphs: readonly DependenceGraph[], exec: number): string[] {
  const records = graphs.flatMap((graph) => graph.execution(exec)?.statements ?? []);
  return [-1, ...records.map((record) => record.ordinal)].map((ordinal) => statementKey(exec, ordinal));
}

function execOf(key: string): number {
  return Number(key.split('.')[0]);
}

/** The statements after a failed one in either session: there these did not run. */
function stoppedBy(graphs: readonly DependenceGraph[], key: string): string[] {
  const fails = graphs.some(
    ({ graph }) => graph.hasNode(key) && graph.getNodeAttribute(key, 'record').failed,
  );
  if (!fails) return [];
  const [exec = 0, ordinal = 0] = key.split('.').map(Number);
  return graphs
    .flatMap((graph) => graph.execution(exec)?.statements ?? [])
    .filter((statement) => statement.ordinal > ordinal)
    .map((statement) => statementKey(exec, statement.ordinal));
}

function closure<T>(seeds: readonly T[], next: (from: T) => readonly T[]): Set<T> {
  const seen = new Set(seeds);
  const pending = [...seen];
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    for (const to of next(from)) {
      if (seen.has(to)) continue;
      seen.add(to);
      pending.push(to);
    }
  }
  return seen;
}
