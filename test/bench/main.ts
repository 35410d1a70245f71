/**
 * `npm run bench`: measures what tracing, slicing and freshness cost and prints tables, or JSON with `--json`. `--quick` repeats less
 * and leaves out the largest graph; other arguments choose workloads by a part of their name. `--output` measures only output without end (parts of names choose); `--hot` only processor time
 * of the workloads in plain shells, with `calls` that of a call of each kind in a loop, `--before=FOLDER` beside it with the agent of another checkout;
 * `--run-all` only *Run all* of 300 cells beside JupyterLab and nbconvert; `--pages` only how soon pages open and answer; `--problems` only how soon pages and editors mark what is wrong; `--start` only the processor time of short commands; `--undo` only the undo of a last run beside much data. It asserts nothing.
 * The file is long because each table has its columns here.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer } from '../../runtime/kernel/index.ts';
import { ensurePrivatePython } from '../../runtime/python/index.ts';
import { testPython } from '../harness/host.ts';
import { startKernels, WAYS } from './bench-kernel.ts';
import { type CommandStart, timeCommandStarts } from './command-start.ts';
import { type EditorMarkTimes, timeEditorMarks } from './editor-marks.ts';
import { type FixedCost, measureFixedCost } from './fixed-cost.ts';
import { type FreshnessTimes, timeFreshness } from './freshness.ts';
import { type HotTimes, timeHotCode } from './hot-code.ts';
import { type MuchOutput, measureMuchOutput } from './much-output.ts';
import { timeNotebooks } from './notebooks.ts';
import { type PageTimes, timePages } from './pages.ts';
import { type ProblemMarkTimes, timeProblemMarks } from './problem-marks.ts';
import { type ReactiveTimes, SHAPES, timeReactive } from './reactive.ts';
import { type ReplayStretch, timeReplay } from './replay.ts';
import { measureRoundTrip, type RoundTrip } from './round-trip.ts';
import { measureRunAll, type RunAll } from './run-all.ts';
import { type SliceTimes, timeSlices } from './slices.ts';
import { measureStoreCost, type StoreCost } from './store-cost.ts';
import { ms, tableText, times } from './table.ts';
import { readCalls, readWorkloads, timeWorkload, type WorkloadTimes } from './timed-workload.ts';
import { timeUndo, type UndoTimes } from './undo.ts';

/** Everything that was measured, in milliseconds unless a name says otherwise. Sections that were not chosen are empty. */
interface Report {
  readonly fixed: readonly FixedCost[];
  readonly roundTrip: readonly RoundTrip[];
  readonly workloads: readonly WorkloadTimes[];
  readonly notebooks: readonly WorkloadTimes[];
  readonly replay: readonly ReplayStretch[];
  readonly freshness: readonly FreshnessTimes[];
  readonly reactive: readonly ReactiveTimes[];
  readonly slices: readonly SliceTimes[];
  readonly pages: readonly PageTimes[];
}

const BEFORE = '--before=';
const OPTIONS = [
  '--quick',
  '--json',
  '--hot',
  '--output',
  '--pages',
  '--problems',
  '--run-all',
  '--start',
  '--store',
  '--undo',
];
const PAGES = 'Pages in Chromium (ms; heap in MB)';
const options = process.argv.slice(2);
const json = options.includes('--json');
const quick = options.includes('--quick');
const hot = options.includes('--hot');
const output = options.includes('--output');
const problems = options.includes('--problems');
const starts = options.includes('--start');
const stores = options.includes('--store');
const wholeRuns = options.includes('--run-all');
const onlyPages = options.includes('--pages');
const undo = options.includes('--undo');
const before = options.find((option) => option.startsWith(BEFORE))?.slice(BEFORE.length) ?? null;
const chosen = options.filter((option) => !option.startsWith('--'));
const unknown = options.find(
  (option) => option.startsWith('--') && !OPTIONS.includes(option) && !option.startsWith(BEFORE),
);

