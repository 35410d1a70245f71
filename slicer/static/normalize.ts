/**
 * Turns a cell's text into Python that @lezer/python parses, with every offset (UTF-16 unit) kept. It finds
 * IPython's commands on the way; it does not parse.
 */
import { EditText, lineStartOf } from './edit-text.ts';
import { fixLine, fixMatchHeader, isLooseDecorator, matchHeaders } from './grammar-gaps.ts';
import { type CellMagic, LINE_MAGICS, type Magic, readCellMagic, readHelp, readMagic } from './magics.ts';
import { blankPrompts } from './prompts.ts';
import { type LogicalLine, logicalLines, type Token, tokenize } from './tokens.ts';

/** A cell ready to be parsed. All texts have the length of the cell's source. */
export interface NormalizedCell {
  /** The text for Lezer. */
  readonly text: string;
  /** The source without prompts and prefixes of commands: the original code at each offset. */
  readonly original: string;
  readonly tokens: readonly Token[];
  readonly magics: readonly Magic[];
  readonly cellMagic: CellMagic | null;
  /**
   * Expressions that the grammar does not allow at their position: `text` has a number at `from`, to be read
   * as this expression.
   */
  readonly fragments: readonly { readonly from: number; readonly text: string }[];
}

/** Commands whose arguments may look like operands. */
const SHELL_WORDS = /^(?:pip|conda|mamba|uv|cd|ls|ll|mkdir|rmdir|rm|cp|mv|cat|man|more|less|env|run)$/;

/** Whether a line is a command without `%`, because it cannot be Python. */
function isAutomagic(source: string, line: LogicalLine): boolean {
  const [first, second] = line.tokens;
  if (first?.type !== 'name' || second === undefined || !LINE_MAGICS.has(first.value)) return false;
  if (second.from === first.to) return false;
  const rest = source.slice(second.from);
  if (/^(?:in|is|and|or|if|not|else|for)\b/.test(rest)) return false;
  if (second.type !== 'op') return true;
  return SHELL_WORDS.test(first.value) && /^(?:\.\.|~|\/[\w.]|--?[A-Za-z])/.test(rest);
}

/** Blanks `%time ` and similar commands, so that only the Python after them is left on the line. */
function uncoverPython(original: string, magic: Magic, isLineStart: boolean): string {
  const edit = new EditText(original);
  const start = lineStartOf(original, magic.from);
  if (isLineStart) edit.dropPrefix(start, magic.from - start, magic.pythonFrom!);
  else edit.blank(magic.from, magic.pythonFrom!);
  return edit.toString();
}

