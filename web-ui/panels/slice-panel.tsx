/** The needs and dependents of the active cell, and the script for its outputs. */

import { useState } from 'preact/hooks';
import type { Criterion } from '../../runtime/index.ts';
import { capital, cellTitle } from '../../slicer/browser.ts';
import { cellNumber } from '../page/cell-numbers.ts';
import { cellSignal } from '../page/notebook-state.ts';
import { reveal, select } from '../page/selection.ts';
import { type ShownSlice, shownSlice, sliceLevel } from '../page/shown-slice.ts';
import { EvidenceView } from './evidence-view.tsx';
import { Guarantee } from './guarantee.tsx';
import { ScriptView } from './script-view.tsx';

export function SlicePanel() {
  const slice = shownSlice.value;
  if (slice?.of.type !== 'cell') return <p class="panel-note">Select a cell that has run.</p>;
  if ('failure' in slice) return <p class="panel-note">{capital(slice.failure)}</p>;
  return (
    <div class="slice">
      <p class="of-cell">
        <span>of</span> <CellLink id={slice.of.cell} />
      </p>
      <SliceDetails slice={slice} />
    </div>
  );
}

/** The content of a slice, and its script. */
export function SliceDetails({ slice }: { slice: ShownSlice }) {
  return (
    <>
      <LevelChoice />
      <CellList
        title="Needs"
        note="It needs no other cell."
        cells={others(slice, 'backward')}
        kind="needed"
        of={slice.of}
      />
      <CellList
        title="Affects"
        note="It affects no other cell."
        cells={others(slice, 'forward')}
        kind="affected"
      />
      <Guarantee guarantee={slice.backward} />
      <ScriptView of={slice.of} />
    </>
  );
}

function others(slice: ShownSlice, direction: 'backward' | 'forward'): readonly string[] {
  return slice[direction].cells.filter((id) => slice.of.type !== 'cell' || id !== slice.of.cell);
}

/** Whether slices and scripts are of whole cells or of statements. */
export function LevelChoice() {
  return (
    <div class="choice" role="radiogroup" aria-label="Level">
      {(['statement', 'cell'] as const).map((level) => (
        <label key={level}>
          <input
            type="radio"
            name="level"
            checked={sliceLevel.value === level}
            onChange={() => {
              sliceLevel.value = level;
            }}
          />
          {level === 'cell' ? 'Whole cells' : 'Statements'}
        </label>
      ))}
    </div>
  );
}

function CellList({
  title,
  note,
  cells,
  kind,
  of,
}: {
  title: string;
  note: string;
  cells: readonly string[];
  kind: string;
  /** The dependents; each can say why. */
  of?: Criterion;
}) {
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section class={`slice-cells ${kind}`}>
      <h3>
        {title} <span class="many">{cells.length > 0 ? cells.length : ''}</span>
      </h3>
      {cells.length === 0 ? <p class="panel-note">{note}</p> : null}
      <ul>
        {cells.map((id) => (
          <li key={id}>
            <div class="with-why">
              <CellLink id={id} />
              {of !== undefined && (
                <button
                  type="button"
                  class="link why"
                  aria-expanded={open === id}
                  title="Which read, which write"
                  onClick={() => setOpen(open === id ? null : id)}
                >
                  why
                </button>
              )}
            </div>
            {of !== undefined && open === id && <EvidenceView of={of} needed={id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A cell by its number and title. */
export function CellLink({ id }: { id: string }) {
  const cell = cellSignal(id)?.value;
  const first = cellTitle(cell?.source ?? '') || id;
  return (
    <button
      type="button"
      class="cell-link"
      onClick={() => {
        select(id);
        reveal(id, 'center');
      }}
    >
      <span class="number">{cellNumber(id) ?? '·'}</span>
      <code>{first}</code>
    </button>
  );
}
