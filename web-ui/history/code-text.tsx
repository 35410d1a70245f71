/** Read-only Python code, with colours and some marked lines. */

import { useMemo } from 'preact/hooks';
import { colouredLines } from '../editor/python-colours.ts';

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
