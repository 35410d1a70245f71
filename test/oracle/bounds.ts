/**
 * The bounds oracle: compares a run of a notebook with its information flow from text alone. The reads and changes of its cells
 * give the observed flows. The upper bound must contain these, and assumed flows are compared with them.
 */
import { shippedLibrary } from '../../instrument/index.ts';
import { walkSyntax } from '../../slicer/check/walk-syntax.ts';
import {
  buildInformationFlow,
  type CellFacts,
  type CellText,
  factsOfNotebook,
  type NameFact,
  Observations,
  type ObservedCell,
  parseCell,
} from '../../slicer/index.ts';
import { graphOf, type Job, type Runner } from '../harness/host.ts';

/** The results for one notebook. */
export interface BoundsReport {
  readonly name: string;
  /** Cells up to the first failure, and all cells. */
  readonly cells: number;
  readonly of: number;
  readonly observed: number;
  /** Flows as `1 x 3`: seen, and in no bound. */
  readonly outside: readonly string[];
  /** Seen, and not taken to be so; taken to be so, and not seen. */
  readonly missed: readonly string[];
  readonly extra: readonly string[];
  /** The texts of the cells of the flows outside. */
  readonly texts: readonly string[];
}

const library = shippedLibrary();

/** The observed flows of a notebook's run. A repeated cell is a cell of its own, numbered from 1. */
export interface ObservedRun {
  readonly texts: readonly CellText[];
  readonly flows: readonly string[];
  /** Flows that the run does not rule out. */
  readonly possible: ReadonlySet<string>;
}

/** Runs a notebook up to its first failure. Throws when the run does not end. */
export async function observedFlows(runner: Runner, job: Job): Promise<ObservedRun> {
  const traced = await runner.run({ ...job, stop: true });
  const observations = new Observations();
  const texts: CellText[] = [];
  for (const record of graphOf(job, traced).executions()) {
    if (record.status !== 'ok' || record.opaque !== null) break;
    const cell = String(texts.length + 1);
    observations.take({ ...record, cell });
    texts.push({ cell, source: job.cells[texts.length]![1] });
  }
  const facts = factsOfNotebook(texts, library);
  const runs = texts.map(({ cell }) => observations.cells.get(cell));
  const imported = new Set(texts.flatMap(({ source }, i) => importsIn(source, facts[i]!, runs[i])));
  const [sure, possible] = [false, true].map((perhaps) =>
    flowsOf(
      texts.map(({ cell }, i) => seenFacts(cell, runs[i], imported, perhaps)),
      'resolved',
    ),
  ) as [ReadonlySet<string>, ReadonlySet<string>];
  // the last change of an unnamed object may have overwritten earlier changes
  return {
    texts,
    flows: [...sure].filter((flow) => possible.has(flow)),
    possible: new Set([...sure, ...possible]),
  };
}

/** Runs a notebook and compares. Throws when the run does not end. */
export async function checkBounds(runner: Runner, name: string, job: Job): Promise<BoundsReport> {
  const { texts, flows, possible } = await observedFlows(runner, job);
  const facts = factsOfNotebook(texts, library);
  // an alias alone is no read
  const read = facts.map((each) => ({ ...each, reads: each.reads.filter(({ alias }) => !alias) }));
  const [resolved, upper] = [flowsOf(read, 'resolved'), flowsOf(facts, 'upper')];
  const outside = flows.filter((flow) => !upper.has(flow) && !upper.has(flow.replace(/ \S+ /, ' * ')));
  const shown = new Set(outside.flatMap((flow) => flow.split(/ \S+ /)));
  return {
    name,
    cells: texts.length,
    of: job.cells.length,
    observed: flows.length,
    outside,
    texts: texts.filter(({ cell }) => shown.has(cell)).map(({ cell, source }) => `${cell}: ${source}`),
    missed: flows.filter((flow) => !resolved.has(flow)),
    extra: [...resolved].filter((flow) => !possible.has(flow)),
  };
}

/** The facts of a cell from its run; `perhaps`: with possible reads and changes. */
function seenFacts(
  cell: string,
  run: ObservedCell | undefined,
  imported: ReadonlySet<string>,
  perhaps: boolean,
): CellFacts {
  const named = (asks: 'reads' | 'changes') =>
    [...new Set([...(run?.[asks] ?? []), ...(perhaps ? (run?.perhaps[asks] ?? []) : [])])]
      .filter((name) => !imported.has(name))
      .map((name): NameFact => ({ ...SEEN, name }));
  return {
    cell,
    reads: named('reads'),
    nearReads: [],
    changes: named('changes'),
    replaces: new Set(),
    deletes: [],
    questions: [],
    runsUnseen: false,
    isCutOff: false,
  };
}

const SEEN = {
  kind: 'data',
  alias: false,
  certain: true,
  answer: true,
  by: 'observed',
  line: 1,
  why: '',
} as const;

function flowsOf(cells: readonly CellFacts[], bound: 'resolved' | 'upper'): ReadonlySet<string> {
  const { flows } = buildInformationFlow(cells, bound);
  const ofNames = flows.filter(({ kind }) => kind !== 'file');
  return new Set(ofNames.map(({ from, name, to }) => `${from} ${name} ${to}`));
}

/** Names bound by imports, which are no flows; for `from x import *`, the names unbound by the text. */
function importsIn(source: string, { changes }: CellFacts, run: ObservedCell | undefined): string[] {
  const found: string[] = [];
  const bodies = parseCell(source).statements.map(({ body }) => body);
  walkSyntax(bodies, (node) => {
    if (node.type !== 'import') return;
    found.push(...node.names.map(({ bound }) => bound));
    if (node.star)
      found.push(...[...(run?.changes ?? [])].filter((name) => changes.every((each) => each.name !== name)));
  });
  return found;
}

/** All of several reports, for people. */
export function boundsSummary(reports: readonly BoundsReport[]): string {
  const count = (of: (report: BoundsReport) => number) =>
    reports.reduce((sum, report) => sum + of(report), 0);
  const observed = count((report) => report.observed);
  const [outside, missed, extra] = [
    count((report) => report.outside.length),
    count((report) => report.missed.length),
    count((report) => report.extra.length),
  ];
  const share = (part: number, whole: number) => (whole === 0 ? '100' : ((100 * part) / whole).toFixed(2));
  const right = observed - missed;
  return [
    `${reports.length} notebooks, ${count(({ cells }) => cells)} cells, ${observed} observed flows`,
    `within the upper bound: ${share(observed - outside, observed)} %`,
    `resolved: precision ${share(right, right + extra)} %, recall ${share(right, observed)} %`,
  ].join('\n');
}
