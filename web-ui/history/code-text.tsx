/** Python code that is only shown, with its colours, and some of its lines marked. It cannot be edited. */

import { pythonLanguage } from '@codemirror/lang-python';
import { classHighlighter, highlightCode } from '@lezer/highlight';
import { useMemo } from 'preact/hooks';

/** A piece of a line, with the classes of its colour. */
interface Piece {
  readonly text: string;
  readonly classes: string;
}

const NO_LINES: readonly (readonly [number, number])[] = [];

/** Code. `marked`: 1-based first and last lines; the others are paler then. */
export function CodeText({ code, marked = NO_LINES }: { code: string; marked?: typeof NO_LINES }) {
  const lines = useMemo(() => colouredLines(code), [code]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre class={`code-text ${marked.length > 0 ? 'with-marks' : ''}`} tabIndex={0}>
      {lines.map((pieces, index) => (
        <span key={index} class={isMarked(marked, index + 1) ? 'in-slice' : undefined}>
          {pieces.map(({ text, classes }, at) =>
            classes === '' ? (
              text
            ) : (
              <span key={at} class={classes}>
                {text}
              </span>
            ),
          )}
        </span>
      ))}
    </pre>
  );
}

function isMarked(marked: typeof NO_LINES, line: number): boolean {
  return marked.some(([first, last]) => line >= first && line <= last);
}

function colouredLines(code: string): readonly (readonly Piece[])[] {
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
