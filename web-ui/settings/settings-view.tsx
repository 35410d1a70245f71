/** The settings over the page. Each change counts at once. */

import type { Settings } from '../../runtime/index.ts';
import { LANGUAGES, type MenuText, menuLanguage, menuText } from '../languages/menu-text.ts';
import { Sheet } from '../sheet.tsx';
import { ExtensionSettings } from './extension-settings.tsx';
import { KeySettings } from './key-settings.tsx';
import { changeSettings, settings, settingsFile } from './settings.ts';

/** The dialog. */
export function SettingsView() {
  return (
    <Sheet kind="settings" title={menuText('Settings')}>
      <div class="settings-body" lang={menuLanguage.value}>
        <Choice
          name="language"
          label="Language of menus"
          options={[...LANGUAGES, ['browser', menuText('As the browser')]]}
        />
        <Choice
          name="theme"
          label="Colours"
          options={[
            ['system', menuText('As the system')],
            ['light', menuText('Light')],
            ['dark', menuText('Dark')],
            ['high-contrast', menuText('High contrast')],
          ]}
        />
        <Amount name="fontSize" label="Size of code" least={8} most={32} />
        <Switch name="wordWrap" label="Wrap long lines of code" />
        <Switch name="lineNumbers" label="Line numbers in cells" />
        <Switch name="autosave" label="Save text files while typing (notebooks always are)" />
        <Switch name="helpWhileTyping" label="Completions and signatures while typing" />
        <Switch name="formatOnSave" label="Format cells when saving (Ctrl+S)" />
        <Switch name="reactive" label="New notebooks are reactive" />
        <Amount
          name="keptHours"
          label="Hours that an idle kernel is kept after Sluice ends"
          least={0}
          most={8760}
        />
        <Switch name="keepResults" label="Keep results of slow cells for later kernels" />
        <Choice
          name="formatter"
          label="Formatter"
          options={[
            ['first', menuText('black, or else ruff')],
            ['black', 'black'],
            ['ruff', 'ruff'],
          ]}
        />
        <ExtensionSettings />
        <Choice
          name="keyboard"
          label="Keys"
          options={[
            ['jupyterlab', menuText('As in JupyterLab')],
            ['vscode', menuText('As in VS Code')],
          ]}
        />
        <KeySettings />
        {settingsFile.value !== '' && (
          <p class="facts">
            The file is <code>{settingsFile.value}</code>.
          </p>
        )}
      </div>
    </Sheet>
  );
}

type Named<Value> = {
  [K in keyof Settings]-?: Required<Settings>[K] extends Value ? K : never;
}[keyof Settings];

function Switch({ name, label }: { name: Named<boolean>; label: MenuText }) {
  return (
    <label class="setting">
      <span>{menuText(label)}</span>
      <input
        type="checkbox"
        checked={settings.value[name]}
        onChange={(event) => void changeSettings({ [name]: event.currentTarget.checked })}
      />
    </label>
  );
}

function Amount({
  name,
  label,
  least,
  most,
}: {
  name: Named<number>;
  label: MenuText;
  least: number;
  most: number;
}) {
  return (
    <label class="setting">
      <span>{menuText(label)}</span>
      <input
        type="number"
        min={least}
        max={most}
        value={settings.value[name]}
        onChange={(event) => {
          const amount = event.currentTarget.valueAsNumber;
          if (amount >= least && amount <= most) void changeSettings({ [name]: amount });
        }}
      />
    </label>
  );
}

function Choice({
  name,
  label,
  options,
}: {
  name: 'theme' | 'language' | 'formatter' | 'keyboard';
  label: MenuText;
  options: readonly (readonly [string, string])[];
}) {
  return (
    <label class="setting">
      <span>{menuText(label)}</span>
      <select
        value={settings.value[name]}
        onChange={(event) => void changeSettings({ [name]: event.currentTarget.value })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
