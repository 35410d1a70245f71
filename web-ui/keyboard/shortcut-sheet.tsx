/** All keys on one sheet. */

import { hasCommand } from '../page/of-python.ts';
import { Sheet } from '../sheet.tsx';
import { keysOf } from './bound-keys.ts';
import { COMMANDS, type Command } from './commands.ts';
import { keyLabel } from './key-name.ts';

const GROUPS: readonly Command['group'][] = ['Run', 'Cells', 'Move', 'Edit', 'View', 'Window', 'Sluice'];

const IN_TEXT: readonly (readonly [string, string])[] = [
  ['Complete; in an indentation or selection: indent', 'Tab'],
  ['What is known of the name; in an indentation or selection: dedent', 'Shift+Tab'],
  ['Comment', 'Ctrl+/'],
  ['Undo, redo in the text', 'Ctrl+z'],
];

export function ShortcutSheet() {
  return (
    <Sheet kind="shortcuts" title="Keyboard" label="Keyboard shortcuts">
      <div class="groups">
        {GROUPS.map((group) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {COMMANDS.filter(
                (command) =>
                  command.group === group &&
                  hasCommand(command.id) &&
                  keysOf(command).length > 0 &&
                  !/^heading-[2-5]/.test(command.id),
              ).map((command) => (
                <Entry key={command.id} title={command.title} keys={keysOf(command)} />
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>In the text</h3>
          <dl>
            {IN_TEXT.map(([title, key]) => (
              <Entry key={key} title={title} keys={[key]} />
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
