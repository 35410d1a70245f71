/**
 * Length-preserving editing of a text: every offset of the result is the same offset of the original. Of
 * Python, this file knows only lines and indentation.
 */

/** A text under length-preserving edits, by UTF-16 unit. */
export class EditText {
  private readonly units: string[];

  constructor(source: string) {
    this.units = source.split('');
  }

  /** Overwrites from `at` with `text`, which must not reach past the end. */
  put(at: number, text: string): void {
    for (let i = 0; i < text.length; i++) this.units[at + i] = text[i]!;
  }

  /** Overwrites a range with spaces. */
  blank(from: number, to: number): void {
    this.units.fill(' ', from, to);
  }

  /** Overwrites a range with spaces but keeps its line breaks. */
  blankText(from: number, to: number): void {
    for (let i = from; i < to; i++) if (this.units[i] !== '\n' && this.units[i] !== '\r') this.units[i] = ' ';
  }

  /**
   * Removes everything on a line before `to` except the first `indentLength` units (its indentation). The
   * indentation moves next to the rest of the line, behind a line break, so that the rest has the same column
   * as before.
   */
  dropPrefix(lineStart: number, indentLength: number, to: number): void {
    const indent = this.units.slice(lineStart, lineStart + indentLength).join('');
    if (to - lineStart <= indentLength) return;
    this.blank(lineStart, to - indentLength - 1);
    this.put(to - indentLength - 1, `\n${indent}`);
  }

  toString(): string {
    return this.units.join('');
  }
}

/** Offset of the start of the line with offset `at`. */
export function lineStartOf(source: string, at: number): number {
  let start = at;
  while (start > 0 && source[start - 1] !== '\n' && source[start - 1] !== '\r') start--;
  return start;
}
