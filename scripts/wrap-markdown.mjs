/**
 * Wraps the prose of a Markdown text at 100 characters. Paragraphs without a longer line stay as they are, and so do headings,
 * tables, code and HTML, where Markdown or the content forces the line.
 */

const WIDTH = 100;
/** The beginning of a paragraph, or of an item of a list. */
const ITEM = /^(\s*)(?:[-*+]|\d+[.)])\s+/;
/** A word that would begin something else at the beginning of a line. */
const BEGINS = /^(?:[-*+>|]|\d+[.)]|#+|=+|-+)$/;

/** The text with wrapped lines, and the same meaning. */
export function wrapDocument(text) {
  const wrapped = [];
  let paragraph = [];
  let fence = null;
  const close = () => {
    wrapped.push(...wrapParagraph(paragraph));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (mark !== undefined || fence !== null) {
      close();
      wrapped.push(line);
      if (fence === null) fence = mark;
      else if (mark === fence) fence = null;
    } else if (/^\s*$|^#|^\s*\||^\s*<|^ {4}/.test(line) && !(/^ {4}/.test(line) && paragraph.length > 0)) {
      close();
      wrapped.push(line);
    } else {
      if (ITEM.test(line)) close();
      paragraph.push(line);
    }
  }
  close();
  return wrapped.join('\n');
}

function wrapParagraph(lines) {
  if (lines.every((line) => line.length <= WIDTH)) return lines;
  const item = ITEM.exec(lines[0])?.[0] ?? '';
  const indent = item === '' ? /^\s*/.exec(lines[0])[0] : ' '.repeat(item.length);
  const wrapped = [];
  let current = item === '' ? indent : item;
  let empty = true;
  for (const word of wordsOf(lines.join(' ').slice(item === '' ? indent.length : item.length))) {
    if (!empty && current.length + 1 + word.length > WIDTH && !BEGINS.test(word)) {
      wrapped.push(current);
      current = indent + word;
    } else current += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...wrapped, current];
}

/** Words, in which code and links stay whole where they fit on a line. */
function wordsOf(text) {
  const parts = text.split(/(`+)(.+?)(?<!`)\1(?!`)/);
  let joined = parts[0];
  for (let at = 1; at < parts.length; at += 3) {
    const code = `${parts[at]}${parts[at + 1]}${parts[at]}`;
    joined += (code.length > WIDTH / 2 ? code : code.replaceAll(' ', '\0')) + parts[at + 2];
  }
  const whole = joined.replace(/\[[^\]]*\]\([^)]*\)/g, (link) =>
    link.length > WIDTH / 2 ? link : link.replaceAll(' ', '\0'),
  );
  return whole
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('\0', ' '));
}
