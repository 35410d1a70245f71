/**
 * Removes the prefixes that IPython strips from a pasted cell before a run: a common indentation, and the
 * prompts `>>> ` and `In [1]: `. It does not handle commands (`%`, `!`, `?`): see magics.ts.
 */
import { EditText } from './edit-text.ts';

const CLASSIC = /^(?:>>>|\.\.\.)(?: |$)/;
const IPYTHON = /^(?:In \[\d+\]: | *\.{3,}: ?)/;

function linesOf(source: string): { readonly from: number; readonly text: string }[] {
  const lines: { from: number; text: string }[] = [];
  let from = 0;
  for (const found of source.matchAll(/\r\n|\r|\n/g)) {
    lines.push({ from, text: source.slice(from, found.index) });
    from = found.index + found[0].length;
  }
  lines.push({ from, text: source.slice(from) });
  return lines;
}

/** A line, and the number of units that IPython strips from its start. */
interface Prefixed {
  readonly from: number;
  readonly text: string;
  readonly drop: number;
}

/** The lines of a cell with their stripped prefixes; null: there are none. */
function prefixedLines(source: string): Prefixed[] | null {
  if (!/^\s*(?:[ \t]|>>>|In \[|\.\.\.)/.test(source)) return null;
  const lines = linesOf(source);
  const top = lines.find((line) => line.text.trim() !== '')?.text ?? '';
  const indent = /^[ \t]*/.exec(top)![0];
  const unindented = top.slice(indent.length);
  let prompt: RegExp | null = null;
  if (unindented.startsWith('>>>') && CLASSIC.test(unindented)) prompt = CLASSIC;
  else if (/^In \[/.test(unindented) && IPYTHON.test(unindented)) prompt = IPYTHON;
  if (indent === '' && prompt === null) return null;
  return lines.map(({ from, text }) => {
    if (!text.startsWith(indent)) return { from, text, drop: 0 };
    const found = prompt?.exec(text.slice(indent.length));
    return { from, text, drop: indent.length + (found?.[0].length ?? 0) };
  });
}

/** The same text, same length, with pasted indentation and prompts blanked as IPython would strip them. */
export function blankPrompts(source: string): string {
  const lines = prefixedLines(source);
  if (lines === null) return source;
  const edit = new EditText(source);
  for (const [index, { from, drop }] of lines.entries()) {
    if (drop === 0) continue;
    // A prefix after a backslash is inside a statement, so no line break may be added there.
    if (lines[index - 1]?.text.endsWith('\\')) edit.blank(from, from + drop);
    else edit.dropPrefix(from, 0, from + drop);
  }
  return edit.toString();
}

/** The text that IPython runs: without pasted indentation and prompts. */
export function stripPrompts(source: string): string {
  const lines = prefixedLines(source);
  if (lines === null) return source;
  return lines.map(({ from, drop }, index) => source.slice(from + drop, lines[index + 1]?.from)).join('');
}
