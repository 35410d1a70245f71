/** A reason in words, with links to the cells that it names. */

import { cellTitle } from '../../slicer/browser.ts';
import { cellOfNumber } from '../page/cell-numbers.ts';
import { cellNow } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';

/** The reason. Its `cell 3` is the third code cell. */
export function ReasonText({ text }: { text: string }) {
  const parts = text.split(/\b(cell \d+)\b/);
  return <>{parts.map((part, index) => (index % 2 === 1 ? <NamedCell key={index} name={part} /> : part))}</>;
}

function NamedCell({ name }: { name: string }) {
  const id = cellOfNumber(Number(name.slice(5)));
  if (id === undefined) return <>{name}</>;
  return (
    <button
      type="button"
      class="link named-cell"
      title={cellTitle(cellNow(id)?.source ?? '')}
      onClick={() => {
        select(id);
        reveal(id, 'center');
      }}
    >
      {name}
    </button>
  );
}
