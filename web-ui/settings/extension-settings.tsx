/** The extensions of the person, with a switch each. */

import { useEffect, useState } from 'preact/hooks';
import type { ExtensionsAnswer } from '../../runtime/index.ts';
import { listExtensions } from '../files/files-api.ts';
import { menuText } from '../languages/menu-text.ts';
import { changeSettings, settings } from './settings.ts';

/** The list; nothing before the server has answered. */
export function ExtensionSettings() {
  const [found, setFound] = useState<ExtensionsAnswer | null>(null);
  useEffect(() => {
    // (the page says itself that there is no server)
    listExtensions().then(setFound, () => {});
  }, []);
  if (found === null) return null;
  const { folder, extensions } = found;
  const switches = settings.value.extensions;
  return (
    <section class="extension-settings" aria-label={menuText('Extensions')}>
      <h3>{menuText('Extensions')}</h3>
      {extensions.map(({ name }) => (
        <label class="setting" key={name}>
          <span>{name}</span>
          <input
            type="checkbox"
            checked={switches[name] !== false}
            onChange={({ currentTarget }) =>
              void changeSettings({ extensions: { ...switches, [name]: currentTarget.checked } })
            }
          />
        </label>
      ))}
      <p class="facts">
        {extensions.length === 0 && 'There are none. '}Modules in <code>{folder}</code> are extensions; they
        have all rights of this page.
      </p>
    </section>
  );
}
