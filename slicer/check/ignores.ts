/**
 * Comments by which a notebook suppresses findings: `# sluice: ignore[c1]` after code, for its line; on a
 * line of its own, for the cell; `# sluice: ignore-file[t4]`, in a Markdown cell `<!-- sluice:
 * ignore-file[t4] -->`, for the notebook. Without brackets, all findings.
 */

import { lineAt } from '../words/line-at.ts';
import { isNamed } from './choose-rules.ts';
import type { CheckedCell } from './facts.ts';
import type { Finding } from './finding.ts';

const COMMENT = /(#|<!--)\s*sluice:\s*ignore(-file)?\b(?:\[([\w\s,-]*)\])?/g;

interface Ignore {
  /** Null: all. */
  readonly codes: readonly string[] | null;
  /** Null: in the whole notebook. */
  readonly cell: string | null;
  /** From 1; null: in the whole cell. */
  readonly line: number | null;
}

/** The findings that no comment suppresses. */
export function withoutIgnored(cells: readonly CheckedCell[], findings: readonly Finding[]): Finding[] {
  const ignores = cells.flatMap(ignoresOf);
  if (ignores.length === 0) return [...findings];
  const sources = new Map(cells.map(({ id, source }) => [id, source]));
  return findings.filter((finding) => {
    const source = sources.get(finding.cell ?? '') ?? '';
    return !ignores.some(({ codes, cell, line }) => {
      if (codes !== null && !isNamed(finding.code, codes)) return false;
      if (cell === null) return true;
      if (cell !== finding.cell) return false;
      if (line === null || finding.at === null) return line === null;
      const { from, to } = finding.at;
      return lineAt(source, from) <= line && line <= lineAt(source, Math.max(from, to - 1));
    });
  });
}

function ignoresOf({ id, type, source }: CheckedCell): Ignore[] {
  return [...source.matchAll(COMMENT)].map((found) => {
    const [, , file, list] = found;
    const codes = list === undefined ? null : list.split(/[\s,]+/).filter((code) => code !== '');
    if (file !== undefined) return { codes, cell: null, line: null };
    const before = source.slice(0, found.index).split('\n');
    const alone = type !== 'code' || before.at(-1)!.trim() === '';
    return { codes, cell: id, line: alone ? null : before.length };
  });
}
