/**
 * Edits of a notebook at random places, as an analyst makes them: another number, another string, another comparison, another
 * name, a line more or a line less. The edited text parses. It runs nothing.
 */

import { parser } from '@lezer/python';
import { normalizeCell, parseCell } from '../../slicer/static/index.ts';
import type { Choices } from '../generator/random.ts';

/** A cell with its edited text. */
export interface RandomEdit {
  readonly cell: string;
  readonly before: string;
  readonly after: string;
}

/** A range of a cell, with its present or another possible text. */
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

/** The share of edits that add or remove a line of a cell with several. */
const OF_LINES = 0.25;
/** The number of lines tried until a text parses without one of them, or with one twice. */
const TRIES = 5;

/** One edit of one of the cells; null when none of them has a place for one. */
export function randomEdit(sources: ReadonlyMap<string, string>, choices: Choices): RandomEdit | null {
  const able = [...sources].filter(([, source]) => placesIn(source, 1).length > 0);
  if (able.length === 0) return null;
  const [cell, before] = choices.pick(able);
  const otherLines = choices.chance(OF_LINES) ? withOtherLines(before, choices) : null;
  if (otherLines !== null) return { cell, before, after: otherLines };
  const places = placesIn(before, choices.int(1, 3));
  // names are the most frequent tokens by far, and most other names do not work
  const names = choices.chance(0.2) ? namesIn(before) : [];
  const { from, to, text } = choices.pick(names.length > 0 ? names : places);
  const after = before.slice(0, from) + text + before.slice(to);
  return parseCell(after).errors.length === 0 ? { cell, before, after } : null;
}

/** A text with a line less, or with a line twice; null for a text of one line, or when no try parses. */
function withOtherLines(source: string, choices: Choices): string | null {
  const lines = source.split('\n');
  const filled = [...lines.keys()].filter((at) => lines[at]?.trim());
  if (filled.length < 2) return null;
  for (const at of choices.sample(filled, TRIES)) {
    const text = lines[at] ?? '';
    const after = lines.toSpliced(at, 1, ...(choices.chance(0.5) ? [] : [text, text])).join('\n');
    if (parseCell(after).errors.length === 0) return after;
  }
  return null;
}

/** Where another constant or comparison may stand. */
function placesIn(source: string, step: number): Place[] {
  const places: Place[] = [];
  for (const { type, from, to, text } of tokensIn(source)) {
    const other = otherText(type, text, step);
    if (other !== null) places.push({ from, to, text: other });
  }
  return places;
}

/** Where another name of the same cell may stand. */
function namesIn(source: string): Place[] {
  const names = tokensIn(source).filter(({ type }) => type === 'VariableName');
  return names.flatMap(({ from, to, text }) =>
    [...new Set(names.map((other) => other.text))]
      .filter((other) => other !== text)
      .map((other) => ({ from, to, text: other })),
  );
}

/** The author's tokens; none for a cell that does not parse. */
function tokensIn(source: string): (Place & { readonly type: string })[] {
  const parsed = parseCell(source);
  if (parsed.opaque || parsed.errors.length > 0) return [];
  const { text } = normalizeCell(source);
  const tokens: (Place & { readonly type: string })[] = [];
  parser.parse(text).iterate({
    enter: ({ name: type, from, to }) => {
      const found = source.slice(from, to);
      // a command's line is no text of the author's any more; strings are blank here
      if (type === 'String' || found === text.slice(from, to)) tokens.push({ type, from, to, text: found });
    },
  });
  return tokens;
}

/** Another text for a token; null when the token stays. */
function otherText(type: string, text: string, step: number): string | null {
  if (type === 'Number' && /^\d{1,9}$/.test(text)) return String(Number(text) + step);
  if (type === 'Number' && /^\d*\.\d+$/.test(text)) return `${text}${step}`;
  if (type === 'CompareOp') return COMPARISONS[text] ?? null;
  const [, open = '', inside = ''] = /^(["'])([\w .,:!?-]+)\1$/.exec(text) ?? [];
  return type === 'String' && open !== '' ? `${open}${inside}${step}${open}` : null;
}
