/**
 * Undoes what IPython strips from a pasted cell before it runs it: a common indentation, `>>> ` and `In [1]: ` prompts.
 * It does not handle commands (`%`, `!`, `?`): see magics.ts.
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

/** The same text, same length, with pasted indentation and prompts blanked as IPython would strip them. */
export function stripPrompts(source: string): string {
  if (!/^\s*(?:[ \t]|>>>|In \[|\.\.\.)/.test(source)) return source;
  const lines = linesOf(source);
  const first = lines.findIndex((line) => line.text.trim() !== '');
  const top = lines[first]?.text ?? '';
  const edit = new EditText(source);
  const indent = /^[ \t]*/.exec(top)![0];
  const unindented = top.slice(indent.length);
  let prompt: RegExp | null = null;
  if (unindented.startsWith('>>>') && CLASSIC.test(unindented)) prompt = CLASSIC;
  else if (/^In \[/.test(unindented) && IPYTHON.test(unindented)) prompt = IPYTHON;
  if (indent === '' && prompt === null) return source;
  for (const [index, line] of lines.entries()) {
    if (!line.text.startsWith(indent)) continue;
    const found = prompt?.exec(line.text.slice(indent.length));
    const drop = indent.length + (found?.[0].length ?? 0);
    if (drop === 0) continue;
    // A prefix after a backslash is inside a statement: no line break may come there.
    if (lines[index - 1]?.text.endsWith('\\')) edit.blank(line.from, line.from + drop);
    else edit.dropPrefix(line.from, 0, line.from + drop);
  }
  return edit.toString();
}
