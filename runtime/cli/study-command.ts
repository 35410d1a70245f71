/** `sluice study`: tables and plots over the results of many runs (docs/studies.md). */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageRoot } from '../../instrument/index.ts';
import { counted } from '../counted.ts';
import { mergeResults, reproductionStudy, saveStudy } from '../study/index.ts';
import { checkOutputPath } from './output-path.ts';
import { printJson } from './print.ts';
import { progress } from './progress.ts';
import type { StudySettings } from './study-options.ts';

/** Runs the command; returns the exit code. */
export async function study({ sources, report, merge, limits, json }: StudySettings): Promise<number> {
  for (const path of [report, merge]) if (path !== null) checkOutputPath(path, null);
  if (merge !== null) progress(`saved ${merge}, ${counted(await mergeResults(sources, merge), 'result')}`);
  if (report === null && !json) return 0;
  const { support, confidence, lift } = limits;
  const made = await reproductionStudy(sources, limits, [
    ['command', `sluice study reproduction ${sources.join(' ')}`],
    ['Sluice', versionOfSluice()],
    ['limits of rules', `support ${support}, confidence ${confidence}, lift ${lift}`],
  ]);
  if (json) {
    for (const { type, name, columns, rows } of made.parts.filter((part) => part.type === 'table'))
      printJson({ type, name, columns, rows });
  }
  if (report === null) return 0;
  const folder = await saveStudy(report, made);
  progress(`saved ${report}, and its tables in ${folder}`);
  return 0;
}

function versionOfSluice(): string {
  const text = readFileSync(join(findPackageRoot(), 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
