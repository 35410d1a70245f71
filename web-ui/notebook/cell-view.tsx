/** A cell: gutter, text, status and outputs. It is drawn again only when this cell changes. */

import { type Signal, useComputed } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { CellView as Cell } from '../../runtime/index.ts';
import { CodeEditor } from '../editor/code-editor.tsx';
import { Icon } from '../icons.tsx';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { Outputs } from '../outputs/outputs.tsx';
import { isHidden, openTexts, showSource, toggleHidden } from '../page/cell-display.ts';
import { cellNumber, placeOf } from '../page/cell-numbers.ts';
import { cellsUnder, foldHeading, headingLevel, isFolded } from '../page/folded-headings.ts';
import { cellSignal } from '../page/notebook-state.ts';
import { litRoleOf } from '../page/problems.ts';
import { differenceRoleOf } from '../page/reproduction.ts';
import { runPreview } from '../page/run-preview.ts';
import { active, extendTo, isSelected, mode, select } from '../page/selection.ts';
import { roleOf } from '../page/shown-slice.ts';
import { useTrusted } from '../page/trust.ts';
import { TableLink } from '../tables/table-link.tsx';
import { CellStatus } from './cell-status.tsx';
import { startDrag } from './drag-cells.ts';
import { CellNumber, Gutter } from './gutter.tsx';
import { useNear, useSpareTime } from './near-view.ts';
import { PromptField } from './prompt-field.tsx';
import { ReproducedMarks } from './reproduced-marks.tsx';
import { stateTitle } from './state-words.ts';
import { StoredResult } from './stored-result.tsx';

/** A cell by its signal. `isFirst`: it is in view when the page opens. */
export function CellView({
  id,
  cell: source,
  isFirst,
}: {
  id: string;
  cell: Signal<Cell>;
  isFirst: boolean;
}) {
  const cell = source.value;
  const element = useRef<HTMLElement>(null);
  // a selection changes two cells; the others must not be drawn again
  const typing = useComputed(() => (active.value === id ? mode.value : null)).value;
  const isActive = typing !== null;
  const where = useComputed(() => whereOf(id)).value;
  const near = useNear(element, isActive || isFirst);
  const time = useSpareTime();
  const kinds = useComputed(() => {
    const role = litRoleOf(id) ?? differenceRoleOf(id) ?? roleOf(id);
    const marks = [
      isSelected(id) ? 'selected' : '',
      role === null ? '' : `slice-${role}`,
      runPreview.value?.cells.includes(id) ? 'would-run' : '',
    ];
    return marks.filter((mark) => mark !== '').join(' ');
  }).value;
  useEffect(() => {
    // effects run late: meanwhile the person, or the page, may have begun to write
    if (typing !== 'command' || active.peek() !== id || mode.peek() !== 'command') return;
    const focused = document.activeElement;
    if (focused === null || focused === document.body || focused.closest('.cell') !== null) {
      element.current?.focus({ preventScroll: true });
    }
  }, [typing]);
  const press = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest('button, a, input, summary, iframe, .cell-editor') !== null)
      return;
    if (event.shiftKey) extendTo(id);
    else if (active.peek() !== id || mode.peek() !== 'command') select(id);
  };
  return (
    <section
      ref={element}
      id={`cell-${id}`}
      class={`cell ${cell.type} ${kinds} ${isActive ? 'active' : ''} ${typing === 'edit' ? 'editing' : ''}`}
      tabIndex={-1}
      aria-label={labelOf(cell, where, kinds.startsWith('selected'))}
      aria-current={isActive ? 'true' : undefined}
      onMouseDown={press}
    >
      <button
        type="button"
        class="drag-handle"
        tabIndex={-1}
        aria-hidden="true"
        title="Drag to move"
        onPointerDown={(event) => startDrag(event, id)}
      />
      {cell.type === 'code' ? (
        near || time ? (
          <CodeCell cell={cell} near={near} />
        ) : (
          <LaterCell cell={cell} />
        )
      ) : (
        <TextCell cell={cell} near={near} time={time} />
      )}
    </section>
  );
}

const KINDS: Readonly<Record<Cell['type'], string>> = { code: 'code', markdown: 'Markdown', raw: 'raw text' };

/** The number, the kind and the place of a cell. */
function whereOf(id: string): string {
  const kind = KINDS[cellSignal(id)?.value.type ?? 'code'];
  const number = cellNumber(id);
  return `${number === null ? `${kind} cell` : `cell ${number}, ${kind}`}, ${placeOf(id)}`;
}

