/** The tabs of the open documents. With one document there are none: its own bar names it. */

import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { closeTab } from '../terminal/open-terminals.ts';
import {
  beside,
  documents,
  focused,
  openDocument,
  placeOf,
  shown,
  toggleBeside,
  unsavedFiles,
} from './open-documents.ts';
import { terminalAt, terminalName } from './terminal-place.ts';

export function TabBar() {
  const all = documents.value;
  if (all.length < 2 && !(all.length === 1 && shown.value === null)) return null;
  return (
    <nav class="tab-bar" aria-label="Open documents">
      <ul>
        {all.map((path) => (
          <Tab key={path} path={path} />
        ))}
      </ul>
      {all.length > 1 && shown.value !== null && <SideSwitch />}
    </nav>
  );
}

function Tab({ path }: { path: string }) {
  const isShown = shown.value === path || beside.value === path;
  const name = shortName(path);
  const isFocused = focused.value === path;
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFocused) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isFocused]);
  const unsaved = unsavedFiles.value.has(path);
  return (
    <li ref={element} class={`tab ${isShown ? 'shown' : ''} ${isFocused ? 'focused' : ''}`}>
      <a
        href={placeOf(path)}
        title={terminalAt(path) === null ? path : name}
        aria-current={isFocused ? 'page' : undefined}
        draggable={false}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openDocument(path);
        }}
        onAuxClick={(event) => {
          if (event.button !== 1) return;
          event.preventDefault();
          closeTab(path);
        }}
      >
        {name}
        {unsaved && <span class="unsaved-dot" role="img" aria-label="not saved" title="not saved" />}
      </a>
      <button
        type="button"
        class="icon"
        title="Close (Alt+w)"
        aria-label={`Close ${name}`}
        onClick={() => closeTab(path)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function SideSwitch() {
  const on = beside.value !== null;
  const label = on ? 'Show one document' : 'Show two documents side by side';
  return (
    <button
      type="button"
      class={`icon side-switch ${on ? 'on' : ''}`}
      aria-pressed={on}
      title={label}
      aria-label="Side by side"
      onClick={toggleBeside}
    >
      <Icon name="split" />
    </button>
  );
}

/** The name, with its folder when another open document has the same name. */
function shortName(path: string): string {
  const terminal = terminalAt(path);
  if (terminal !== null) return terminalName(terminal);
  const name = path.split('/').at(-1)!;
  const isTaken = documents.value.some((other) => other !== path && other.split('/').at(-1) === name);
  return isTaken ? path.split('/').slice(-2).join('/') : name;
}
