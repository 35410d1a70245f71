/** Measures of the text of cells (NBLyzer, Subotić et al., ICSE-SEIP 2022, table 1). Each cell is measured alone. */

import { pythonTwoPrint } from '../check/python-two.ts';
import { walkSyntax } from '../check/walk-syntax.ts';
import { BUILTIN_NAMES, type LibraryKnowledge, parseCell, RunNames } from '../static/index.ts';
import { isKernelName } from '../words/kernel-names.ts';

/** One code cell with text. */
export interface CellCounts {
  readonly lines: number;
  /** Statements and expressions with branches: `if`, loops, `try` with handlers, cases, `x if y else z`. */
  readonly branches: number;
  readonly functions: number;
  readonly classes: number;
  /** Possibly bound names. */
  readonly bound: number;
  /** Names from outside, without builtins. */
  readonly unbound: number;
  /** Whether the whole cell is Python 3. */
  readonly parses: boolean;
}

/** Of cells in page order. */
export function countText(sources: readonly string[], library: LibraryKnowledge): readonly CellCounts[] {
  const runs = new RunNames(library);
  return sources.map((source) => {
    const cell = parseCell(source);
    const names = runs.ran(source);
    let [branches, functions, classes] = [0, 0, 0];
    walkSyntax(
      cell.statements.map(({ body }) => body),
      (node) => {
        if (node.type === 'function') functions += 1;
        if (node.type === 'class') classes += 1;
        if (/^(?:if|while|for|conditional)$/.test(node.type)) branches += 1;
        if (node.type === 'try') branches += node.handlers.length;
        if (node.type === 'match') branches += node.cases.length;
      },
    );
    const isForeign = (name: string) => !BUILTIN_NAMES.has(name) && !isKernelName(name);
    return {
      lines: source.split('\n').filter((line) => line.trim() !== '').length,
      branches,
      functions,
      classes,
      bound: names.writes.size,
      unbound: [...names.live].filter(isForeign).length,
      parses: cell.errors.length === 0 && pythonTwoPrint(source) === null,
    };
  });
}
