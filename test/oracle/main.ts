/**
 * `npm run oracle`: compares slices with the smallest ones that give the same result, for notebooks, sessions or histories
 * (SOURCE), for files of micro-notebooks (`--cases`) or for generated programs (`--programs`). It prints a table and totals;
 * Ctrl-C prints the present state.
 */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { shippedLibrary } from '../../instrument/index.ts';
import { findNotebooks } from '../../runtime/sources/index.ts';
import { SluiceError } from '../../runtime/words/index.ts';
import type { Level } from '../../slicer/index.ts';
import { HostPool, INLINE, testPython } from '../harness/host.ts';
import { type BoundsReport, boundsSummary, checkBounds } from './bounds.ts';
import { calleesTable, checkCallees } from './callees.ts';
import { drawFindings, findingsOf, findingsTable } from './findings.ts';
import { type Measurement, measureCase, type OracleCase } from './measure.ts';
import { notebookCases, programCases, sourceCases } from './oracle-cases.ts';
import { type Planted, plantedLeaks, plantedTable } from './planted.ts';
import { excessText, measurementTable, totalsTable } from './report.ts';

const USAGE = `npm run oracle -- SOURCE… [--session N] [--exec K | --last] | --cases FILE|FOLDER | --programs FROM-TO
  SOURCE              a notebook, session file or history; of it the executions that show something, the last of them, or --exec K
  --cases             notebooks, one JSON object per line, as in test/cases/micro-notebooks.jsonl and dead-ends.jsonl
  --programs          generated programs, of seeds FROM to TO - 1
  --level             cell or statement; both without it
  --faithful          at cell level also the minimum in which each cell that is left does what it did
  --why COUNT         also the causes of what is needless at statement level, with COUNT examples each
  --timeout SECONDS   for one run (20); --search SECONDS for one minimum (300)
  --python PATH       the Python that runs the cells, with IPython
  --bounds            instead: how the flows that a run shows lie between the bounds of the text (of SOURCE, which may be a folder,
                      of --cases and of --programs)
  --findings          instead: what sluice check finds in notebooks and folders; --draw COUNT --seed N some of each rule, by lot
  --planted           instead: the planted leaks of test/cases/check, confirmed by runs on data made by chance
  --callees CLONE     instead: names of what cells call, against HeaderGen's (its repository)
  --json              JSON lines instead of tables`;

const PRELOAD = [
  'numpy',
  'pandas',
  'matplotlib.pyplot',
  ...['cluster', 'ensemble', 'linear_model', 'model_selection', 'svm'].map((name) => `sklearn.${name}`),
];
const WIDTH = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', multiple: true },
    programs: { type: 'string' },
    session: { type: 'string' },
    exec: { type: 'string' },
    last: { type: 'boolean' },
    level: { type: 'string' },
    faithful: { type: 'boolean' },
    why: { type: 'string' },
    timeout: { type: 'string' },
    search: { type: 'string' },
    python: { type: 'string' },
    bounds: { type: 'boolean' },
    callees: { type: 'string' },
    findings: { type: 'boolean' },
    planted: { type: 'boolean' },
    draw: { type: 'string' },
    seed: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});

const found: Measurement[] = [];
let stopped = false;
let done = 0;

if (
  values.help === true ||
  (positionals.length === 0 && !values.cases && !values.programs && !values.callees && !values.planted)
) {
  process.stdout.write(`${USAGE}\n`);
  process.exitCode = values.help === true ? 0 : 2;
} else {
  process.on('SIGINT', () => {
    if (stopped) process.exit(130);
    stopped = true;
    process.stderr.write('sluice: stopping; what has been measured follows\n');
  });
  try {
    if (values.callees !== undefined) await callees(resolve(values.callees));
    else if (values.planted === true) await planted();
    else await (values.bounds === true ? bounds() : values.findings === true ? findings() : main());
  } catch (error) {
    if (!(error instanceof SluiceError)) throw error;
    process.stderr.write(`sluice: ${error.message}\n`);
    process.exitCode = error.exitCode;
  }
}

async function main(): Promise<void> {
  const python = values.python ?? (await testPython());
  const { cases, remove } = await chosenCases(python);
  const pool = new HostPool(WIDTH, python, PRELOAD, INLINE);
  try {
    const queue = cases.values();
    await Promise.all(Array.from({ length: WIDTH }, () => work(queue, pool, cases.length)));
  } finally {
    pool.close();
    await remove();
  }
  if (values.json === true) return;
  // by case, whichever was done first
  const order = new Map(cases.map(({ name }, index) => [name, index]));
  found.sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0));
  print(measurementTable(found));
  print(`\n${totalsTable(found)}`);
  if (values.why !== undefined) {
    print(
      `\nNeedless statements that something needed depends on\n${excessText(
        found.filter((m) => m.level === 'statement'),
        number('why', values.why),
      )}`,
    );
  }
}

