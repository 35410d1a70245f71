/** Turns key presses into commands, depending on where the person is. Text typed into fields is left alone. */

import { overlay } from '../page/page-parts.ts';
import { mode } from '../page/selection.ts';
import { hasNotebookFocus } from '../workplace/open-documents.ts';
import { COMMANDS, type Command } from './commands.ts';
import { keyName } from './key-name.ts';

const SEQUENCE_MS = 800;

const byKey = new Map<string, Command[]>();
const firstKeys = new Set<string>();
for (const command of COMMANDS) {
  for (const keys of command.keys) {
    byKey.set(keys, [...(byKey.get(keys) ?? []), command]);
    const [first, second] = keys.split(' ');
    if (second !== undefined) firstKeys.add(first!);
  }
}

let pressed: { readonly key: string; readonly at: number } | null = null;

/** Listens to the keys of the page. */
export function listenToKeys(): void {
  // before editors, which have their own meaning for some of them
  window.addEventListener('keydown', onKey, { capture: true });
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  if (name === null) return;
  // the find bar lets the page be used; what else lies over it does not
  if (overlay.peek() !== null && overlay.peek() !== 'find') return;
  if (overlay.peek() === 'find' && name === 'Escape' && mode.peek() === 'command') overlay.value = null;
  const place = hasNotebookFocus.peek() ? placeOf(event.target as HTMLElement) : null;
  const anywhere = byKey.get(name)?.find(({ where }) => where === 'anywhere');
  if (anywhere !== undefined) {
    event.preventDefault();
    event.stopPropagation();
    anywhere.run();
    return;
  }
  if (place === null) return;
  const now = performance.now();
  const pair = pressed !== null && now - pressed.at < SEQUENCE_MS ? `${pressed.key} ${name}` : null;
  pressed = null;
  const found = find(pair, place) ?? find(name, place);
  if (found === null) {
    if (place === 'command' && firstKeys.has(name)) {
      pressed = { key: name, at: now };
      event.preventDefault();
    }
    return;
  }
  if (name === 'Escape' && document.querySelector('.cm-tooltip') !== null) return;
  event.preventDefault();
  event.stopPropagation();
  found.run();
}

function find(keys: string | null, place: 'command' | 'edit'): Command | null {
  // letters are text
  if (keys === null || (place === 'edit' && keys.length === 1)) return null;
  return byKey.get(keys)?.find(({ where }) => where === 'both' || where === place) ?? null;
}

/** Where keys go: to commands, into a cell's text, or (null) to a field or button with its own keys. */
function placeOf(target: HTMLElement): 'command' | 'edit' | null {
  if (target.closest('.cell-editor') !== null) return mode.peek() === 'edit' ? 'edit' : 'command';
  if (target.closest('input, textarea, select, [contenteditable="true"], dialog') !== null) return null;
  if (target.closest('button, a, summary, [role="tab"], [role="menuitem"]') !== null && isPressing())
    return null;
  return 'command';

  function isPressing(): boolean {
    const key = (window.event as KeyboardEvent | undefined)?.key;
    return key === 'Enter' || key === ' ';
  }
}
