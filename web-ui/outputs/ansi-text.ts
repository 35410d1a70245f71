/** Text with ANSI colours as elements. The style sheet has the colours, so that they fit light and dark themes. */

import { AnsiUp } from 'ansi_up';
import { terminalText } from '../../slicer/browser.ts';

/** The text as a terminal shows it, as a fragment. */
export function ansiText(text: string): DocumentFragment {
  const shown = terminalText(text);
  const template = document.createElement('template');
  if (!shown.includes('\x1b')) {
    template.content.append(shown);
    return template.content;
  }
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  // escapes everything except colours
  template.innerHTML = byInversion(shown)
    .map(({ part, inverse }) => {
      const html = ansi.ansi_to_html(part);
      return inverse && html !== '' ? `<span class="ansi-inverse">${html}</span>` : html;
    })
    .join('');
  for (const element of template.content.querySelectorAll<HTMLElement>('[style]')) ownColours(element);
  return template.content;
}

/**
 * The text in parts, each with a flag whether foreground and background are swapped, because AnsiUp does not
 * support this.
 */
function byInversion(text: string): { readonly part: string; readonly inverse: boolean }[] {
  const parts: { part: string; inverse: boolean }[] = [];
  let [from, inverse] = [0, false];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  for (const { index, 1: codes } of text.matchAll(/\x1b\[([0-9;]*)m/g)) {
    const next = isInverse(codes!.split(';').map(Number), inverse);
    if (next === inverse) continue;
    parts.push({ part: text.slice(from, index), inverse });
    [from, inverse] = [index, next];
  }
  return [...parts, { part: text.slice(from), inverse }];
}

function isInverse(codes: readonly number[], before: boolean): boolean {
  let inverse = before;
  for (let at = 0; at < codes.length; at += 1) {
    // the number of a colour follows, or its parts
    if (codes[at] === 38 || codes[at] === 48) at += codes[at + 1] === 2 ? 4 : 2;
    else if (codes[at] === 7) inverse = true;
    else if (codes[at] === 0 || codes[at] === 27) inverse = false;
  }
  return inverse;
}

/**
 * Marks elements with a terminal colour, given by number. If only the foreground or only the background is
 * given, the style sheet chooses the other to fit.
 */
function ownColours({ style, classList }: HTMLElement): void {
  const { color, backgroundColor } = style;
  if ((color === '') === (backgroundColor === '')) return;
  if (color !== '') {
    classList.add('ansi-own-fg');
    style.setProperty('--own', color);
    style.color = '';
  } else {
    classList.add('ansi-own-bg');
    style.setProperty('--own', backgroundColor);
    style.backgroundColor = '';
  }
}

/** The text without colours. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
}
