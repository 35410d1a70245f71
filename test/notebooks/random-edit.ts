/**
 * Edits of a notebook at random places, as an analyst makes them: another number, another string, another comparison. What comes
 * out parses. It runs nothing.
 */

import { parser } from '@lezer/python';
import { normalizeCell, parseCell } from '../../slicer/static/index.ts';
import type { Choices } from '../generator/random.ts';

/** A cell with the text that an edit gives it. */
export interface RandomEdit {
  readonly cell: string;
  readonly before: string;
  readonly after: string;
}

/** A place in a cell, with the text that may stand there instead. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
};

/** One edit of one of the cells; null when none of them has a place for one. */
export function randomEdit(sources: ReadonlyMap<string, string>, choices: Choices): RandomEdit | null {
  const able = [...sources].filter(([, source]) => placesIn(source, 1).length > 0);
  if (able.length === 0) return null;
  const [cell, before] = choices.pick(able);
  const { from, to, text } = choices.pick(placesIn(before, choices.int(1, 3)));
  const after = before.slice(0, from) + text + before.slice(to);
  return parseCell(after).errors.length === 0 ? { cell, before, after } : null;
}

function placesIn(source: string, step: number): Place[] {
  const parsed = parseCell(source);
  if (parsed.opaque || parsed.errors.length > 0) return [];
  const { text } = normalizeCell(source);
  const places: Place[] = [];
  parser.parse(text).iterate({
    enter: ({ name, from, to }) => {
      const found = source.slice(from, to);
      // what a command's line became is no text of the author's; strings are blank here
      if (name !== 'String' && found !== text.slice(from, to)) return;
      const other = otherText(name, found, step);
      if (other !== null) places.push({ from, to, text: other });
    },
  });
  return places;
}

/** What may stand in place of a token; null when it stays. */
function otherText(type: string, text: string, step: number): string | null {
  if (type === 'Number' && /^\d{1,9}$/.test(text)) return String(Number(text) + step);
  if (type === 'Number' && /^\d*\.\d+$/.test(text)) return `${text}${step}`;
  if (type === 'CompareOp') return COMPARISONS[text] ?? null;
  const [, open = '', inside = ''] = /^(["'])([\w .,:!?-]+)\1$/.exec(text) ?? [];
  return type === 'String' && open !== '' ? `${open}${inside}${step}${open}` : null;
}
