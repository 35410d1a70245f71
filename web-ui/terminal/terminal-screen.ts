/** The screen of a terminal, drawn by xterm.js, and its keys. It does not know the connection. */

import { FitAddon } from '@xterm/addon-fit';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { terminalColours, terminalFont } from './terminal-look.ts';

const SCROLLBACK_LINES = 10_000;

/** As for text on pages. */
const LEAST_CONTRAST = 4.5;

/** Opens links of terminals in a new page, which gets no access to this one. */
function follow(_: MouseEvent, address: string): void {
  if (/^https?:/i.test(address)) window.open(address, '_blank', 'noopener,noreferrer');
}

/** A screen that fills its element. */
export interface TerminalScreen {
  readonly terminal: Terminal;
  /** Takes the present colours, and the size of letters. */
  dress(fontSize: number): void;
  close(): void;
}

/** Draws a screen in `place`. `leave`: where the keys go when the person leaves it by Ctrl+F6. */
export function openScreen(place: HTMLElement, fontSize: number, leave: () => void): TerminalScreen {
  const terminal = new Terminal({
    // for the widths of letters
    allowProposedApi: true,
    fontFamily: terminalFont(place),
    fontSize,
    linkHandler: { activate: follow },
    minimumContrastRatio: LEAST_CONTRAST,
    scrollback: SCROLLBACK_LINES,
    theme: terminalColours(place),
  });
  const fit = new FitAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  terminal.loadAddon(new WebLinksAddon(follow));
  terminal.attachCustomKeyEventHandler((event) => isForShell(event, terminal, leave));
  terminal.open(place);
  const paste = (event: ClipboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    terminal.paste(withoutControls(event.clipboardData?.getData('text/plain') ?? ''));
  };
  // before xterm.js, which pastes all characters
  place.addEventListener('paste', paste, { capture: true });
  fit.fit();
  // (a hidden screen keeps its size)
  const watcher = new ResizeObserver(() => {
    if (place.offsetWidth > 0) fit.fit();
  });
  watcher.observe(place);
  return {
    terminal,
    dress(size) {
      terminal.options.theme = terminalColours(place);
      terminal.options.fontSize = size;
      if (place.offsetWidth > 0) fit.fit();
    },
    close() {
      watcher.disconnect();
      place.removeEventListener('paste', paste, { capture: true });
      terminal.dispose();
    },
  };
}

/** A text to paste without characters that would end the paste, so that the shell would run the rest at once. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, (character) => ('\t\n\r'.includes(character) ? character : ''));
}

/** Whether a key goes to the shell: all do, but for copying and pasting, and the way out. */
function isForShell(event: KeyboardEvent, terminal: Terminal, leave: () => void): boolean {
  if (!event.ctrlKey || event.altKey || event.metaKey) return true;
  const key = event.key.toLowerCase();
  if (key === 'f6') {
    if (event.type === 'keydown') leave();
    return false;
  }
  // the browser pastes
  if (key === 'v') return false;
  // Ctrl+C without a selection interrupts
  if (key !== 'c' || !(terminal.hasSelection() || event.shiftKey)) return true;
  if (event.type === 'keydown') {
    // (Ctrl+Shift+C is another thing of the browser)
    event.preventDefault();
    document.execCommand('copy');
    terminal.clearSelection();
  }
  return false;
}
