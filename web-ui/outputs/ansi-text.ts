/** Text with ANSI colours as elements. Colours come from the style sheet, so that they fit light and dark. */

import { AnsiUp } from 'ansi_up';
import { terminalText } from './terminal-text.ts';

/** The text as a fragment; as a terminal leaves it. */
export function ansiText(text: string): DocumentFragment {
  const shown = terminalText(text);
  const template = document.createElement('template');
  if (!shown.includes('\x1b')) {
    template.content.append(shown);
    return template.content;
  }
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  // escapes what is not a colour
  template.innerHTML = byInversion(shown)
    .map(({ part, inverse }) => {
      const html = ansi.ansi_to_html(part);
      return inverse && html !== '' ? `<span class="ansi-inverse">${html}</span>` : html;
    })
    .join('');
  for (const element of template.content.querySelectorAll<HTMLElement>('[style]')) ownColours(element);
  return template.content;
}

/** The text in parts, with whether the colours of the text and of what is behind it change places there: AnsiUp does not know that. */
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
    // what follows is the number of a colour, or its parts
    if (codes[at] === 38 || codes[at] === 48) at += codes[at + 1] === 2 ? 4 : 2;
    else if (codes[at] === 7) inverse = true;
    else if (codes[at] === 0 || codes[at] === 27) inverse = false;
  }
  return inverse;
}

/** Colours by number are those of a terminal. Where one is given, but not what it stands on or what stands on it, the style sheet makes it fit. */
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
