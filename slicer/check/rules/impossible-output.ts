/** impossible-output: outputs without a possible origin in the text of their cell. */

import type { CodeCell } from '../facts.ts';
import type { Rule } from '../rule.ts';
import { endsWithValue } from '../shows-something.ts';

export const impossibleOutput: Rule = {
  code: 'impossible-output',
  severity: 'warning',
  phase: 'share',
  what: 'The present text of a cell cannot have made its output',
  why: 'The cell was changed after its run, so output and text do not fit.',
  fix: null,
  check({ code }) {
    // with this setting IPython shows more than last values
    if (code.some(({ source }) => source.includes('ast_node_interactivity'))) return [];
    return code.flatMap((cell) => {
      const what = impossible(cell);
      if (what === null) return [];
      const message = `${what}; run the cell again`;
      return [{ cell: cell.id, at: null, message }];
    });
  },
};

function impossible({ blank, source, parsed, outputs, executionCount }: CodeCell): string | null {
  if (blank) return outputs.length === 0 ? null : 'the cell has no code, but shows something';
  const result = outputs.find(({ type }) => type === 'result');
  if (result === undefined) return null;
  if (executionCount !== null && result.executionCount !== null && result.executionCount !== executionCount)
    return `the cell ran as [${executionCount}], but its result is that of [${result.executionCount}]`;
  const isPlain = !parsed.opaque && parsed.errors.length === 0 && !/^\s*%%/.test(source);
  return isPlain && !endsWithValue(source, parsed.statements)
    ? 'the cell ends with no value, but shows one'
    : null;
}