async function bounds(): Promise<void> {
  const python = values.python ?? (await testPython());
  const pool = new HostPool(1, python, PRELOAD, INLINE);
  const reports: BoundsReport[] = [];
  const measure = async ({ name, job }: OracleCase): Promise<void> => {
    try {
      if (!stopped) reports.push(tellBounds(await checkBounds(pool, name, job)));
    } catch (error) {
      process.stderr.write(`${name}: not measured: ${String(error).trim().split('\n').at(-1)}\n`);
    }
  };
  try {
    for (const each of writtenCases()) await measure(each);
    for (const path of givenNotebooks()) {
      if (stopped) break;
      const timeout = number('timeout', values.timeout ?? '20');
      const { cases, remove } = await sourceCases(resolve(path), { timeout, python });
      for (const each of cases) await measure(each);
      await remove();
    }
  } finally {
    pool.close();
  }
  if (values.json !== true) print(boundsSummary(reports));
}

async function callees(clone: string): Promise<void> {
  const reports = await checkCallees(clone);
  if (values.json === true) for (const report of reports) print(JSON.stringify(report));
  else print(calleesTable(reports));
}

async function findings(): Promise<void> {
  const found = await findingsOf(givenNotebooks(), () => !stopped);
  const drawn = drawFindings(found, number('draw', values.draw ?? '0'), number('seed', values.seed ?? '1'));
  if (values.json === true) for (const each of drawn) print(JSON.stringify(each));
  else {
    print(findingsTable(found));
    for (const { code, file, line, message } of drawn)
      print(`\n${code} ${file}: ${message}\n   | ${line ?? ''}`);
  }
}

async function planted(): Promise<void> {
  const python = values.python ?? (await testPython());
  const told: Planted[] = [];
  for await (const found of plantedLeaks(shippedLibrary(), python)) {
    if (stopped) break;
    told.push(...found);
    if (values.json === true) for (const each of found) print(JSON.stringify(each));
  }
  if (values.json !== true) print(plantedTable(told));
}

/** Notebooks named on the command line, and those in named folders. */
function givenNotebooks(): string[] {
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return positionals.flatMap((path) => (isFolder(path) ? [...findNotebooks(path)] : [path]));
}

function tellBounds(report: BoundsReport): BoundsReport {
  if (values.json === true) print(JSON.stringify(report));
  else {
    const { name, cells, of, observed, outside, missed, extra, texts } = report;
    print(`${name}: ${cells} of ${of} cells, ${observed} flows`);
    for (const [word, flows] of Object.entries({ outside, missed, extra })) {
      if (flows.length > 0) print(`  ${word}: ${flows.join('; ')}`);
    }
    for (const text of texts) print(text.replace(/^/gm, '    | '));
  }
  return report;
}

async function work(queue: Iterator<OracleCase>, pool: HostPool, count: number): Promise<void> {
  const levels: Level[] = values.level === undefined ? ['cell', 'statement'] : [level(values.level)];
  const options = {
    levels,
    seconds: number('search', values.search ?? '300'),
    faithfully: values.faithful === true,
    explain: values.why !== undefined,
    last: values.last === true,
    goOn: () => !stopped,
  };
  for (let next = queue.next(); !next.done && !stopped; next = queue.next()) {
    try {
      await measureCase(pool, next.value, options, (measured) => {
        found.push(measured);
        if (values.json === true) print(JSON.stringify(measured));
        const { name, exec, level, ours, minimum, difference } = measured;
        const result = difference === null ? `${ours}, minimum ${minimum}` : `not reproduced: ${difference}`;
        process.stderr.write(`${done} of ${count} cases; ${name} [${exec}] ${level}: ${result}\n`);
      });
    } catch (error) {
      if (error instanceof SluiceError) throw error;
      process.stderr.write(`${next.value.name}: not measured: ${String(error).trim().split('\n').at(-1)}\n`);
    }
    done += 1;
  }
}

/** The cases of files, and the generated programs. */
function writtenCases(): OracleCase[] {
  const cases = (values.cases ?? []).flatMap((path) => notebookCases(path));
  if (values.programs !== undefined) {
    const [from, to] = values.programs.split('-');
    cases.push(...programCases(number('programs', from ?? ''), number('programs', to ?? '')));
  }
  return cases;
}

async function chosenCases(python: string): Promise<{ cases: OracleCase[]; remove(): Promise<void> }> {
  const cases = writtenCases();
  const { session, exec } = values;
  const sources: { readonly cases: OracleCase[]; remove(): Promise<void> }[] = [];
  for (const path of positionals) {
    const source = await sourceCases(resolve(path), {
      ...(session === undefined ? {} : { session: number('session', session) }),
      ...(exec === undefined ? {} : { exec: number('exec', exec) }),
      timeout: number('timeout', values.timeout ?? '20'),
      python,
    });
    sources.push(source);
  }
  return {
    cases: [...cases, ...sources.flatMap((source) => source.cases)],
    async remove() {
      for (const source of sources) await source.remove();
    },
  };
}

function level(given: string): Level {
  if (given === 'cell' || given === 'statement') return given;
  throw new SluiceError(`--level is cell or statement, not ${given}`);
}

function number(option: string, given: string): number {
  if (/^\d+$/.test(given)) return Number(given);
  throw new SluiceError(`--${option} takes whole numbers, not ${given}`);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
