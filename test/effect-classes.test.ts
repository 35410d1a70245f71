/**
 * The slice oracle over notebooks by class of side effect, written without knowledge of the tracer. A silently wrong
 * slice fails the test, unless the case is marked `known`; a right slice of a known case fails the test too.
 * `-t NAME` runs a notebook or a class in all modes; otherwise a sample of them is taken, another one each day.
 */

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCases } from './harness/case-lines.ts';
import { HostPair, testPython } from './harness/host.ts';
import {
  HEAVY_MODULES,
  judge,
  type MarkedNotebook,
  type Mode,
  type Row,
} from './harness/marked-notebooks.ts';
import { missingModules } from './harness/missing-modules.ts';
import { isOlder, versionOf } from './harness/python-version.ts';
import { Sample } from './harness/sample.ts';

const STATEMENT: Mode = { label: 'statement', level: 'statement' };
const CELL: Mode = { label: 'cell', level: 'cell' };
const BUDGET_0: Mode = { label: 'statement, budget 0', level: 'statement', budget: 0 };
const MODES: readonly Mode[] = [STATEMENT, CELL, BUDGET_0];
/** Every notebook in all modes would take an hour: a sample of one in so many is taken. */
const PARTS = 160;
const sample = Sample.ofRun();

/** The modes for a notebook: few have the other two. */
function modesFor({ name, known }: MarkedNotebook): readonly Mode[] {
  if (known !== undefined || sample.has(name, 10, 'budget ')) return MODES;
  return sample.has(name, 5, 'cell ') ? [STATEMENT, CELL] : [STATEMENT];
}

/** The sampled notebooks of a class. */
function someOf(notebooks: readonly MarkedNotebook[]): readonly MarkedNotebook[] {
  return notebooks.filter(({ name, known }) => known !== undefined || sample.has(name, PARTS));
}

const python = await testPython();
const version = versionOf(python);
const folder = new URL('./cases/effects-classes/', import.meta.url);
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => ({
    label: name.slice(0, -'.jsonl'.length),
    cases: someOf(readCases<MarkedNotebook>(new URL(name, folder))),
  }));
const missing = missingModules(
  python,
  all.flatMap(({ cases }) => cases.flatMap(({ needs = [] }) => needs)),
);
const classes = all
  .map(({ label, cases }) => ({
    label,
    cases: cases.filter(
      ({ python: since, before, needs }) =>
        !isOlder(version, since) &&
        (before === undefined || isOlder(version, before)) &&
        !needs?.some((module) => missing.has(module)),
    ),
  }))
  .filter(({ cases }) => cases.length > 0);

describe('effect classes', () => {
  let host: HostPair;
  const byClass = new Map<string, Row[]>();
  beforeAll(() => {
    host = new HostPair(python, HEAVY_MODULES);
  });
  afterAll(() => {
    host.close();
    console.log(`${sample}\n${report(byClass)}`);
  });

  for (const { label, cases } of classes) {
    describe(label, () => {
      const named = cases.map((notebook) => [notebook.name, notebook] as const);
      test.each(named)('%s', { timeout: 600_000 }, async (_, notebook) => {
        const rows = await judge(host, notebook, modesFor(notebook), 60);
        byClass.set(label, [...(byClass.get(label) ?? []), ...rows]);
        const failures = rows
          .filter((row) => isFailure(row) || row.guaranteed !== (notebook.complete ?? row.guaranteed))
          .map((row) => `${row.mode}: ${row.mark}: ${row.why}`);
        const isKnown =
          notebook.known !== undefined &&
          (notebook.knownBefore === undefined || isOlder(version, notebook.knownBefore)) &&
          !isOlder(version, notebook.knownFrom);
        if (!isKnown) expect(failures).toEqual([]);
        else expect(failures, 'is right now: remove `known`').not.toEqual([]);
      });
    });
  }
});

function isFailure({ mark }: Row): boolean {
  return mark === 'SILENTLY WRONG' || mark === 'no answer';
}

/** The cases with a wrong or flagged slice, then a table per mode. */
function report(byClass: ReadonlyMap<string, readonly Row[]>): string {
  const poor = [...byClass].flatMap(([label, rows]) =>
    rows
      .filter((row) => row.mark !== 'reproduced' || row.missing.length > 0)
      .map((row) => {
        const why = row.why.replaceAll('\n', ' ').slice(0, 220);
        return `${row.mark.padEnd(15)} ${row.mode.padEnd(20)} ${label}/${row.name}: lacks [${row.missing}] ${why}`;
      }),
  );
  const tables = MODES.map(({ label: mode }) => {
    const lines = [...byClass].map(
      ([label, rows]) => [label, rows.filter((row) => row.mode === mode)] as const,
    );
    const all = lines.flatMap(([, rows]) => rows);
    const loops = lines.filter(([label]) => label.startsWith('loops-')).flatMap(([, rows]) => rows);
    const summed = [...lines, ['loops-*', loops] as const, ['all', all] as const];
    return [`\n${mode}`, HEAD, ...summed.map(([label, rows]) => tableLine(label, rows))].join('\n');
  });
  return [...poor, ...tables].join('\n');
}

const HEAD = tableCells('class', [
  'cases',
  'reproduced',
  'complete',
  'flagged',
  'silently wrong',
  'no answer',
  'with a needless cell',
  'lacks a needed cell',
]);

function tableLine(label: string, rows: readonly Row[]): string {
  const count = (is: (row: Row) => boolean) => String(rows.filter(is).length);
  return tableCells(label, [
    String(rows.length),
    count((row) => row.mark === 'reproduced'),
    count((row) => row.mark === 'reproduced' && row.guaranteed),
    count((row) => row.mark === 'flagged'),
    count((row) => row.mark === 'SILENTLY WRONG'),
    count((row) => row.mark === 'no answer'),
    count((row) => row.extra.length > 0),
    count((row) => row.missing.length > 0),
  ]);
}

function tableCells(label: string, cells: readonly string[]): string {
  return [label.padEnd(18), ...cells].join(' | ');
}
