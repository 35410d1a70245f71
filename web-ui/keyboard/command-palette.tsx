/** The commands of the document that has the keys in a list, narrowed by typing. */

import { useState } from 'preact/hooks';
import { menuLanguage, menuText } from '../languages/menu-text.ts';
import { useModal } from '../modal.ts';
import { hasCommand } from '../page/of-python.ts';
import { overlay } from '../page/page-parts.ts';
import { hasNotebookFocus } from '../workplace/open-documents.ts';
import { allCommands, titleOf } from './all-commands.ts';
import { keysOf } from './bound-keys.ts';
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
  const shown = allCommands.value
    .filter(
      (command) =>
        command.id !== 'palette' &&
        hasCommand(command.id) &&
        (hasNotebookFocus.value || command.where === 'anywhere') &&
        // the English titles, which documents name, are found in every language
        [command.title, titleOf(command)].some((text) =>
          words.every((word) => text.toLowerCase().includes(word)),
        ),
    )
    .toSorted((a, b) => rank(titleOf(a), typed) - rank(titleOf(b), typed));
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
      lang={menuLanguage.value}
      aria-label={menuText('All commands')}
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
        placeholder={menuText('What do you want to do?')}
        value={typed}
        onInput={(event) => {
          setTyped(event.currentTarget.value);
          setAt(0);
        }}
      />
      <div id="command-list" role="listbox" aria-label="Commands" tabIndex={-1}>
        {shown.map((command, index) => {
          const { id, group } = command;
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
              <span class="group">{menuText(group)}</span>
              <span class="title">{titleOf(command)}</span>
              {key !== undefined && <kbd>{keyLabel(key)}</kbd>}
            </div>
          );
        })}
      </div>
    </dialog>
  );
}
