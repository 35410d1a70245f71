/**
 * Parses a cell into its module-level statements, as CPython's `ast` would divide them, also while a person
 * types. It does not resolve names.
 */
import { parser } from '@lezer/python';
import { findGlobalNames } from './global-names.ts';
import { childrenOf, isExpression, type LoweringContext, lowerExpression } from './lower-expression.ts';
import { lowerStatements, type StatementContext } from './lower-statement.ts';
import { LINE_MAGICS, type Magic } from './magics.ts';
import { normalizeCell } from './normalize.ts';
import type { Reading } from './reading.ts';
import { RecentTexts } from './recent-texts.ts';
import type { Expression, Range, Statement } from './syntax.ts';
import type { Token } from './tokens.ts';

/** A module-level statement: the atom of slicing. A line run by a command (`%time a; b`) is one statement. */
export interface CellStatement extends Range {
  /** 1-based lines of the cell, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Source text without surrounding comments; includes decorators and a command before the statement. */
  readonly text: string;
  readonly body: readonly Statement[];
  /** The IPython commands inside. */
  readonly magics: readonly Magic[];
  /** The names that stay inside the statement (`%timeit`); null: its bindings belong to the notebook. */
  readonly isolated: ReadonlySet<string> | null;
  /** The highest certainty of the statement's reads: a command may not run the code, and a word may be a command. */
  readonly certainty: Reading;
}

export interface ParsedCell {
  readonly source: string;
  readonly statements: readonly CellStatement[];
  /** Where the parser had to guess. Empty for correct code; may be empty for wrong code too (the grammar is lenient). */
  readonly errors: readonly Range[];
  /** The cell is no Python of this kernel (`%%bash`): one statement, known only by its first line. */
  readonly opaque: boolean;
  /** Whether the cell nests too deep to be parsed; it has no statements then. */
  readonly isTooDeep: boolean;
}

function lineStartsOf(source: string): number[] {
  const starts = [0];
  for (const found of source.matchAll(/\r\n|\r|\n/g)) starts.push(found.index + found[0].length);
  return starts;
}

/** Index of the last element ≤ value (sorted). */
function lastAtMost(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * A function from an offset to the end of the last token before it. (CPython counts a `;` at the end of a
 * block as part of the block.)
 */
function endFinder(tokens: readonly Token[]): (offset: number) => number {
  const significant = tokens.filter(({ type }) => !/^(?:comment|newline|continuation)$/.test(type));
  const starts = significant.map((token) => token.from);
  return (offset) => significant[lastAtMost(starts, offset - 1)]?.to ?? offset;
}

/** The expression in a text, or null if the text is none. */
function parseExpression(text: string): Expression | null {
  const { text: normalized, original } = normalizeCell(`(${text})`);
  const tree = parser.parse(normalized);
  const statement = tree.topNode.firstChild;
  let broken = statement === null || statement.nextSibling !== null;
  tree.iterate({
    enter: ({ type }) => {
      broken ||= type.isError;
    },
  });
  const value = statement === null ? undefined : childrenOf(statement).find(isExpression);
  if (broken || value === undefined) return null;
  const context: LoweringContext = { original, magics: new Map(), fragments: new Map() };
  return lowerExpression(value, context);
}

/**
 * Whether a cell is one line that may be a command without `%`: a command if its first word is no variable
 * (`pwd`, `ls *.csv`).
 */
function isCommand(source: string): boolean {
  const [, word = ''] = /^\s*(\w+)(?:[ \t]+(?![=,])[^\n]*)?$/.exec(source.trimEnd()) ?? [];
  return LINE_MAGICS.has(word);
}

/** Whether a command surely runs its Python: a command of an extension runs it only if the extension is loaded. */
function runsSurely(command: Magic | null): boolean {
  return command === null || /^(?:time|timeit|prun|capture)$/.test(command.name);
}

/** Recently parsed cells: several analyses visit a text, one after another. */
const parsedCells = new RecentTexts<ParsedCell>();

/** Parses one cell. Never fails. Cells with the same text have the same syntax: its nodes do not tell the cells apart. */
export function parseCell(source: string): ParsedCell {
  return parsedCells.of(source, parseAnew);
}

/** Parses a cell without the cache. Text that nests too deep is one error, because a kernel refuses it as well. */
function parseAnew(source: string): ParsedCell {
  try {
    return parsedCell(source);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const errors = [{ from: 0, to: source.length }];
    return { source, statements: [], errors, opaque: false, isTooDeep: true };
  }
}

function parsedCell(source: string): ParsedCell {
  const cell = normalizeCell(source);
  const tree = parser.parse(cell.text);
  const errors: Range[] = [];
  tree.iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) errors.push({ from, to });
    },
  });
  const magics = new Map<number, Expression>();
  for (const { from, to, expressions, writes, deletes, file, unknownWrites } of cell.magics) {
    const reads = expressions.map(parseExpression).filter((expression) => expression !== null);
    magics.set(from, { type: 'magic', reads, writes, deletes, file, unknownWrites, from, to });
  }
  const fragments = new Map<number, Expression>();
  for (const { from, text } of cell.fragments) {
    const expression = parseExpression(text);
    if (expression !== null) fragments.set(from, expression);
  }
  const { original, tokens } = cell;
  const context: StatementContext = { original, magics, fragments, endOf: endFinder(tokens) };
  const parsed = lowerStatements(childrenOf(tree.topNode), context);

  const lines = lineStartsOf(source);
  const lineOf = (offset: number) => lastAtMost(lines, offset) + 1;
  const groups: { from: number; to: number; body: Statement[]; command: Magic | null }[] = [];
  for (const statement of parsed) {
    const { from } = statement;
    const command = cell.magics.find(
      (magic) => magic.type === 'line' && magic.pythonFrom !== null && magic.from <= from && from < magic.to,
    );
    const last = groups.at(-1);
    if (command !== undefined && last !== undefined && last.command === command) {
      last.body.push(statement);
      last.to = statement.to;
    } else {
      const start = Math.min(from, command?.from ?? from);
      groups.push({ from: start, to: statement.to, body: [statement], command: command ?? null });
    }
  }
  const { cellMagic } = cell;
  const isLine = isCommand(source);
  const isolatedCell = cellMagic?.isolated ? findGlobalNames(parsed).bound : null;
  const statements = groups.map(({ from, to, body, command }): CellStatement => {
    const inside = cell.magics.filter((magic) => magic.from >= from && magic.from < Math.max(to, from + 1));
    const end = Math.max(to, ...inside.map((magic) => magic.to));
    return {
      from,
      to: end,
      startLine: lineOf(from),
      endLine: lineOf(Math.max(from, end - 1)),
      text: source.slice(from, end),
      body,
      magics: inside,
      isolated: isolatedCell ?? (command?.isolated ? findGlobalNames(body).bound : null),
      certainty: isLine ? 'harmless' : runsSurely(command) && runsSurely(cellMagic) ? 'surely' : 'perhaps',
    };
  });
  const opaque = cellMagic?.opaque ?? false;
  return { source, statements, errors: isLine ? [] : errors, opaque, isTooDeep: false };
}
