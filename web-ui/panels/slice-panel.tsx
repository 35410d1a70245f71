/** What the active cell needs and what it affects, and the script that makes its outputs again. */

import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { Answer } from '../../runtime/index.ts';
import { cellTitle } from '../page/cell-title.ts';
import { cellSignal, line } from '../page/notebook-state.ts';
import { say } from '../page/notices.ts';
import { reveal, select } from '../page/selection.ts';
import { type ShownSlice, shownSlice, sliceLevel } from '../page/shown-slice.ts';
import { EvidenceView } from './evidence-view.tsx';
import { saveScript } from './script-files.ts';

type Gathered = Extract<Answer, { readonly to: 'gather' }>;

const script = signal<{ readonly cell: string; readonly answer: Gathered | string } | null>(null);
const working = signal<'gathering' | 'verifying' | null>(null);

/** The panel. */
export function SlicePanel() {
  const slice = shownSlice.value;
  if (slice === null) return <p class="panel-note">Select a cell that has run.</p>;
  if ('failure' in slice) return <p class="panel-note">{slice.failure}</p>;
  return (
    <div class="slice">
      <p class="of-cell">
        <span>of</span> <CellLink id={slice.cell} />
      </p>
      <LevelChoice />
      <CellList
        title="Needs"
        note="It needs no other cell."
        cells={others(slice, 'backward')}
        kind="needed"
        of={slice.cell}
      />
      <CellList
        title="Affects"
        note="It affects no other cell."
        cells={others(slice, 'forward')}
        kind="affected"
      />
      <Guarantee slice={slice} />
      <Script slice={slice} />
    </div>
  );
}

function others(slice: ShownSlice, direction: 'backward' | 'forward'): readonly string[] {
  return slice[direction].cells.filter((id) => id !== slice.cell);
}

function LevelChoice() {
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
  /** The cell that needs them: each can say why. */
  of?: string;
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
            {of !== undefined && open === id && <EvidenceView cell={of} needed={id} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A cell by its number and what it is about. */
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
      <span class="number">{cell?.executionCount ?? '·'}</span>
      <code>{first}</code>
    </button>
  );
}

function Guarantee({ slice }: { slice: ShownSlice }) {
  const { guarantee, reasons } = slice.backward;
  if (guarantee === 'complete')
    return <p class="guarantee complete">Complete: nothing is known to be missing.</p>;
  return (
    <details class="guarantee open">
      <summary>May not be complete</summary>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  );
}

function Script({ slice }: { slice: ShownSlice }) {
  const shown = script.value?.cell === slice.cell ? script.value.answer : null;
  return (
    <section class="script">
      <h3>Script</h3>
      <div class="script-tools">
        <button
          type="button"
          disabled={working.value !== null}
          onClick={() => void gather(slice.cell, false)}
        >
          {working.value === 'gathering' ? 'Gathering …' : 'Gather'}
        </button>
        <button
          type="button"
          class="primary"
          disabled={working.value !== null}
          title="Runs the script in a new kernel and compares outputs and values"
          onClick={() => void gather(slice.cell, true)}
        >
          {working.value === 'verifying' ? 'Verifying …' : 'Gather and verify'}
        </button>
      </div>
      {typeof shown === 'string' && <p class="problem-text">{shown}</p>}
      {shown !== null && typeof shown !== 'string' && <ScriptText cell={slice.cell} gathered={shown} />}
    </section>
  );
}

function ScriptText({ cell, gathered }: { cell: string; gathered: Gathered }) {
  const { verification, cells, of } = gathered;
  return (
    <>
      <p class="script-facts">
        {cells} of {of} runs
        {verification !== null && (
          <span class={`badge badge-${verification.status.replace(/ /g, '-')}`} title={verification.detail}>
            {verification.status}
          </span>
        )}
      </p>
      {verification !== null && verification.status !== 'verified' && (
        <p class="panel-note">{verification.detail}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
      <pre class="script-text" tabIndex={0}>
        {gathered.script}
      </pre>
      <div class="script-tools">
        <button type="button" onClick={() => void copy(gathered.script)}>
          Copy
        </button>
        <button type="button" onClick={() => void saveScript(cell, gathered.script, 'py')}>
          Save as .py
        </button>
        <button type="button" onClick={() => void saveScript(cell, gathered.script, 'ipynb')}>
          Save as notebook
        </button>
      </div>
    </>
  );
}

async function gather(cell: string, verify: boolean): Promise<void> {
  working.value = verify ? 'verifying' : 'gathering';
  const answer = await line().ask({ ask: 'gather', cell, level: sliceLevel.peek(), verify });
  working.value = null;
  if (answer.to === 'gather') script.value = { cell, answer };
  else script.value = { cell, answer: answer.to === 'failed' ? answer.message : 'no answer' };
}

async function copy(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  say('Copied');
}
