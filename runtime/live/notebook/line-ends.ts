/** The line ends of edited texts: editors write `\n`, and files may have others. */

/** Lines as editors tell them apart. */
export const LINE_END = /\r\n?|\n/;

/** `text`, with `\n` as line ends, with the line ends of `before`; new lines get the usual one. */
export function withLineEnds(text: string, before: string): string {
  if (!before.includes('\r')) return text;
  const old = before.split(LINE_END);
  const ends = before.match(new RegExp(LINE_END, 'g')) ?? [];
  const now = text.split('\n');
  const most = Math.min(old.length, now.length);
  let first = 0;
  while (first < most && old[first] === now[first]) first += 1;
  const shift = old.length - now.length;
  let last = now.length;
  while (last > first && last + shift > first && old[last - 1 + shift] === now[last - 1]) last -= 1;
  return now
    .map((line, at) => {
      if (at === now.length - 1) return line;
      const was = at < first || shift === 0 ? at : at >= last ? at + shift : -1;
      return line + (ends[was] ?? ends[0]!);
    })
    .join('');
}
