/** All keys on one sheet. */

import { type MenuText, menuText } from '../languages/menu-text.ts';
import { hasCommand } from '../page/of-python.ts';
import { Sheet } from '../sheet.tsx';
import { allCommands, titleOf } from './all-commands.ts';
import { keysOf } from './bound-keys.ts';
import type { Command } from './commands.ts';
import { keyLabel } from './key-name.ts';

const GROUPS: readonly Command['group'][] = [
  'Run',
  'Cells',
  'Move',
  'Edit',
  'View',
  'Window',
  'Sluice',
  'Extensions',
];

const IN_TEXT: readonly (readonly [MenuText, string])[] = [
  ['Complete; in an indentation or selection: indent', 'Tab'],
  ['What is known of the name; in an indentation or selection: dedent', 'Shift+Tab'],
  ['Comment', 'Ctrl+/'],
  ['Undo, redo in the text', 'Ctrl+z'],
];

export function ShortcutSheet() {
  return (
    <Sheet kind="shortcuts" title={menuText('Keyboard')} label={menuText('Keyboard shortcuts')}>
      <div class="groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{menuText(group)}</h3>
            <dl>
              {allCommands.value
                .filter(
                  (command) =>
                    command.group === group &&
                    hasCommand(command.id) &&
                    keysOf(command).length > 0 &&
                    !/^heading-[2-5]/.test(command.id),
                )
                .map((command) => (
                  <Entry key={command.id} title={titleOf(command)} keys={keysOf(command)} />
                ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>{menuText('In the text')}</h3>
          <dl>
            {IN_TEXT.map(([title, key]) => (
              <Entry key={key} title={menuText(title)} keys={[key]} />
            ))}
          </dl>
        </section>
      </div>
    </Sheet>
  );
}

function Entry({ title, keys }: { title: string; keys: readonly string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {keys.slice(0, 2).map((key) => (
          <kbd key={key}>{keyLabel(key)}</kbd>
        ))}
      </dd>
    </div>
  );
}
