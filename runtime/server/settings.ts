/** The settings of the person, in a plain file that pages and people edit. Unknown entries of the file stay. */

import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import {
  check,
  flag,
  list,
  MOST_OF_SETTINGS,
  maybe,
  number,
  object,
  readPlainText,
  record,
  type Schema,
  such,
  text,
  word,
} from '../../instrument/index.ts';
import { describeFailure, saveAtomically } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import type { Settings, SettingsAnswer } from './settings-messages.ts';

const size: Schema<number> = such(number, (value) => value >= 8 && value <= 32, 'it is no size from 8 to 32');

export const SETTINGS: Schema<Settings> = object<Settings>({
  theme: maybe(word('system', 'light', 'dark', 'high-contrast')),
  language: maybe(word('en', 'browser', 'de', 'fr', 'es', 'zh-CN', 'ja')),
  fontSize: maybe(size),
  wordWrap: maybe(flag),
  lineNumbers: maybe(flag),
  autosave: maybe(flag),
  reactive: maybe(flag),
  keptHours: maybe(such(number, (hours) => hours >= 0, 'it is no number of hours')),
  keepResults: maybe(flag),
  helpWhileTyping: maybe(flag),
  formatOnSave: maybe(flag),
  formatter: maybe(word('first', 'black', 'ruff')),
  keyboard: maybe(word('jupyterlab', 'vscode')),
  extensions: maybe(record(flag)),
  keys: maybe(record(list(text))),
});

/** The settings; the defaults when the file is missing, or, with a problem, when it cannot be read. */
export function readSettings(file: string): SettingsAnswer {
  try {
    const found = check(SETTINGS, readEntries(file));
    if (found.type === 'ok') return { settings: found.value, file, problem: null };
    return { settings: {}, file, problem: `${file}: ${found.reason}; mend the entry, or delete the file` };
  } catch (error) {
    return { settings: {}, file, problem: (error as SluiceError).message };
  }
}

/** Saves changed settings, and returns all of them. @throws {SluiceError} 2 when the file is damaged or cannot be written. */
export function saveSettings(file: string, changed: Settings): SettingsAnswer {
  const entries = { ...readEntries(file), ...changed };
  mkdirSync(dirname(file), { recursive: true });
  saveAtomically(file, `${JSON.stringify(entries, null, 2)}\n`);
  return readSettings(file);
}

function readEntries(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  let content: string;
  try {
    content = readPlainText(file, MOST_OF_SETTINGS);
  } catch (error) {
    throw new SluiceError(`${file}: ${describeFailure(error)}`);
  }
  try {
    const entries: unknown = JSON.parse(content);
    if (typeof entries === 'object' && entries !== null && !Array.isArray(entries)) {
      return entries as Record<string, unknown>;
    }
  } catch {
    // told below
  }
  throw new SluiceError(`${file} is no JSON object: mend or delete it; until then the defaults count`);
}
