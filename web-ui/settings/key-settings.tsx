/** All commands with their keys: searched by name or key, changed by pressing the new key. */

import { useState } from 'preact/hooks';
import { allCommands, titleOf } from '../keyboard/all-commands.ts';
import { commandsWith, keysOf } from '../keyboard/bound-keys.ts';
import type { Command } from '../keyboard/commands.ts';
import { keyLabel, keyName } from '../keyboard/key-name.ts';
import { menuText } from '../languages/menu-text.ts';
import { changeSettings, settings } from './settings.ts';

/** The list. */
export function KeySettings() {
  const [sought, setSought] = useState('');
  const words = sought.toLowerCase().split(/\s+/);
  const shown = allCommands.value.filter((command) => {
    const text =
      `${command.group} ${command.title} ${titleOf(command)} ${keysOf(command).join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return (
    <section class="key-settings" aria-label="Keys of commands">
      <input
        type="search"
        placeholder={menuText('Search a command or a key')}
        aria-label="Search commands and keys"
        value={sought}
        onInput={(event) => setSought(event.currentTarget.value)}
      />
      <ul>
        {shown.map((command) => (
          <KeyRow key={command.id} command={command} />
        ))}
      </ul>
    </section>
  );
}

function KeyRow({ command }: { command: Command }) {
  const [waiting, setWaiting] = useState(false);
  const title = titleOf(command);
  const keys = keysOf(command);
  const chosen = settings.value.keys;
  const isChosen = chosen[command.id] !== undefined;
  const others = keys.flatMap((key) => commandsWith(key, command).map((other) => titleOf(other)));
  const reset = () => {
    const { [command.id]: _, ...rest } = chosen;
    void changeSettings({ keys: rest });
  };
  const press = (event: KeyboardEvent) => {
    if (!waiting) return;
    const name = keyName(event);
    if (name === null) return;
    event.preventDefault();
    event.stopPropagation();
    setWaiting(false);
    if (name === 'Escape' && command.id !== 'command') return;
    void changeSettings({ keys: { ...chosen, [command.id]: name === 'Delete' ? [] : [name] } });
  };
  return (
    <li>
      <span class="key-title">
        {title}
        {others.length > 0 && <span class="problem-text"> also: {others.join(', ')}</span>}
      </span>
      {isChosen && (
        <button type="button" class="link" onClick={reset}>
          Reset<span class="for-readers"> the key of {title}</span>
        </button>
      )}
      <button
        type="button"
        class="key-button"
        title="Change: press the new key; Delete takes it away, Escape leaves it"
        onClick={() => setWaiting(true)}
        onKeyDown={press}
        onBlur={() => setWaiting(false)}
      >
        {waiting ? (
          'press a key'
        ) : keys.length === 0 ? (
          <span class="facts">none</span>
        ) : (
          keys.slice(0, 2).map((key) => <kbd key={key}>{keyLabel(key)}</kbd>)
        )}
        <span class="for-readers">: change the key of {title}</span>
      </button>
    </li>
  );
}
