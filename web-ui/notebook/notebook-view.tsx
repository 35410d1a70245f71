/** The page of a notebook: bar, cells, side panel, and overlays. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { menuText } from '../languages/menu-text.ts';
import { OutputWorld } from '../outputs/output-world.tsx';
import { insertCell } from '../page/cell-actions.ts';
import { shownOrder } from '../page/folded-headings.ts';
import { lazily } from '../page/lazily.tsx';
import { followWidth, narrow } from '../page/narrow.ts';
import { cellNow, cellSignal, notebook, notebookPath, order, refusal } from '../page/notebook-state.ts';
import { overlay, panel } from '../page/page-parts.ts';
import { focusActive, reveal, select } from '../page/selection.ts';
import { barCell } from '../page/variants.ts';
import { FindBar } from '../panels/find-bar.tsx';
import { SidePanel } from '../panels/side-panel.tsx';
import { ownNotebook, takesFocus } from '../workplace/open-documents.ts';
import { AskingBar } from './asking-bar.tsx';
import { CellView } from './cell-view.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { DueButtons } from './due-buttons.tsx';
import { KernelBanner } from './kernel-banner.tsx';
import { NotebookBar } from './notebook-bar.tsx';
import { Notices } from './notices-view.tsx';
import { PlanBar } from './plan-bar.tsx';
import { SavedBanner } from './saved-banner.tsx';
import { VariantBar } from './variant-bar.tsx';

const OpenOverlay = lazily(async () => (await import('./overlays.tsx')).OpenOverlay);

const Presentation = lazily(async () => (await import('../presentation/presentation.tsx')).Presentation);

/** The number of cells drawn before the view is known. */
const FIRST_CELLS = 2;

/** The whole page. */
export function NotebookPage() {
  const over = overlay.value;
  const shown = notebook.value !== null;
  useEffect(() => {
    if (shown) begin();
  }, [shown]);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (page.current === null ? undefined : followWidth(page.current)), []);
  useSignalEffect(() => {
    const own = ownNotebook.value;
    // the cell is drawn before the next frame
    if (notebook.value !== null && own !== null && takesFocus(own)) requestAnimationFrame(focusActive);
  });
  if (refusal.value !== null) return <Refused why={refusal.value} />;
  return (
    <div ref={page} class={`notebook-page ${panel.value === null ? '' : 'with-panel'}`}>
      <NotebookBar />
      <ConnectionBanner />
      <DraftBanner />
      <SavedBanner />
      <KernelBanner />
      {over === 'find' && <FindBar />}
      {over === 'presentation' ? <Presentation /> : <Work isShown={shown} />}
      <div class="bottom-bars">
        <Notices />
        {narrow.value && <DueButtons />}
        <AskingBar />
        <PlanBar />
      </div>
      {(over === 'shortcuts' ||
        over === 'table' ||
        over === 'source' ||
        over === 'sweep' ||
        over === 'variants') && <OpenOverlay which={over} />}
    </div>
  );
}

/** The cells, and the panel at the side. */
function Work({ isShown }: { isShown: boolean }) {
  const first = barCell.value;
  return (
    <div class="work">
      <main id="cells" aria-label="Notebook">
        <div id="cell-list">
          {shownOrder.value.map((id, place) => {
            const cell = cellSignal(id);
            const view = cell && <CellView key={id} id={id} cell={cell} isFirst={place < FIRST_CELLS} />;
            return id === first ? [<VariantBar key="variants" />, view] : view;
          })}
          {first === null && <VariantBar key="variants" />}
          {isShown && (
            <button type="button" class="add-cell" onClick={addAtEnd}>
              {menuText('+ Add a cell')}
            </button>
          )}
          <OutputWorld />
        </div>
      </main>
      {panel.value !== null && <SidePanel which={panel.value} />}
    </div>
  );
}

function addAtEnd(): void {
  const last = order.peek().at(-1);
  if (last !== undefined) select(last);
  select(insertCell('below'), 'edit');
}

function Refused({ why }: { why: string }) {
  return (
    <main class="refused">
      <h1>{notebookPath.value} cannot be opened</h1>
      <p>{why}</p>
      <p>
        <a href="/">All files</a>
      </p>
    </main>
  );
}

/** Selects the only cell of an empty notebook for typing; an address such as `#load` leads to the cell with this id. */
function begin(): void {
  const [only, ...others] = order.peek();
  const cell = others.length === 0 && only !== undefined ? cellNow(only) : undefined;
  if (cell?.type === 'code' && cell.source === '') select(cell.id, 'edit');
  const id = decodeURIComponent(location.hash.slice(1)).replace(/^cell-/, '');
  if (id === '' || !order.peek().includes(id)) return;
  select(id);
  reveal(id, 'start');
  // the cells above may still grow
  setTimeout(() => reveal(id, 'start'), 300);
}
