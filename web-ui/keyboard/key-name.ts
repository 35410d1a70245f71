/** Names of keys as commands are bound to them: `Shift+Enter`, `Ctrl+Shift+-`, `a`, `d d`. On a Mac, Command counts as Ctrl. */

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

const BY_CODE: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Slash: '/',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Space: 'Space',
};

const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock']);

/** The name of the pressed key; null for a modifier alone. */
export function keyName(event: KeyboardEvent): string | null {
  if (MODIFIERS.has(event.key)) return null;
  const ctrl = event.ctrlKey || (IS_MAC && event.metaKey);
  const key = BY_CODE[event.code] ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  return `${ctrl ? 'Ctrl+' : ''}${event.altKey ? 'Alt+' : ''}${event.shiftKey ? 'Shift+' : ''}${key}`;
}

/** A key's name as people read it. */
export function keyLabel(name: string): string {
  const shown = name.replace('ArrowUp', '↑').replace('ArrowDown', '↓').replace('Escape', 'Esc');
  if (!IS_MAC) return shown;
  return shown.replace('Ctrl+', '⌘').replace('Shift+', '⇧').replace('Alt+', '⌥');
}
