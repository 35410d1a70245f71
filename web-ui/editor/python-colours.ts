/** The colours of Python code outside of editors. No elements are made here. */

import { pythonLanguage } from '@codemirror/lang-python';
import { classHighlighter, highlightCode } from '@lezer/highlight';

/** A piece of a line, with the classes of its colour. */
interface Piece {
  readonly text: string;
  readonly classes: string;
}

/** The lines of a code in pieces. */
export function colouredLines(code: string): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]];
  highlightCode(
    code,
    pythonLanguage.parser.parse(code),
    classHighlighter,
    (text, classes) => lines.at(-1)!.push({ text, classes }),
    () => lines.push([]),
  );
  return lines;
}
