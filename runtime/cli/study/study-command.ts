/** `sluice study`: tables and plots over many runs (docs/studies.md). */

import { join } from 'node:path';
import { findPackageRoot, MOST_OF_SETTINGS, readPlainText } from '../../../instrument/index.ts';
import {
  REPRODUCED,
  reproductionStudy,
  type Study,
  type StudyTable,
  saveParquet,
  saveStudy,
} from '../../research/index.ts';
import { counted } from '../../words/index.ts';
import { checkOutputPath } from '../options/output-path.ts';
import { print, printJson } from '../terminal/print.ts';
import { progress } from '../terminal/progress.ts';
import { joinResults } from './join-results.ts';
import { studyNotebooks } from './study-notebooks.ts';
import type { ReproductionStudy, StudyCommand } from './study-options.ts';
import { studySessions } from './study-sessions.ts';

/** Runs the command; returns the exit code. */
export async function study(command: StudyCommand): Promise<number> {
  const { report, parquet, json } = command;
  for (const path of [report, parquet]) if (path !== null) checkOutputPath(path, null);
  const made = await studyOf(command, [['Sluice', versionOfSluice()]]);
  if (made === null) return 0;
  const tables = made.parts.filter((part) => part.type === 'table');
  if (json) {
    for (const { type, name, columns, rows } of tables) printJson({ type, name, columns, rows });
  } else if (report === null) for (const table of tables) print(tableText(table));
  if (parquet !== null) {
    await saveParquet(parquet, made.results);
    progress(`saved ${parquet}, ${counted(made.results.length, 'row')}`);
  }
  if (report === null) return 0;
  const folder = await saveStudy(report, made);
  progress(`saved ${report}, and its tables in ${folder}`);
  return 0;
}

/** Null: there is nothing to show. */
function studyOf(command: StudyCommand, facts: Study['facts']): Promise<Study | null> {
  switch (command.kind) {
    case 'sessions':
      return studySessions(command, facts);
    case 'notebooks':
      return studyNotebooks(command, facts);
    case 'reproduction':
      return studyReproduction(command, facts);
  }
}

async function studyReproduction(
  { sources, merge, limits, report, parquet, json }: ReproductionStudy,
  facts: Study['facts'],
): Promise<Study | null> {
  if (merge !== null) await joinResults(REPRODUCED, sources, merge);
  if (report === null && parquet === null && !json) return null;
  const { support, confidence, lift } = limits;
  return reproductionStudy(sources, limits, [
    ['command', `sluice study reproduction ${sources.join(' ')}`],
    ...facts,
    ['limits of rules', `support ${support}, confidence ${confidence}, lift ${lift}`],
  ]);
}

/** A table for a terminal. */
function tableText({ title, columns, rows }: StudyTable): string {
  const shown = [columns, ...rows.map((row) => row.map(String))];
  const widths = columns.map((_, i) => Math.max(...shown.map((row) => row[i]!.length)));
  const lines = shown.map((row) => {
    const cells = row.map((text, i) => (i === 0 ? text.padEnd(widths[i]!) : text.padStart(widths[i]!)));
    return `  ${cells.join('  ').trimEnd()}`;
  });
  return [title, ...lines, ''].join('\n');
}

function versionOfSluice(): string {
  const text = readPlainText(join(findPackageRoot(), 'package.json'), MOST_OF_SETTINGS);
  return (JSON.parse(text) as { readonly version: string }).version;
}
