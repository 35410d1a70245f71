/** Formulas in Markdown, as Jupyter knows them: `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and LaTeX environments. Formulas are set elsewhere. */

import type { MarkdownIt } from 'markdown-it';

const OPENINGS: readonly { readonly open: string; readonly close: string; readonly display: boolean }[] = [
  { open: '$$', close: '$$', display: true },
  { open: '$', close: '$', display: false },
  { open: '\\\\(', close: '\\\\)', display: false },
  { open: '\\\\[', close: '\\\\]', display: true },
  { open: '\\(', close: '\\)', display: false },
  { open: '\\[', close: '\\]', display: true },
];

interface Formula {
  readonly end: number;
  readonly tex: string;
  readonly display: boolean;
}

/** Teaches Markdown to leave formulas alone: they become `<span class="math">` with their source as text. */
export function mathRules(markdown: MarkdownIt): void {
  const unclosed = new WeakMap<object, Unclosed>();
  markdown.inline.ruler.before('escape', 'math', (state, silent) => {
    const never = unclosed.get(state) ?? new Map();
    unclosed.set(state, never);
    const found = formulaAt(state.src, state.pos, never);
    if (found === null) return false;
    if (!silent) {
      const token = state.push('math', 'span', 0);
      token.content = found.tex;
      token.meta = { display: found.display };
    }
    state.pos = found.end;
    return true;
  });
  markdown.block.ruler.before(
    'fence',
    'math-block',
    (state, startLine, endLine, silent) => {
      const start = state.bMarks[startLine]! + state.tShift[startLine]!;
      const text = state.src.slice(start, state.eMarks[endLine - 1]);
      if (!/^(\$\$|\\begin\{)/.test(text)) return false;
      const found = formulaAt(text, 0, new Map());
      if (found === null || !/^[ \t]*(\n|$)/.test(text.slice(found.end))) return false;
      if (silent) return true;
      const token = state.push('math', 'div', 0);
      token.block = true;
      token.content = found.tex;
      token.meta = { display: true };
      state.line = startLine + text.slice(0, found.end).split('\n').length;
      return true;
    },
    { alt: ['paragraph'] },
  );
  markdown.renderer.rules.math = (tokens, index) => {
    const { content, meta } = tokens[index]!;
    const kind = meta?.display === true ? 'math display' : 'math';
    return `<span class="${kind}">${markdown.utils.escapeHtml(content)}</span>`;
  };
}

/** Closings missing from a position on, so no opening repeats the search to the end of the text. */
type Unclosed = Map<string, number>;

function formulaAt(text: string, at: number, never: Unclosed): Formula | null {
  const environment = /^\\begin\{([a-zA-Z]+\*?)\}/.exec(text.slice(at, at + 40));
  if (environment !== null) {
    const closing = `\\end{${environment[1]}}`;
    const end = at >= (never.get(closing) ?? Infinity) ? -1 : text.indexOf(closing, at);
    if (end < 0) never.set(closing, Math.min(at, never.get(closing) ?? at));
    return end < 0
      ? null
      : { end: end + closing.length, tex: text.slice(at, end + closing.length), display: true };
  }
  for (const { open, close, display } of OPENINGS) {
    if (!text.startsWith(open, at) || at >= (never.get(close) ?? Infinity)) continue;
    const from = at + open.length;
    // money: `$5 and $6`
    if (open === '$' && /^\s/.test(text.slice(from, from + 1))) return null;
    let end = text.indexOf(close, from);
    while (end > 0 && text[end - 1] === '\\' && close.startsWith('$')) end = text.indexOf(close, end + 1);
    if (end < 0) never.set(close, Math.min(at, never.get(close) ?? at));
    if (end <= from) continue;
    if (open === '$' && (/\s$/.test(text.slice(from, end)) || /^\d/.test(text.slice(end + 1, end + 2))))
      return null;
    return { end: end + close.length, tex: text.slice(from, end), display };
  }
  return null;
}
