/** Completions from the kernel, as in JupyterLab. A busy kernel answers later: nothing is shown until then. */

import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { line } from '../page/notebook-state.ts';

/** Asks the kernel for completions at the cursor. */
export async function kernelCompletions(context: CompletionContext): Promise<CompletionResult | null> {
  const code = context.state.doc.toString();
  const answer = await line().ask({ ask: 'complete', code, cursor: context.pos });
  if (context.aborted || answer.to !== 'complete' || answer.matches.length === 0) return null;
  const { start, end } = answer;
  const typed = code.slice(start, end);
  const stem = typed.slice(0, typed.lastIndexOf('.') + 1);
  return {
    from: start,
    to: end,
    options: answer.matches.map((match) => ({
      label: match,
      displayLabel: stem !== '' && match.startsWith(stem) ? match.slice(stem.length) : match,
    })),
    validFor: /^[\w.]*$/,
  };
}
