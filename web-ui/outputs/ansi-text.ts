/** Text with ANSI colours as elements. Colours come from the style sheet, so that they fit light and dark. */

import { AnsiUp } from 'ansi_up';

/** The text as a fragment; what a carriage return or a backspace overwrote is left out. */
export function ansiText(text: string): DocumentFragment {
  const shown = overwrite(text);
  const template = document.createElement('template');
  if (!shown.includes('\x1b')) {
    template.content.append(shown);
    return template.content;
  }
  const ansi = new AnsiUp();
  ansi.use_classes = true;
  // escapes what is not a colour
  template.innerHTML = ansi.ansi_to_html(shown);
  return template.content;
}

/** The text that a terminal would show in the end: progress bars print over themselves. */
export function overwrite(text: string): string {
  if (!/[\r\b]/.test(text)) return text;
  let shown = text.replace(/\r\n/g, '\n');
  while (/[^\n\b][\b]/.test(shown)) shown = shown.replace(/[^\n\b][\b]/g, '');
  return shown
    .split('\n')
    .map((line) => {
      const parts = line.split('\r').filter((part) => part !== '');
      return parts.reduce((under, part) => part + under.slice(part.length), '');
    })
    .join('\n');
}

/** The text without colours. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
}