if (unknown !== undefined) {
  process.stderr.write(
    `sluice: there is no ${unknown}; bench takes ${OPTIONS.join(', ')}, ${BEFORE}FOLDER and parts of workload names\n`,
  );
  process.exitCode = 2;
} else if (output) {
  const found = await measureMuchOutput(chosen, say);
  print('Output without end (ms; memory of the server, and what a page was sent, in MB)', outputTable(found));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (wholeRuns) {
  const found = await measureRunAll(await ensurePrivatePython(say), quick ? 2 : 10, say);
  print('Run all of 300 cells (s by the clock, s of processor time, MB)', runAllTable(found));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (onlyPages) {
  const found = await measurePages();
  print(PAGES, pageTable(found));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (undo) {
  const found = await timeUndo(await ensurePrivatePython(say), quick ? [100] : [100, 1_000], say);
  print('Undo of the last run (ms)', undoTable(found));
  for (const { megabytes, refused } of found)
    for (const cell of refused) say(`refused beside ${megabytes} MB: ${cell}`);
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (starts) {
  const found = timeCommandStarts(await ensurePrivatePython(say));
  print('Short commands (ms of processor time)', startTable(found));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (stores) {
  const found = measureStoreCost(await testPython(), quick ? 1 : 3, chosen, say);
  print('The store (s of processor time; first and second start to none)', storeTable(found));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
} else if (problems) {
  const found = await timeProblemMarks(quick ? [200] : [20, 200, 1_000], quick ? 5 : 20);
  print('From a key to the mark of what is wrong, in Chromium (ms)', problemTable(found));
  const inEditor = [await timeEditorMarks(250, quick ? 20 : 80)];
  print('From a key to the diagnostics in an editor (ms)', editorTable(inEditor));
  if (json) process.stdout.write(`${JSON.stringify([...found, ...inEditor])}\n`);
} else if (hot || before !== null) {
  const python = await ensurePrivatePython(say);
  const calls = chosen[0] === 'calls';
  const parts = calls ? chosen.slice(1) : chosen;
  const runs = calls ? 1 : quick ? 3 : 7;
  const times = await timeHotCode(python, calls ? readCalls() : readWorkloads(), runs, parts, before, say);
  print('Hot code (ms of processor time, least of the runs in turns)', hotTable(times));
  if (json) process.stdout.write(`${JSON.stringify(times)}\n`);
} else {
  const report = await measure();
  if (json) process.stdout.write(`${JSON.stringify(report)}\n`);
}

async function measure(): Promise<Report> {
  const python = await ensurePrivatePython(say);
  const workloads = readWorkloads().filter(({ name }) => chosen.every((part) => name.includes(part)));
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'));
  const server = await openServer({ python });
  try {
    const kernels = await startKernels(server, python, folder);
    const fixed = await section('Fixed cost in the kernel (ms)', fixedTable, () =>
      measureFixedCost(kernels, quick ? 80 : 200),
    );
    const timed: WorkloadTimes[] = [];
    for (const workload of workloads) {
      say(workload.name);
      timed.push(await timeWorkload(kernels, workload, quick ? 3 : 7, quick ? 2_000 : 10_000));
    }
    print('Workloads (ms, medians of runs in turns)', workloadTable(timed));
    for (const way of WAYS) await kernels[way].close();
    const notebooks = await section('Sample notebooks, imports included (ms)', workloadTable, () =>
      timeNotebooks(server, python, quick ? 1 : 3),
    );
    const roundTrip = await section('Round trip of a trivial cell (ms)', roundTripTable, async () => [
      await measureRoundTrip({ count: quick ? 30 : 100 }),
    ]);
    const replay = await section('A long session: means per event up to each execution', replayTable, () =>
      timeReplay(server, quick ? [500, 1_000] : [1_000, 2_000, 5_000, 10_000]),
    );
    const freshness = await section(
      'Freshness after one event (ms of processor time)',
      freshnessTable,
      async () => (quick ? [200] : [200, 2_000]).map(timeFreshness),
    );
    const reactive = await section(
      'Reactive mode (ms): after a run, before a plan, after a keystroke',
      reactiveTable,
      async () =>
        [...SHAPES.map((shape) => [shape, 'in-order'] as const), ['mixed', 'any-order'] as const].flatMap(
          ([shape, order]) =>
            (quick ? [20, 200] : [20, 200, 2_000]).map((cells) => timeReactive(shape, cells, order)),
        ),
    );
    const sizes = quick ? [1_000, 10_000] : [1_000, 10_000, 30_000, 100_000];
    const slices = await section(
      'Recording and slicing (ms of processor time; share of all statements)',
      sliceTable,
      async () => sizes.map((size) => timeSlices(size, quick ? 3 : 5)),
    );
    const pages = await section(PAGES, pageTable, measurePages);
    return { fixed, roundTrip, workloads: timed, notebooks, replay, freshness, reactive, slices, pages };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function measurePages(): Promise<PageTimes[]> {
  return timePages([10, 250, 300, 1_000], quick ? 100 : 1_000, say);
}

/** One section: measured and printed, unless only some workloads were asked for. */
async function section<T>(
  title: string,
  table: (rows: readonly T[]) => string,
  measureRows: () => Promise<T[]>,
): Promise<T[]> {
  if (chosen.length > 0) return [];
  say(title);
  const rows = await measureRows();
  print(title, table(rows));
  return rows;
}

function print(title: string, table: string): void {
  if (!json) process.stdout.write(`\n${title}\n${table}\n`);
}

function fixedTable(rows: readonly FixedCost[]): string {
  return tableText(
    ['', 'jupyter_client', 'probes off', 'probes on', 'added'],
    rows.map((c) => [c.name, ms(c.plain), ms(c.off), ms(c.on), ms(c.added)]),
  );
}

function outputTable(rows: readonly MuchOutput[]): string {
  return tableText(
    ['', 'ran', 'interrupt', 'others wait', 'memory', 'sent'],
    rows.map((row) => [
      row.name,
      row.ran === null ? 'without end' : ms(row.ran),
      row.interrupt === null ? '' : ms(row.interrupt),
      ms(row.longest),
      row.memory.toFixed(0),
      row.sent.toFixed(1),
    ]),
  );
}

function runAllTable(found: readonly RunAll[]): string {
  return tableText(
    [
      'where',
      'run',
      'time',
      'server',
      'kernel',
      'page',
      'server memory',
      'of it its own',
      'kernel memory',
      'page memory',
    ],
    found.map((one) => [
      one.where,
      String(one.run),
      one.seconds.toFixed(1),
      one.server.toFixed(1),
      one.kernel.toFixed(1),
      one.page === null ? '' : one.page.toFixed(1),
      one.serverMemory.toFixed(0),
      one.ownMemory.toFixed(0),
      one.kernelMemory.toFixed(0),
      one.pageMemory === null ? '' : one.pageMemory.toFixed(0),
    ]),
  );
}

function startTable(rows: readonly CommandStart[]): string {
  return tableText(
    ['', 'median', 'least'],
    rows.map((row) => [row.name, ms(row.median), ms(row.least)]),
  );
}

function undoTable(rows: readonly UndoTimes[]): string {
  return tableText(
    ['MB', 'runs', 'undone', 'median', 'p95'],
    rows.map(({ megabytes, cells, undone, median, p95 }) => [
      String(megabytes),
      String(cells),
      String(undone),
      ms(median),
      ms(p95),
    ]),
  );
}

function storeTable(rows: readonly StoreCost[]): string {
  return tableText(
    ['', 'mode', 'without', 'first', 'second', 'restored'],
    rows.map((row) => [
      row.notebook,
      row.mode,
      row.without.toFixed(1),
      times(row.first / row.without),
      times(row.second / row.without),
      `${row.restored} of ${row.cells}`,
    ]),
  );
}

function problemTable(rows: readonly ProblemMarkTimes[]): string {
  return tableText(
    ['cells', 'in the margin', 'longest', 'in the text', 'server, CPU', 'page, CPU', 'cells with marks'],
    rows.map((row) => [
      String(row.cells),
      ...[row.margin, row.longest, row.text, row.server, row.page].map(ms),
      String(row.marked),
    ]),
  );
}

function editorTable(rows: readonly EditorMarkTimes[]): string {
  return tableText(
    ['cells', 'diagnostics', 'longest'],
    rows.map(({ cells, diagnostics, longest }) => [String(cells), ms(diagnostics), ms(longest)]),
  );
}

function roundTripTable(rows: readonly RoundTrip[]): string {
  return tableText(
    ['', 'median', 'fastest'],
    rows.flatMap(({ jupyterClient: plain, sluice }) => [
      ['jupyter_client alone', ms(plain.median), ms(plain.fastest)],
      ['Sluice, its server and client', ms(sluice.median), ms(sluice.fastest)],
      ['difference', ms(sluice.median - plain.median), ms(sluice.fastest - plain.fastest)],
    ]),
  );
}

function workloadTable(rows: readonly WorkloadTimes[]): string {
  return tableText(
    ['', 'jupyter_client', 'probes off', 'probes on', 'on/jupyter_client', 'on/off', 'agent'],
    rows.map((w) => [w.name, ms(w.plain), ms(w.off), ms(w.on), times(w.ratio), times(w.probes), ms(w.agent)]),
  );
}

function hotTable(rows: readonly HotTimes[]): string {
  return tableText(
    ['', 'plain', 'with probes', 'ratio', 'added', 'µs a turn', 'before', 'µs a turn'],
    rows.map((h) => [
      h.name,
      ...[h.plain, h.probes].map(ms),
      times(h.ratio),
      ms(h.probes - h.plain),
      h.turn === null ? '' : h.turn.toFixed(2),
      h.ratioBefore === null ? '' : times(h.ratioBefore),
      h.turnBefore === null ? '' : h.turnBefore.toFixed(2),
    ]),
  );
}

function pageTable(rows: readonly PageTimes[]): string {
  return tableText(
    [
      'cells',
      'usable',
      'JupyterLab',
      'keystroke',
      'after all ran',
      'trivial run',
      'runs',
      'heap before',
      'heap after',
      'rich, 1/10',
      'rich, all',
    ],
    rows.map((p) => [
      String(p.cells),
      ms(p.usable),
      p.jupyterLab === null ? '' : ms(p.jupyterLab),
      ...[p.keystroke, p.keystrokeAfter, p.run].map(ms),
      String(p.runs),
      ...[p.heapBefore, p.heapAfter].map(ms),
      ...[p.richBefore, p.richAfter].map((heap) => (heap === null ? '' : ms(heap))),
    ]),
  );
}

function replayTable(rows: readonly ReplayStretch[]): string {
  const mb = (value: number): string => (Number.isNaN(value) ? '?' : value.toFixed(0));
  return tableText(
    ['executions', 'run (ms)', 'agent', 'analysis', 'longest', 'Node, CPU', 'kernel (MB)', 'heap (MB)'],
    rows.map((r) => [
      String(r.executions),
      ...[r.run, r.trace, r.analysis, r.longest, r.node].map(ms),
      mb(r.kernelMemory),
      mb(r.heap),
    ]),
  );
}

function freshnessTable(rows: readonly FreshnessTimes[]): string {
  return tableText(
    ['cells', 'a run', 'run of the first', 'an edit', 'a move', 'longest'],
    rows.map((r) => [String(r.cells), ...[r.run, r.runFirst, r.edit, r.move, r.longest].map(ms)]),
  );
}

function reactiveTable(rows: readonly ReactiveTimes[]): string {
  return tableText(
    ['', 'order', 'cells', 'a run', 'a preview', 'a keystroke'],
    rows.map((r) => [r.shape, r.orderMode, String(r.cells), ...[r.run, r.preview, r.keystroke].map(ms)]),
  );
}

function sliceTable(rows: readonly SliceTimes[]): string {
  const part = (p: SliceTimes['large']): string => `${ms(p.ms)} (${(100 * p.share).toFixed(0)} %)`;
  return tableText(
    ['statements', 'edges', 'record', 'backward', 'backward, large', 'forward', 'memory (MB)'],
    rows.map((r) => [
      String(r.statements),
      String(r.edges),
      ms(r.record),
      part(r.typical),
      part(r.large),
      part(r.forward),
      r.memory.toFixed(0),
    ]),
  );
}

function say(line: string): void {
  process.stderr.write(`bench: ${line}\n`);
}
