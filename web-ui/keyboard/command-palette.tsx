/** The commands of the document that has the keys in a list, narrowed by typing. */

import { useState } from 'preact/hooks';
import { useModal } from '../modal.ts';
import { hasCommand } from '../page/of-python.ts';
import { overlay } from '../page/page-parts.ts';
import { hasNotebookFocus } from '../workplace/open-documents.ts';
import { keysOf } from './bound-keys.ts';
import { COMMANDS } from './commands.ts';
import { keyLabel } from './key-name.ts';

/** Where a title stands in the list: the typed title, then titles that begin so, then others. */
function rank(title: string, typed: string): number {
  const [whole, part] = [title.toLowerCase(), typed.trim().toLowerCase()];
  return whole === part ? 0 : whole.startsWith(part) ? 1 : 2;
}

export function CommandPalette() {
  const dialog = useModal();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const words = typed.toLowerCase().split(/\s+/);
  const shown = COMMANDS.filter(
    ({ id, title, where }) =>
      id !== 'palette' &&
      hasCommand(id) &&
      (hasNotebookFocus.value || where === 'anywhere') &&
      words.every((word) => title.toLowerCase().includes(word)),
  ).toSorted((a, b) => rank(a.title, typed) - rank(b.title, typed));
  const close = () => {
    overlay.value = null;
  };
  const choose = (index: number) => {
    const command = shown[index];
    close();
    // after the dialog has given the focus back
    if (command !== undefined) setTimeout(command.run);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      const next = Math.min(shown.length - 1, Math.max(0, at + by));
      setAt(next);
      document.getElementById(`command-${shown[next]?.id}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choose(at);
    }
  };
  return (
    <dialog
      ref={dialog}
      class="palette"
      aria-label="All commands"
      onClose={close}
      onKeyDown={press}
      onClick={(event) => {
        if (event.target === dialog.current) close();
      }}
    >
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="command-list"
        aria-activedescendant={shown[at] === undefined ? undefined : `command-${shown[at].id}`}
        aria-label="Command"
        placeholder="What do you want to do?"
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id="command-list" role="listbox" aria-label="Commands" tabIndex={-1}>
        {shown.map((command, index) => {
          const { id, title, group } = command;
          const [key] = keysOf(command);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
            <div
              key={id}
              id={`command-${id}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => choose(index)}
            >
              <span class="group">{group}</span>
              <span class="title">{title}</span>
              {key !== undefined && <kbd>{keyLabel(key)}</kbd>}
            </div>
          );
        })}
      </div>
    </dialog>
  );
}
