/**
 * The settings of the person, as signals. The server has the file; a copy in the browser lets a page begin with the right colours. A
 * change counts at once, here and in the other pages of this browser.
 */

import { computed, effect, signal } from '@preact/signals';
import type { Settings } from '../../runtime/index.ts';
import { readSettings, saveSettings } from '../files/files-api.ts';
import { say } from '../page/notices.ts';

const NAME = 'sluice-settings';

/** What counts without a choice of the person. */
const DEFAULTS: Required<Settings> = {
  theme: 'system',
  language: 'en',
  fontSize: 13,
  wordWrap: false,
  lineNumbers: false,
  autosave: false,
  reactive: true,
  keptHours: 24,
  keepResults: false,
  helpWhileTyping: true,
  formatOnSave: false,
  formatter: 'first',
  keyboard: 'jupyterlab',
  extensions: {},
  keys: {},
};

const chosen = signal<Settings>(copyInBrowser());

/** The settings that count. */
export const settings = computed<Required<Settings>>(() => ({ ...DEFAULTS, ...chosen.value }));

export const lineNumbers = computed(() => settings.value.lineNumbers);
export const wordWrap = computed(() => settings.value.wordWrap);

/** The path of the file; empty before the server has told it. */
export const settingsFile = signal('');

/** Changes settings, and saves them. */
export async function changeSettings(changed: Settings): Promise<void> {
  take({ ...chosen.peek(), ...changed });
  try {
    await saveSettings(changed);
  } catch (error) {
    say(`The settings count in this browser only: ${(error as Error).message}`, 'problem');
  }
}

/** Takes the settings of the file, follows changes in other pages, and dresses the page. */
export function followSettings(): void {
  effect(dress);
  window.addEventListener('storage', ({ key }) => {
    if (key === NAME) chosen.value = copyInBrowser();
  });
  readSettings().then(
    ({ settings: saved, file, problem }) => {
      settingsFile.value = file;
      if (problem === null) take(saved);
      else say(problem, 'problem');
    },
    // the page says itself that there is no server
    () => {},
  );
}

function take(now: Settings): void {
  if (JSON.stringify(now) !== JSON.stringify(chosen.peek())) chosen.value = now;
  try {
    localStorage.setItem(NAME, JSON.stringify(now));
  } catch {
    // the next page begins with the defaults, until the server answers
  }
}

function copyInBrowser(): Settings {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? '{}') as Settings;
  } catch {
    return {};
  }
}

/** Sets the colours and the size of letters. */
function dress(): void {
  const { theme, fontSize } = settings.value;
  const root = document.documentElement;
  root.dataset.theme = theme;
  root.style.setProperty('--code-size', `${fontSize}px`);
}
