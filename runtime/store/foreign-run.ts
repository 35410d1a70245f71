/**
 * Stored runs of somebody else: they stand for a cell if nothing in them can run code of their author, in Python or in a
 * page. The kernel judges the modules that they loaded. Their values may still be wrong: nobody has run the cell here. Pure.
 */

import type { Output } from '../kernel/index.ts';
import { wordsOf } from './doubtful-text.ts';
import type { StoredRun } from './stored-run.ts';

/** What a page shows as it is. */
const SHOWN: ReadonlySet<string> = new Set(['text/plain', 'image/png', 'image/jpeg']);

/** A stored run of somebody else, whose values are read as plain values only. */
export function foreignRun(run: StoredRun, author: string): StoredRun {
  return { ...run, author, values: run.values.map((each) => ({ ...each, foreign: true })) };
}

/** Why a stored run of somebody else does not stand for a cell with this text; null: it does. */
export function whyUnsafe({ values, after, files, outputs }: StoredRun, source: string): string | null {
  if (values.some(({ plain }) => plain !== true)) return 'its values need a pickle';
  if (values.some(({ streams }) => streams)) return 'it leaves random streams';
  if (files.length > 0) return 'it writes files';
  if (!outputs.every(isPlain)) return 'a page could run its output';
  const words = wordsOf(source);
  const names = [...values.flatMap((each) => each.names), ...Object.keys(after.names), ...after.deleted];
  const other = names.find((name) => !words.has(name));
  return other === undefined ? null : `it changes ${other}, which the cell does not name`;
}

function isPlain(output: Output): boolean {
  if (output.output_type === 'stream') return true;
  if (!('data' in output)) return false;
  const types = Object.keys(output.data);
  return types.every((type) => SHOWN.has(type)) && Object.keys(output.metadata ?? {}).length === 0;
}
