/**
 * Comments by which a notebook suppresses findings: `# sluice: ignore[c1]` after code, for its line; on a
 * line of its own, for the cell; `# sluice: ignore-file[t4]`, in a Markdown cell `<!-- sluice:
 * ignore-file[t4] -->`, for the notebook. Without brackets, all findings. Ruff's `# noqa: F401` counts for its
 * line, and `# ruff: noqa: F401` for the notebook, for rules that ruff has too.
 */

import type { Range } from '../static/syntax.ts';
import { lineAt } from '../words/line-at.ts';
import type { CheckedCell } from './facts.ts';

const COMMENT = /(#|<!--)\s*sluice:\s*ignore(-file)?\b(?:\[([\w\s,-]*)\])?/g;
const NOQA = /#\s*((?:ruff|flake8)\s*:\s*)?noqa\b(?:\s*:\s*([A-Z]+\d+(?:[\s,]+[A-Z]+\d+)*))?/gi;

interface Ignore {
  /** Null: all. */
  readonly codes: readonly string[] | null;
  /** Whether the comment is ruff's, and so only for rules that ruff has. */
  readonly isNoqa: boolean;
  /** Null: in the whole notebook. */
  readonly cell: string | null;
  /** From 1; null: in the whole cell. */
  readonly line: number | null;
}

/** The words for a rule in comments, and its code in ruff. */
export interface IgnoredWords {
  isNamed(codes: readonly string[]): boolean;
  readonly alias: string | null;
}

/** The comments of a notebook. */
export class Ignores {
  readonly #ignores: readonly Ignore[];
  readonly #sources: ReadonlyMap<string, string>;

  constructor(cells: readonly CheckedCell[]) {
    this.#ignores = cells.flatMap(ignoresOf);
    this.#sources = new Map(cells.map(({ id, source }) => [id, source]));
  }

  /** Whether a comment suppresses a rule at a range of a cell; null: in the whole cell or notebook. */
  covers(words: IgnoredWords, cell: string | null, at: Range | null): boolean {
    if (this.#ignores.length === 0) return false;
    const source = this.#sources.get(cell ?? '') ?? '';
    return this.#ignores.some((ignore) => {
      if (!isFor(ignore, words)) return false;
      if (ignore.cell === null) return true;
      if (ignore.cell !== cell) return false;
      if (ignore.line === null || at === null) return ignore.line === null;
      const { from, to } = at;
      return lineAt(source, from) <= ignore.line && ignore.line <= lineAt(source, Math.max(from, to - 1));
    });
  }
}

function isFor({ codes, isNoqa }: Ignore, { isNamed, alias }: IgnoredWords): boolean {
  if (!isNoqa) return codes === null || isNamed(codes);
  if (alias === null) return false;
  // (ruff takes a prefix too: `F4`)
  return codes === null || codes.some((code) => alias.startsWith(code.toUpperCase()));
}

function ignoresOf({ id, type, source }: CheckedCell): Ignore[] {
  const own = [...source.matchAll(COMMENT)].map((found): Ignore => {
    const [, , file, list] = found;
    const codes = list === undefined ? null : list.split(/[\s,]+/).filter((code) => code !== '');
    if (file !== undefined) return { codes, isNoqa: false, cell: null, line: null };
    const before = source.slice(0, found.index).split('\n');
    const alone = type !== 'code' || before.at(-1)!.trim() === '';
    return { codes, isNoqa: false, cell: id, line: alone ? null : before.length };
  });
  if (type !== 'code' || !/noqa/i.test(source)) return own;
  const others = [...source.matchAll(NOQA)].map(({ 1: file, 2: list, index }): Ignore => {
    const codes = list?.split(/[\s,]+/) ?? null;
    if (file !== undefined) return { codes, isNoqa: true, cell: null, line: null };
    return { codes, isNoqa: true, cell: id, line: lineAt(source, index) };
  });
  return [...own, ...others];
}
