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

/** The text that a terminal would show in the end: progress bars print over themselves. In time that grows with the text only. */
export function overwrite(text: string): string {
  if (!/[\r\b]/.test(text)) return text;
  return rubOut(text.replace(/\r\n/g, '\n')).split('\n').map(overprint).join('\n');
}

/** A backspace takes away the character before it, of the same line. */
function rubOut(text: string): string {
  if (!text.includes('\b')) return text;
  const kept: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const last = kept.at(-1);
    if (text[at] !== '\b' || last === undefined || last === '\n' || last === '\b') kept.push(text[at]!);
    else kept.pop();
  }
  return kept.join('');
}

/** What comes after a carriage return covers as much of the line as it is long. */
function overprint(line: string): string {
  return line.split('\r').reduceRight((over, part) => over + part.slice(over.length), '');
}

/** The text without colours. */
export function plainText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  return text.replace(/\x1b\[[0-9;]*[A-Za-z]/g, '');
}
