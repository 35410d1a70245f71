/** The headings of a notebook's texts, to go to them. */

import { cellSignal, order } from '../page/notebook-state.ts';
import { active, reveal, select } from '../page/selection.ts';

interface Heading {
  readonly cell: string;
  readonly level: number;
  readonly text: string;
}

/** Headings as they stand in the texts. */
export function OutlinePanel() {
  const headings = order.value.flatMap(headingsOf);
  if (headings.length === 0) return <p class="panel-note">Headings of Markdown cells appear here.</p>;
  const ids = order.value;
  const at = ids.indexOf(active.value ?? '');
  const current = headings.findLast(({ cell }) => ids.indexOf(cell) <= at);
  return (
    <nav class="outline" aria-label="Headings">
      {headings.map((heading) => (
        <button
          type="button"
          key={`${heading.cell} ${heading.text}`}
          class={heading === current ? 'current' : ''}
          style={{ paddingLeft: `${12 + (heading.level - 1) * 14}px` }}
          onClick={() => {
            select(heading.cell);
            reveal(heading.cell, 'start');
          }}
        >
          {heading.text}
        </button>
      ))}
    </nav>
  );
}

function headingsOf(id: string): Heading[] {
  const cell = cellSignal(id)?.value;
  if (cell?.type !== 'markdown') return [];
  const lines = cell.source.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^(#{1,6})\s+(.+?)\s*#*$/gm);
  return [...lines].map(([, marks, text]) => ({
    cell: id,
    level: marks!.length,
    text: text!.replace(/[*_`$]/g, ''),
  }));
}
