/** Variables at positions of an open notebook, by the static analysis: their writers, readers and imports. No kernel is asked. */

import {
  type CoreState,
  type FoundVariable,
  lineAt,
  type VariableRange,
  variableAt,
} from '../../../slicer/index.ts';
import type { CodeAnswer, CodePosition, CodeUse } from '../messages/code-messages.ts';
import { codeImpactOf } from '../questions/code-impact-of.ts';

/** The variable at a position; null: there is none, or the page has a newer text. */
export function variableIn(core: CoreState, { cell, code, cursor }: CodePosition): FoundVariable | null {
  if (cell === null || core.sources.get(cell) !== code) return null;
  return variableAt(codeImpactOf(core), { cell, source: code }, cursor);
}

/** Whether an import binds the variable there. */
export function isImported({ settlement }: CoreState, { cell, from, to }: VariableRange): boolean {
  const name = (settlement.names.parsed(cell)?.source ?? '').slice(from, to);
  return (
    settlement.names
      .of(cell)
      ?.statements.some(({ imports }) => [...imports].some(([bound]) => bound === name)) ?? false
  );
}

/** The writers and readers of a variable. */
export function useLines({ order }: CoreState, { variable }: FoundVariable): string[] {
  const linesOf = (words: string, uses: FoundVariable['variable']['writers']): string[] =>
    uses.map(({ cell, line, why }) => `${words} cell ${order.indexOf(cell) + 1}, line ${line}: ${why}`);
  return [...linesOf('set or changed by', variable.writers), ...linesOf('read by', variable.readers)];
}

/** The answer with all places of a variable. */
export function usesOf(core: CoreState, place: CodePosition): CodeAnswer {
  const found = variableIn(core, place);
  if (found === null) return { to: 'uses', name: null, uses: [] };
  const uses = found.variable.places.map(({ cell, from, to, binds }): CodeUse => {
    const source = core.sources.get(cell) ?? '';
    const line = lineAt(source, from);
    return { cell, line, from, to, binds, text: source.split('\n')[line - 1] ?? '' };
  });
  return { to: 'uses', name: found.name, uses };
}
