/** A traceback with its colours; lines of this notebook's cells are links, and frames in libraries are folded. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { goToLine } from '../editor/editors.ts';
import { cellsNow } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';
import { ansiText, plainText } from './ansi-text.ts';
import { useReachable } from './reachable.ts';
import { libraryText, tracebackParts } from './traceback-frames.ts';

const PLACE = /^(?:Cell |File .*)?In ?\[(\d+)\],? ?(?:line (\d+))?/;

/** An error from the kernel. */
export function ErrorOutput({
  ename,
  evalue,
  traceback,
}: {
  ename: string;
  evalue: string;
  traceback: readonly string[];
}) {
  // some kernels name no error
  const told = [ename, evalue].filter((part) => part !== '').join(': ');
  const items = traceback.length > 0 ? traceback : [told];
  const host = useRef<HTMLDivElement>(null);
  useReachable(host);
  return (
    <div class="error-output" ref={host}>
      {tracebackParts(items).map(({ lines, library }, index) =>
        library === null ? (
          <Lines key={index} lines={lines} />
        ) : (
          <details key={index} class="library-frames">
            <summary>{libraryText(library)}</summary>
            <Lines lines={lines} />
          </details>
        ),
      )}
    </div>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line, index) => (
        <TracebackLine key={index} text={line} />
      ))}
    </>
  );
}

function TracebackLine({ text }: { text: string }) {
  const host = useRef<HTMLDivElement>(null);
  const place = PLACE.exec(plainText(text));
  useLayoutEffect(() => host.current?.replaceChildren(ansiText(text === '' ? ' ' : text)), [text]);
  if (place === null) return <div ref={host} />;
  return (
    <button type="button" class="place" onClick={() => go(Number(place[1]), Number(place[2] ?? 1))}>
      <div ref={host} />
    </button>
  );
}

function go(executionCount: number, line: number): void {
  const cell = cellsNow().find((other) => other.executionCount === executionCount);
  if (cell === undefined) return;
  goToLine(cell.id, line);
  select(cell.id, 'edit');
  reveal(cell.id, 'center');
}
