/** A notebook as a presentation over the window: texts and outputs, one step at a time. Keys and buttons change the step. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { AppCell } from '../app/app-cell.tsx';
import { Icon } from '../icons.tsx';
import { menuText } from '../languages/menu-text.ts';
import { OutputWorld } from '../outputs/output-world.tsx';
import { isHidden } from '../page/cell-display.ts';
import { cellSignal } from '../page/notebook-state.ts';
import { endPresentation, goToStep, presentsCode, stepAt, steps } from '../page/presenting.ts';

const NEXT: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'Enter']);
const BEFORE: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'Backspace']);

export function Presentation() {
  const [step, count] = [stepAt.value, steps.value.length];
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [step]);
  const press = (event: KeyboardEvent) => {
    // a control in an output has its own keys
    if (
      (event.target as HTMLElement).closest('button, input, select, textarea, a') !== null &&
      event.key !== 'Escape'
    )
      return;
    if (NEXT.has(event.key)) goToStep(step + 1);
    else if (BEFORE.has(event.key)) goToStep(step - 1);
    else if (event.key === 'Home') goToStep(0);
    else if (event.key === 'End') goToStep(count - 1);
    else if (event.key === 'c') presentsCode.value = !presentsCode.peek();
    else if (event.key === 'Escape') endPresentation();
    else return;
    event.preventDefault();
  };
  return (
    <section class="presentation" aria-label={menuText('Presentation')} onKeyDown={press}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <main ref={main} id="cells" tabIndex={0} aria-label={`Step ${step + 1} of ${count}`}>
        <div id="cell-list">
          {count === 0 && <p class="panel-note">No cell has a text or an output.</p>}
          {steps.value[step]?.map((id) => {
            const cell = cellSignal(id);
            if (cell === undefined || isHidden(cell.value, 'outputs')) return null;
            // saved outputs are what a presentation has before any run
            const marksOld = cell.value.state !== 'unrun';
            return <AppCell key={id} cell={cell} showsCode={presentsCode.value} marksOld={marksOld} />;
          })}
          <OutputWorld />
        </div>
      </main>
      <footer>
        <button
          type="button"
          class="icon"
          aria-label="Step before"
          title="Step before (←)"
          disabled={step === 0}
          onClick={() => goToStep(step - 1)}
        >
          ‹
        </button>
        <span role="status">{count === 0 ? '0' : `${step + 1} / ${count}`}</span>
        <button
          type="button"
          class="icon"
          aria-label="Next step"
          title="Next step (→)"
          disabled={step >= count - 1}
          onClick={() => goToStep(step + 1)}
        >
          ›
        </button>
        <label>
          <input
            type="checkbox"
            checked={presentsCode.value}
            onChange={({ currentTarget }) => {
              presentsCode.value = currentTarget.checked;
            }}
          />
          Code (c)
        </label>
        <button
          type="button"
          class="icon"
          aria-label={menuText('Close')}
          title="Close (Escape)"
          onClick={endPresentation}
        >
          <Icon name="close" />
        </button>
      </footer>
    </section>
  );
}
