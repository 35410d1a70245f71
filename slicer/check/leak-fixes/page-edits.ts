/** Collects changes of a page's statements and makes the new texts of cells. It knows no leaks. */

import type { CellEdit, Fix } from '../finding.ts';
import { type PageStatement, type Replacement, textWith } from './page-statements.ts';

/**
 * Changes of cells. A statement that shares its lines with others can be neither deleted nor followed; then
 * there are no changes at all.
 */
export class PageEdits {
  readonly #replaced = new Map<string, { readonly source: string; readonly parts: Replacement[] }>();
  #broken = false;

  /** Other text for parts of a statement. */
  replace({ cell }: PageStatement, parts: readonly Replacement[]): void {
    const known = this.#replaced.get(cell.id) ?? { source: cell.source, parts: [] };
    this.#replaced.set(cell.id, known);
    known.parts.push(...parts);
  }

  /** Takes a statement out, with its lines. */
  remove(place: PageStatement): void {
    const { source } = place.cell;
    const [from, to] = this.#linesOf(place);
    this.replace(place, [{ from, to: Math.min(to + 1, source.length), text: '' }]);
  }

  /** Adds lines below a statement. */
  insertAfter(place: PageStatement, lines: readonly string[]): void {
    const [, to] = this.#linesOf(place);
    this.replace(place, [{ from: to, to, text: lines.map((line) => `\n${line}`).join('') }]);
  }

  /** Adds lines above a statement. */
  insertBefore(place: PageStatement, lines: readonly string[]): void {
    const [from] = this.#linesOf(place);
    this.replace(place, [{ from, to: from, text: lines.map((line) => `${line}\n`).join('') }]);
  }

  /** Whether the new text contains a name. */
  writes(name: string): boolean {
    const word = new RegExp(`\\b${name}\\b`);
    return [...this.#replaced.values()].some(({ parts }) => parts.some(({ text }) => word.test(text)));
  }

  /** The fix with the changes; null: they are impossible. */
  fix(title: string): Fix | null {
    if (this.#broken || this.#replaced.size === 0) return null;
    const edits = [...this.#replaced].map(([cell, { source, parts }]): CellEdit => {
      const text = textWith(source, { from: 0, to: source.length }, parts).replace(/\n+$/, '');
      return { cell, source: text.trim() === '' ? null : text };
    });
    return { title, edits };
  }

  /** The lines of a statement, if no other code is on them. */
  #linesOf({ cell: { source }, statement }: PageStatement): readonly [number, number] {
    const from = source.lastIndexOf('\n', statement.from - 1) + 1;
    const end = source.indexOf('\n', statement.to);
    const to = end < 0 ? source.length : end;
    const after = source.slice(statement.to, to).trim();
    if (source.slice(from, statement.from).trim() !== '' || !/^(?:#.*)?$/.test(after)) this.#broken = true;
    return [from, to];
  }
}
