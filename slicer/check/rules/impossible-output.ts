/** impossible-output: outputs without a possible origin in the text of their cell. */

import type { CodeCell } from '../facts.ts';
import { cellsOf, oneNote } from '../one-note.ts';
import type { Rule } from '../rule.ts';
import { endsWithValue } from '../shows-something.ts';

/** A line of IPython that quotes the words behind `,` or `;`: its value is a text. */
const QUOTES = /^[;,][^\n]*\s*$/m;

export const impossibleOutput: Rule = {
  code: 'impossible-output',
  severity: 'warning',
  phase: 'review',
  what: 'The present text of a cell cannot have made its output',
  why: 'The cell was changed after its run, so output and text do not fit.',
  fix: null,
  check(facts) {
    const { code } = facts;
    // with this setting IPython shows more than last values
    if (code.some(({ source }) => source.includes('ast_node_interactivity'))) return [];
    const found = code.flatMap((cell) => {
      const what = impossible(cell);
      return what === null ? [] : [{ cell, at: { from: 0, to: cell.source.length }, what }];
    });
    return oneNote(facts, impossibleOutput, found, (places) => {
      const [{ what }] = places as [(typeof places)[number]];
      const more = places.length === 1 ? '' : ` (also ${cellsOf(places.slice(1))})`;
      return { message: `${what}${more}; run the cell${more === '' ? '' : 's'} again` };
    }).map((finding) => ({ ...finding, at: null }));
  },
};

function impossible({ blank, source, parsed, outputs, executionCount }: CodeCell): string | null {
  if (blank) return outputs.length === 0 ? null : 'the cell has no code, but shows something';
  const result = outputs.find(({ type }) => type === 'result');
  if (result === undefined) return null;
  if (executionCount !== null && result.executionCount !== null && result.executionCount !== executionCount)
    return `the cell ran as [${executionCount}], but its result is that of [${result.executionCount}]`;
  const isPlain =
    !parsed.opaque && parsed.errors.length === 0 && !/^\s*%%/.test(source) && !QUOTES.test(source);
  return isPlain && !endsWithValue(source, parsed.statements)
    ? 'the cell ends with no value, but shows one'
    : null;
}