/** Strings become blank strings (the grammar trips over escapes and fields), continued lines one line. */
function blankToken(original: string, token: Token, edit: EditText): void {
  const { from, to, value } = token;
  if (token.type === 'comment' || token.type === 'text') edit.blank(from, to);
  else if (token.type === 'string-start') edit.put(from, value.replace(/t/i, 'f'));
  else if (token.type === 'string') {
    const [start, quote] = /^[A-Za-z]*('''|"""|'|")/.exec(value) as unknown as [string, string];
    const closed = value.length >= start.length + quote.length && value.endsWith(quote);
    edit.put(from, start.replace(/[tf]/gi, 'b').replace(/bb|b[rR]|[rR]b/g, 'rb'));
    edit.blank(from + start.length, closed ? to - quote.length : to);
  } else if (token.type === 'continuation') {
    edit.blank(from, to);
    const start = lineStartOf(original, from);
    const indent = original.slice(start, from);
    if (indent.trim() !== '') return;
    // A line with only a backslash: CPython takes its indentation.
    let end = to;
    while (/[ \t]/.test(original[end] ?? '')) end++;
    edit.blank(start, end);
    edit.put(end - indent.length - 1, `\n${indent}`);
  }
}

/** A form feed resets the column, a byte order mark has none, and a carriage return is a line break. */
function fixWhiteSpace(original: string, edit: EditText): void {
  for (const found of original.matchAll(/\r\n?|^[ \t]*\f|^\ufeff/gm)) {
    const at = found.index + found[0].length - 1;
    if (found[0] === '\r\n') edit.put(found.index, ' \n');
    else edit.put(at, '\n');
  }
}

function opaqueCell(source: string, original: string, cellMagic: CellMagic): NormalizedCell {
  const text = `${source.slice(0, cellMagic.from).replace(/\S/g, ' ')}0`.padEnd(source.length, ' ');
  const from = cellMagic.from;
  const to = from + source.slice(from).trimEnd().length;
  const tokens: Token[] = [{ type: 'escape', from, to, depth: 0, value: source.slice(from, to) }];
  return { text, original, tokens, magics: [{ ...cellMagic, to }], cellMagic, fragments: [] };
}

/**
 * Ends a last line of blanks, or with only a comment, because Lezer would take unfinished blanks for a deeper
 * block.
 */
function endBlankLine(text: string): string {
  return text.replace(/(?<=\n[ \t]*)[ \t]$/, '\n');
}

/** Normalises one cell. Never fails; broken code stays broken at the same offsets. */
export function normalizeCell(source: string): NormalizedCell {
  let original = blankPrompts(source);
  const cellMagic = readCellMagic(original);
  if (cellMagic?.opaque) return opaqueCell(source, original, cellMagic);
  const magics: Magic[] = [];
  if (cellMagic !== null) {
    const edit = new EditText(original);
    if (cellMagic.pythonFrom === null) edit.blank(cellMagic.from, cellMagic.to);
    else edit.dropPrefix(lineStartOf(original, cellMagic.from), 0, cellMagic.pythonFrom);
    original = edit.toString();
  }
  let tokens = tokenize(original);
  // A command may run a line that is a command: `%time !ls`. Each round uncovers one level.
  for (let round = 0; round < 3; round++) {
    const before = original;
    for (const token of tokens) {
      if (token.type !== 'escape') continue;
      const magic = readMagic(token.value, token.from);
      if (magic.pythonFrom === null) continue;
      const isLineStart = original.slice(lineStartOf(original, magic.from), magic.from).trim() === '';
      magics.push(magic);
      original = uncoverPython(original, magic, isLineStart);
    }
    if (original === before) break;
    tokens = tokenize(original);
  }

  const edit = new EditText(original);
  const keep = (magic: Magic) => {
    magics.push(magic);
    edit.blank(magic.from, magic.to);
    edit.put(magic.from, '0');
  };
  if (cellMagic !== null && (cellMagic.writes.length > 0 || cellMagic.expressions.length > 0))
    keep(cellMagic);
  const lines = logicalLines(original, tokens);
  const headers = matchHeaders(lines);
  fixWhiteSpace(original, edit);
  for (const token of tokens) blankToken(original, token, edit);
  const fragments: { from: number; text: string }[] = [];
  for (const line of lines) {
    if (headers.has(line)) fixMatchHeader(line.tokens, edit);
    fixLine(headers.has(line) ? { ...line, tokens: line.tokens.slice(1) } : line, edit);
    if (isLooseDecorator(line)) {
      const [from, to] = [line.tokens[1]!.from, line.tokens.at(-1)!.to];
      fragments.push({ from, text: original.slice(from, to) });
      edit.blank(from, to);
      edit.put(from, '0');
    }
  }
  for (const token of tokens) if (token.type === 'escape') keep(readMagic(token.value, token.from));
  for (const line of lines) {
    const [first, last] = [line.tokens[0]!, line.tokens.at(-1)!];
    if (first.type === 'escape') continue;
    const command = original.slice(first.from, last.to);
    if (last.type === 'op' && last.value === '?' && last.depth === 0) keep(readHelp(command, first.from));
    else if (isAutomagic(original, line)) {
      keep({ ...readMagic(`%${command}`, first.from), to: last.to, pythonFrom: null });
    }
  }
  const text = endBlankLine(edit.toString());
  return { text, original, tokens, magics, cellMagic, fragments };
}
