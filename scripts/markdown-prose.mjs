/**
 * Finds the prose of a Markdown text: paragraphs, lists, headings and table cells, without code, addresses of links and HTML. This
 * file judges nothing.
 */

const FENCE = /^\s*(```+|~~~+)/;
const TABLE_RULE = /^\s*\|[\s:|-]+\|\s*$/;

/** The lines of prose, numbered from 1. */
export function proseLines(markdown) {
  return sourceLines(markdown).map(({ line, source }) => ({ line, text: plain(source) }));
}

/** The cells of all tables, as `{line, text}`. */
export function tableCells(markdown) {
  return sourceLines(markdown)
    .filter(({ source }) => /^\s*\|/.test(source) && !TABLE_RULE.test(source))
    .flatMap(({ line, source }) =>
      source
        .trim()
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => ({ line, text: plain(cell) })),
    );
}

/** The lines outside of blocks of code, as they are written. */
export function sourceLines(markdown) {
  let fence = null;
  const lines = [];
  for (const [at, source] of markdown.split('\n').entries()) {
    const mark = FENCE.exec(source)?.[1];
    if (mark !== undefined && (fence === null || mark === fence)) fence = fence === null ? mark : null;
    else if (fence === null) lines.push({ line: at + 1, source });
  }
  return lines;
}

/** The visible words of a line, without code. */
function plain(line) {
  return line
    .replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, ' ')
    .replace(/<!--.*?-->|<[^>]+>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
}
