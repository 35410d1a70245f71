/** The look of terminals: the page's colours, as outputs have them, and its letters. xterm.js wants them as values. */

import type { ITheme } from '@xterm/xterm';
import { capital } from '../../slicer/browser.ts';

const COLOURS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The present colours within an element. */
export function terminalColours(within: HTMLElement): ITheme {
  const probe = document.createElement('span');
  within.append(probe);
  const value = (colour: string): string => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  };
  const ansi = (name: string): string => {
    probe.className = `ansi-${name}-fg`;
    return value('var(--ansi-fg)');
  };
  const named = COLOURS.flatMap((name) => {
    const colour = ansi(name);
    return [
      [name, colour],
      [`bright${capital(name)}`, colour],
    ];
  });
  const text = value('var(--text)');
  const theme: ITheme = {
    ...Object.fromEntries(named),
    background: value('var(--page)'),
    foreground: text,
    cursor: text,
    cursorAccent: value('var(--page)'),
    selectionBackground: value('light-dark(#cfe2f5, #2d4a66)'),
    scrollbarSliderBackground: value('var(--cut)'),
  };
  probe.remove();
  return theme;
}

/** The letters of code within an element. */
export function terminalFont(within: HTMLElement): string {
  return getComputedStyle(within).getPropertyValue('--mono').trim();
}
