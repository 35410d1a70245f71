/**
 * Fixes treatment of all rows before their division: the division comes first, the step learns from the
 * training rows, and then treats both parts. Only statements of a few forms move; other code tests whether
 * the leak is gone.
 */

import type { Leak } from '../../leakage/index.ts';
import type { Fix } from '../finding.ts';
import { carriedPart } from './carried-parts.ts';
import { type Division, divisionsOf, partNames } from './division.ts';
import { PageEdits } from './page-edits.ts';
import { callAt, type PageStatement, renaming, statementAt, watchedStatements } from './page-statements.ts';
import { type DataStep, stepsFrom } from './steps.ts';
import { forBoth, forTraining, namesOfParts } from './written-for-parts.ts';

/** The page with the division first; null: a statement has another form. */
export function splitFirst(page: readonly PageStatement[], leak: Leak): Fix | null {
  const place = statementAt(page, leak.site);
  const [division] = divisionsOf(page, leak);
  if (place === null || division === undefined) return null;
  return place.at > division.place.at ? onTrainingRows(place, division) : moved(page, place, leak, division);
}

/** The page with models trained on the training rows instead of all rows, after the division. */
export function trainOnTrainingRows(page: readonly PageStatement[], leak: Leak): Fix | null {
  const [division] = divisionsOf(page, leak);
  const [fit, ...more] = watchedStatements(page, leak.path, 'fit');
  if (division === undefined || fit === undefined || more.length > 0 || fit.at < division.place.at)
    return null;
  return onTrainingRows(fit, division);
}

/** Replaces whole data in a statement after the division by the training rows. */
function onTrainingRows(place: PageStatement, division: Division): Fix | null {
  const edits = new PageEdits();
  const { source } = place.cell;
  edits.replace(place, renaming(source, place.statement.body, partNames(division, 'train')));
  return edits.fix('fit it on the training rows');
}

function moved(
  page: readonly PageStatement[],
  place: PageStatement,
  { site, rowwise }: Leak,
  division: Division,
): Fix | null {
  const steps = stepsFrom(page, place, site.at, division.place);
  const part = steps === null ? null : carriedPart(page, steps, division);
  if (steps === null || part === null) return null;
  // a value for each training row is none for the other rows
  if (steps.learns !== null && rowwise) return null;
  const [first] = steps.data;
  const namesOf = (step: DataStep) => namesOfParts(step, division, part, steps.learns?.name ?? null);
  const edits = new PageEdits();
  const lines: string[] = [];
  if (first.isChange) lines.push(`${part.train}, ${part.test} = ${part.train}.copy(), ${part.test}.copy()`);
  if (steps.learns !== null) {
    const line = forTraining(steps.learns.place, page, namesOf(first));
    if (line === null) return null;
    lines.push(line);
    edits.remove(steps.learns.place);
  }
  for (const step of steps.data) {
    const call = steps.learns === null ? callAt(step.place.statement.body, site.at) : null;
    const written = forBoth(step, call && { call, rowwise }, page, namesOf(step));
    if (written === null) return null;
    lines.push(...written);
    leaveRows(edits, step, division);
  }
  edits.insertAfter(division.place, lines);
  return edits.fix('split first, learn from the training rows, and treat both parts by that');
}

/** The rest of a step at its old position: nothing, or the name for the rows. */
function leaveRows(edits: PageEdits, { place, target, input }: DataStep, division: Division): void {
  const whole = division.parts.find((each) => each.whole.type === 'name' && each.whole.id === target)?.whole;
  const rows = input === null ? '' : place.cell.source.slice(input.from, input.to);
  if (input?.type === 'name' && whole !== undefined)
    edits.replace(division.place, [{ ...whole, text: rows }]);
  if (input === null || (input.type === 'name' && whole !== undefined)) edits.remove(place);
  else
    edits.replace(place, [
      { from: place.statement.from, to: place.statement.to, text: `${target} = ${rows}` },
    ]);
}
