/** The bar of a notebook: its name, whether it is saved, the kernel, and the most frequent commands. */

import { Icon, type IconName } from '../icons.tsx';
import { titleOf } from '../keyboard/all-commands.ts';
import { keysOf } from '../keyboard/bound-keys.ts';
import { commandById } from '../keyboard/commands.ts';
import { keyLabel } from '../keyboard/key-name.ts';
import { type MenuText, menuLanguage, menuText } from '../languages/menu-text.ts';
import { narrow } from '../page/narrow.ts';
import { line, lineState, notebook } from '../page/notebook-state.ts';
import { hasPanel, NOT_FOLLOWED } from '../page/of-python.ts';
import { type Panel, panel, togglePanel } from '../page/page-parts.ts';
import { DueButtons } from './due-buttons.tsx';
import { ExportMenu } from './export-menu.tsx';
import { NotebookTitle } from './notebook-title.tsx';
import { SavedMark } from './saved-mark.tsx';

/** The bar at the top of the page. */
export function NotebookBar() {
  return (
    <header class="bar" lang={menuLanguage.value}>
      <Tool command="files" icon="folder" />
      <NotebookTitle />
      <SavedMark />
      <div class="tools" role="toolbar" aria-label="Notebook">
        <Tool command="insert-below" icon="plus" />
        <Tool command="run-advance" icon="run" />
        <Tool command="run-all" icon="run-all" />
        <Tool command="interrupt" icon="stop" />
        <Tool command="restart" icon="restart" />
        {!narrow.value && <DueButtons />}
      </div>
      <div class="end">
        <ModeSwitch />
        <OrderMark />
        <KernelMark />
        <div class="panel-buttons">
          <PanelButton which="outline" icon="outline" label="Outline" />
          <PanelButton which="variables" icon="table" label="Variables" />
          <PanelButton which="graph" icon="graph" label="Graph" />
          <PanelButton which="slice" icon="slice" label="Slice" />
          <PanelButton which="history" icon="history" label="History" />
          <PanelButton which="problems" icon="problems" label="Problems" />
          <PanelButton which="reproduce" icon="reproduce" label="Reproducibility" />
        </div>
        <ExportMenu />
        <Tool command="palette" icon="more" />
      </div>
    </header>
  );
}

function Tool({ command: id, icon }: { command: string; icon: IconName }) {
  const command = commandById(id);
  const title = titleOf(command);
  const [key] = keysOf(command);
  const label = key === undefined ? title : `${title} (${keyLabel(key)})`;
  return (
    <button type="button" class="icon" title={label} aria-label={title} onClick={command.run}>
      <Icon name={icon} />
    </button>
  );
}

function ModeSwitch() {
  const mode = notebook.value?.mode;
  if (mode === undefined) return null;
  if (mode === 'plain')
    return (
      <span class="tag" title={NOT_FOLLOWED}>
        {menuText('By hand')}
      </span>
    );
  const title =
    mode === 'reactive'
      ? 'Reactive: running a cell first runs what it needs, then what it affects. Switch to lazy'
      : 'Lazy: running a cell runs it alone, and what it affects is marked. Switch to reactive';
  return (
    <button
      type="button"
      class="mode-switch"
      role="switch"
      aria-checked={mode === 'reactive'}
      title={title}
      onClick={() => line().send({ op: 'mode', mode: mode === 'reactive' ? 'lazy' : 'reactive' })}
    >
      <span class="track" aria-hidden="true" />
      {menuText(mode === 'reactive' ? 'Reactive' : 'Lazy')}
    </button>
  );
}

/** Says that cells see whatever ran before them; the menu has the switch for the usual order. */
function OrderMark() {
  if (notebook.value?.orderMode !== 'any-order') return null;
  return (
    <button
      type="button"
      class="tag order-mark"
      title="A cell sees whatever ran before it, wherever it stands. Switch to the order of the page"
      onClick={() => line().send({ op: 'order-mode', mode: 'in-order' })}
    >
      {menuText('Any order')}
    </button>
  );
}

function KernelMark() {
  const kernel = notebook.value?.kernel;
  if (kernel === undefined) return null;
  const { name, reason } = kernel;
  const known = kernel.state === 'none' && reason !== null ? 'no kernel' : kernel.state;
  const state = lineState.value === 'open' ? known : 'not connected';
  return (
    <button
      type="button"
      class={`kernel kernel-${state.replace(' ', '-')}`}
      title={`${reason ?? `${name}: ${state}`}. Shows all running kernels`}
      onClick={commandById('kernels').run}
    >
      <span class="dot" aria-hidden="true" />
      <span class="kernel-name">{name}</span>
      <span class="kernel-state" role="status">
        {state === 'idle' ? '' : state}
      </span>
    </button>
  );
}

function PanelButton({ which, icon, label }: { which: Panel; icon: IconName; label: MenuText }) {
  const open = panel.value === which;
  if (!hasPanel(which)) return null;
  const word = menuText(label);
  return (
    <button
      type="button"
      class={`icon panel-button ${open ? 'on' : ''}`}
      aria-pressed={open}
      title={word}
      aria-label={word}
      onClick={() => togglePanel(which)}
    >
      <Icon name={icon} />
      <span class="panel-word" aria-hidden="true">
        {word}
      </span>
    </button>
  );
}
