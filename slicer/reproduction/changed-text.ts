/**
 * Whether a cell was changed after its run, judged by its output: it showed a value but ends without one, or
 * it prints other words than its text has. It looks at no counts.
 */

import { findStrings } from '../check/find-strings.ts';
import { endsWithValue } from '../check/shows-something.ts';
import { parseCell } from '../static/index.ts';
import type { Explained } from './error-causes.ts';
import type { ComparedCell, Evidence } from './evidence.ts';
import { PIECE } from './shown.ts';

/** Null: the output does not show a change. */
export function ofChangedText(cell: ComparedCell, evidence: Evidence): Explained | null {
  const what = lostValue(cell, evidence) ?? otherWords(cell);
  return what === null ? null : { cause: 'hidden-state', why: `its text has changed after its run: ${what}` };
}

function lostValue({ source, items }: ComparedCell, { cells }: Evidence): string | null {
  const isLost = items.some(({ stored, now }) => stored.has('count') && !now.has('count'));
  // with this setting IPython shows more than last values
  if (!isLost || cells.some((other) => other.source.includes('ast_node_interactivity'))) return null;
  const { opaque, errors, statements } = parseCell(source);
  const isPlain = !opaque && errors.length === 0 && !/^\s*%%/.test(source);
  return isPlain && !endsWithValue(source, statements) ? 'it ends with no value, but showed one' : null;
}

/** Whether each differing line is now a literal of the cell's code, and none was before. */
function otherWords({ source, items }: ComparedCell): string | null {
  const printed = items.find(({ item, status }) => item === 'stdout' && status === 'different');
  if (printed === undefined) return null;
  const [before, after] = [printed.stored, printed.now].map((form) =>
    (form.get('stdout') ?? '').replaceAll(PIECE, '').split('\n'),
  ) as [string[], string[]];
  if (before.length !== after.length) return null;
  const pairs = before.flatMap((line, at) => (line === after[at] ? [] : [[line, after[at]!] as const]));
  const texts = new Set(findStrings(source).flatMap(({ text, whole }) => (whole ? [text.trim()] : [])));
  const isText = (line: string) => line.trim() !== '' && texts.has(line.trim());
  if (pairs.length === 0 || !pairs.every(([then, now]) => isText(now) && !isText(then))) return null;
  return `it prints “${pairs[0]![1].trim().slice(0, 60)}”, and printed “${pairs[0]![0].trim().slice(0, 60)}”`;
}
