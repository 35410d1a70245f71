/** Turns key presses into commands, depending on where the person is. Text typed into fields is left alone. */

import { asked } from '../page/asking.ts';
import { say } from '../page/notices.ts';
import { hasCommand, NOT_FOLLOWED } from '../page/of-python.ts';
import { overlay } from '../page/page-parts.ts';
import { mode } from '../page/selection.ts';
import { hasNotebookFocus } from '../workplace/open-documents.ts';
import { commandsByKey, firstKeys } from './bound-keys.ts';
import type { Command } from './commands.ts';
import { keyName } from './key-name.ts';

const SEQUENCE_MS = 800;

type KeyFocus = 'command' | 'edit' | 'elsewhere';

let pressed: { readonly key: string; readonly at: number } | null = null;

/** Starts to listen. */
export function listenToKeys(): void {
  // before editors see them
  window.addEventListener('keydown', onKey, { capture: true });
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  if (name === null || asked.peek() !== null) return;
  // a shell has all keys that it can tell from others
  if ((event.target as HTMLElement).closest('.terminal') !== null && !name.startsWith('Ctrl+Shift+')) return;
  // the find bar lets the page be used; what else lies over it does not
  if (overlay.peek() !== null && overlay.peek() !== 'find') return;
  if (overlay.peek() === 'find' && name === 'Escape' && mode.peek() === 'command') overlay.value = null;
  const place = placeOf(event.target as HTMLElement);
  const now = performance.now();
  const pair = pressed !== null && now - pressed.at < SEQUENCE_MS ? `${pressed.key} ${name}` : null;
  pressed = null;
  const found = find(pair, place) ?? find(name, place);
  if (found === null) {
    const isFirst = firstKeys.peek().has(name) && (place === 'command' || name.length > 1);
    if (isFirst && place !== 'elsewhere') {
      pressed = { key: name, at: now };
      event.preventDefault();
    }
    return;
  }
  if (name === 'Escape' && document.querySelector('.cm-tooltip') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  if (hasCommand(found.id)) found.run();
  else say(`${NOT_FOLLOWED}.`);
}

function find(keys: string | null, place: KeyFocus): Command | null {
  // letters are text
  if (keys === null || (place !== 'command' && keys.length === 1)) return null;
  const all = commandsByKey.peek().get(keys) ?? [];
  if (place === 'elsewhere') return all.find(({ where }) => where === 'anywhere') ?? null;
  return all.find(({ where }) => where === place || where === 'both' || where === 'anywhere') ?? null;
}

/** Where keys go: to commands, into a cell's text, or to a field, a button or a document with keys of its own. */
function placeOf(target: HTMLElement): KeyFocus {
  if (!hasNotebookFocus.peek()) return 'elsewhere';
  if (target.closest('.cell-editor') !== null) return mode.peek() === 'edit' ? 'edit' : 'command';
  if (
    target.closest('input, textarea, select, [contenteditable="true"], dialog, .files, .cm-tooltip') !== null
  ) {
    return 'elsewhere';
  }
  const own = target.closest<HTMLElement>('[data-keys]')?.dataset.keys;
  if (own?.split(' ').includes((window.event as KeyboardEvent | undefined)?.key ?? '')) return 'elsewhere';
  if (target.closest('button, a, summary, [role="tab"], [role="menuitem"]') !== null && isPressing()) {
    return 'elsewhere';
  }
  return 'command';

  function isPressing(): boolean {
    const key = (window.event as KeyboardEvent | undefined)?.key;
    return key === 'Enter' || key === ' ';
  }
}
