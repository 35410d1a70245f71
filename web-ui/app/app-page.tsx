/** The page of an app: controls, texts and outputs of a notebook. Code is hidden until the visitor shows it. */

import { signal } from '@preact/signals';
import { Notices } from '../notebook/notices-view.tsx';
import { OutputWorld } from '../outputs/output-world.tsx';
import { cellSignal, lineState, notebook, notebookPath, order, refusal } from '../page/notebook-state.ts';
import { notebookName } from '../page/place.ts';
import { AppCell } from './app-cell.tsx';
import { AppControls } from './app-controls.tsx';
import { AppStatus } from './app-status.tsx';

const showsCode = signal(false);

/** The whole page. */
export function AppPage() {
  if (refusal.value !== null) {
    return (
      <main class="refused">
        <h1>The app cannot be shown</h1>
        <p>{refusal.value}</p>
        <button type="button" onClick={() => location.reload()}>
          Try again
        </button>
      </main>
    );
  }
  const shown = notebook.value;
  if (shown === null) {
    const words = lineState.value === 'locked' ? 'Open the address that Sluice has printed.' : 'Loading …';
    return <p class="refused">{words}</p>;
  }
  const name = notebookName(notebookPath.value);
  document.title = name;
  return (
    <div class="app-page">
      <header class="app-bar">
        <strong class="app-title">{name}</strong>
        <AppStatus />
        <label class="app-switch">
          <input
            type="checkbox"
            role="switch"
            aria-checked={showsCode.value}
            checked={showsCode.value}
            onChange={(event) => {
              showsCode.value = event.currentTarget.checked;
            }}
          />
          Show code
        </label>
      </header>
      <div class="app-work">
        <AppControls />
        <main id="cells" aria-label={name}>
          <div id="cell-list">
            {order.value.map((id) => {
              const cell = cellSignal(id);
              return cell && <AppCell key={id} cell={cell} showsCode={showsCode.value} />;
            })}
            <OutputWorld />
          </div>
        </main>
      </div>
      <Notices />
    </div>
  );
}