/** The position, the kind, the state and the selection of a cell, for screen readers. */
function labelOf({ type, state }: Cell, where: string, selected: boolean): string {
  const parts = [
    where,
    ...(type === 'code' ? [stateTitle(state).toLowerCase()] : []),
    ...(selected ? ['selected'] : []),
  ];
  return parts.join(', ');
}

/** A placeholder for a code cell, until there is time to draw the cell. */
function LaterCell({ cell }: { cell: Cell }) {
  return (
    <>
      <div class="gutter">
        <CellNumber id={cell.id} />
      </div>
      <div class="cell-body">
        <pre class="source-later">{isHidden(cell, 'source') ? firstLine(cell.source) : cell.source}</pre>
        {cell.outputs.length > 0 && <div class="outputs-later" />}
      </div>
    </>
  );
}

function CodeCell({ cell, near }: { cell: Cell; near: boolean }) {
  const [noSource, noOutputs] = [isHidden(cell, 'source'), isHidden(cell, 'outputs')];
  return (
    <>
      <Gutter cell={cell} />
      <div class="cell-body">
        {noSource ? (
          <HiddenPart id={cell.id} part="source" text={firstLine(cell.source)} />
        ) : (
          <Source cell={cell} near={near} />
        )}
        <CellStatus cell={cell} />
        <StoredResult cell={cell} />
        {cell.outputs.length > 0 &&
          (noOutputs ? (
            <HiddenPart id={cell.id} part="outputs" text="Outputs are collapsed" />
          ) : (
            <>
              <Outputs cell={cell} inNotebook />
              <TableLink cell={cell} />
            </>
          ))}
        <ReproducedMarks id={cell.id} />
        {cell.prompt !== null && <PromptField key={cell.prompt.text} cell={cell.id} prompt={cell.prompt} />}
      </div>
    </>
  );
}

function TextCell({ cell, near, time }: { cell: Cell; near: boolean; time: boolean }) {
  const rendered = cell.type === 'markdown' && !openTexts.value.has(cell.id);
  const empty = cell.source.trim() === '';
  const trusted = useTrusted(cell.id);
  return (
    <>
      <div class="gutter">{headingLevel(cell) !== null && <FoldButton cell={cell} />}</div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter does the same */}
      <div
        class="cell-body"
        onDblClick={() => {
          showSource(cell.id, true);
          select(cell.id, 'edit');
        }}
      >
        {!rendered ? (
          <Source cell={cell} near={near} />
        ) : empty ? (
          <p class="empty-text">Empty text. Press Enter to write.</p>
        ) : near || time ? (
          <MarkdownView source={cell.source} attachments={cell.attachments} trusted={trusted} />
        ) : (
          <pre class="text-later">{cell.source}</pre>
        )}
      </div>
    </>
  );
}

/** Hides the cells below a heading, or shows them. */
function FoldButton({ cell }: { cell: Cell }) {
  const folded = isFolded(cell);
  const count = useComputed(() => cellsUnder(cell.id).length).value;
  if (count === 0) return null;
  const cells = count === 1 ? '1 cell' : `${count} cells`;
  return (
    <button
      type="button"
      class={`icon fold-heading ${folded ? 'folded' : ''}`}
      aria-expanded={!folded}
      aria-label={folded ? `Show ${cells} below this heading` : `Fold ${cells} below this heading`}
      title={folded ? `${cells} folded: show` : 'Fold'}
      tabIndex={-1}
      onClick={() => {
        // the active cell could become a hidden one
        select(cell.id);
        foldHeading(cell.id, !folded);
      }}
    >
      <Icon name="fold" />
      {folded && <span class="fold-count">{count}</span>}
    </button>
  );
}

function Source({ cell, near }: { cell: Cell; near: boolean }) {
  if (near) return <CodeEditor id={cell.id} type={cell.type} label={`Text of a ${cell.type} cell`} />;
  return <pre class="source-later">{cell.source}</pre>;
}

function HiddenPart({ id, part, text }: { id: string; part: 'source' | 'outputs'; text: string }) {
  return (
    <button type="button" class="hidden-part" title="Show" onClick={() => toggleHidden(id, part)}>
      {text || '…'}
    </button>
  );
}

function firstLine(source: string): string {
  return source.split('\n').find((line) => line.trim() !== '') ?? '';
}
