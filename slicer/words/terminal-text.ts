/**
 * The final screen of a terminal after a text that moves the cursor, erases and overwrites, as progress bars
 * do. It draws nothing: colours stay in the text as control sequences. The time is linear in the text.
 */

/** The limits of the cursor to the right and down: a terminal has an edge there. */
const COLUMNS = 200;
const ROWS = 200;

/** A character with the codes of its colour. */
interface Glyph {
  readonly character: string;
  readonly pen: string;
}

/** A position without printed text. */
const BLANK: Glyph = { character: ' ', pen: '' };

// a control sequence, even an incomplete one; an operating system command with its end; another escape; a
// character with its accents
const PARTS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /\x1b\[([0-?]*)[ -/]*([@-~]|$)|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\|$)|\x1b([^[\]]|$)|[^\x1b]\p{M}*/gsu;

/** The text as a terminal shows it: lines without control characters, except colours. */
export function terminalText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  if (!/[\r\b]|\x1b(?!\[[0-9;]*m)/.test(text)) return text;
  const screen = new Screen();
  for (const [part, values, kind, other] of text.replace(/\r\n/g, '\n').matchAll(PARTS)) {
    if (kind !== undefined) screen.control(kind, values!);
    else if (other !== undefined) screen.escape(other);
    else if (!part.startsWith('\x1b')) screen.print(part);
  }
  return screen.text();
}

class Screen {
  /** By row: only printed lines, with holes between printed characters, so that erasing costs no more than printing. */
  #lines = new Map<number, Glyph[]>();
  #height = 1;
  #row = 0;
  #column = 0;
  #pen = new Pen();
  #kept: readonly [row: number, column: number] = [0, 0];

  print(character: string): void {
    switch (character) {
      case '\n':
        this.#to(this.#row + 1, 0);
        return;
      case '\r':
        this.#column = 0;
        return;
      case '\b':
        this.#back();
        return;
      case '\x07':
        return;
      default: {
        const line = this.#lines.get(this.#row) ?? [];
        line[this.#column] = { character, pen: this.#pen.codes };
        this.#lines.set(this.#row, line);
        this.#column += 1;
      }
    }
  }

  /** A control sequence: its kind and its numbers. */
  control(kind: string, values: string): void {
    if (kind === 'm') {
      this.#pen.take(values);
      return;
    }
    const [first = 0, second = 0] = values.split(';').map(Number);
    const count = Math.max(1, first || 0);
    switch (kind) {
      case 'A':
        this.#to(this.#row - count, this.#column);
        break;
      case 'B':
        this.#to(this.#within(this.#row + count), this.#column);
        break;
      case 'C':
        this.#to(this.#row, Math.min(this.#column + count, Math.max(COLUMNS, this.#column)));
        break;
      case 'D':
        this.#to(this.#row, this.#column - count);
        break;
      case 'E':
        this.#to(this.#within(this.#row + count), 0);
        break;
      case 'F':
        this.#to(this.#row - count, 0);
        break;
      case 'G':
        this.#to(this.#row, Math.min(count - 1, COLUMNS));
        break;
      case 'H':
      case 'f':
        this.#to(this.#within(count - 1), Math.min(Math.max(1, second || 0) - 1, COLUMNS));
        break;
      case 'J':
        this.#eraseScreen(first);
        break;
      case 'K':
        this.#eraseLine(first);
        break;
      case 'P':
        this.#line().splice(this.#column, count);
        break;
      case 'X':
        this.#blank(this.#column, this.#column + Math.min(count, COLUMNS));
        break;
      case 's':
        this.#kept = [this.#row, this.#column];
        break;
      case 'u':
        this.#to(...this.#kept);
    }
  }

  /** An escape of one character. */
  escape(kind: string): void {
    if (kind === '7') this.control('s', '');
    if (kind === '8') this.control('u', '');
    if (kind === 'M') this.control('A', '');
  }

  text(): string {
    let pen = '';
    let text = '';
    // empty lines below the cursor existed only for erased text
    while (this.#height - 1 > this.#row && !this.#lines.get(this.#height - 1)?.length) this.#height -= 1;
    for (let row = 0; row < this.#height; row += 1) {
      if (row > 0) text += '\n';
      const line = this.#lines.get(row) ?? [];
      for (let column = 0; column < line.length; column += 1) {
        const place = line[column] ?? BLANK;
        if (place.pen !== pen) {
          // text after a colour may have been printed elsewhere, so each colour starts again
          if (pen !== '') text += '\x1b[0m';
          if (place.pen !== '') text += `\x1b[${place.pen}m`;
          pen = place.pen;
        }
        text += place.character;
      }
    }
    return pen === '' ? text : `${text}\x1b[0m`;
  }

  #line(): Glyph[] {
    return this.#lines.get(this.#row) ?? [];
  }

  #to(row: number, column: number): void {
    this.#row = Math.max(0, row);
    this.#column = Math.max(0, column);
    this.#height = Math.max(this.#height, this.#row + 1);
  }

  /** Sequences, other than ends of lines, do not scroll. */
  #within(row: number): number {
    return Math.min(row, Math.max(this.#height, ROWS) - 1);
  }

  /** At the end of a line a backspace removes the character, as in Jupyter; elsewhere it moves the cursor back. */
  #back(): void {
    if (this.#column === 0) return;
    this.#column -= 1;
    if (this.#line().length === this.#column + 1) this.#line().pop();
  }

  #eraseLine(part: number): void {
    const line = this.#line();
    // a terminal's line is no longer than its edge
    if (part === 1) this.#blank(Math.max(0, this.#column - COLUMNS), this.#column + 1);
    else if (part === 2) line.length = 0;
    else line.length = Math.min(line.length, this.#column);
  }

  /** Erasing only the lines above (part 1) is not supported, because no program uses it. */
  #eraseScreen(part: number): void {
    if (part >= 2) this.#lines = new Map();
    if (part !== 0) return;
    this.#eraseLine(0);
    for (let row = this.#row + 1; row < this.#height; row += 1) this.#lines.delete(row);
    this.#height = this.#row + 1;
  }

  #blank(from: number, to: number): void {
    this.#line().fill(BLANK, from, to);
  }
}

/** The active codes, one for each kind, so that a text with many changes of colour keeps them short. */
class Pen {
  readonly #codes = new Map<string, string>();
  #text = '';

  get codes(): string {
    return this.#text;
  }

  take(values: string): void {
    const codes = values.split(';');
    for (let at = 0; at < codes.length; at += 1) {
      const code = Number(codes[at]);
      const kind = kindOf(code);
      if (code === 0) this.#codes.clear();
      else if (code === 38 || code === 48) {
        // the number of a colour, or its three parts
        const length = codes[at + 1] === '2' ? 5 : 3;
        this.#codes.set(kind, codes.slice(at, at + length).join(';'));
        at += length - 1;
      } else if (isOff(code)) this.#codes.delete(kind);
      else this.#codes.set(kind, String(code));
    }
    this.#text = [...this.#codes.values()].join(';');
  }
}

/** Codes of one kind replace one another. */
function kindOf(code: number): string {
  if ((code >= 30 && code <= 39) || (code >= 90 && code <= 97)) return 'colour';
  if ((code >= 40 && code <= 49) || (code >= 100 && code <= 107)) return 'ground';
  if (code === 2) return 'dim';
  if (code === 1 || code === 21 || code === 22) return 'bold';
  return `style ${code >= 20 && code <= 29 ? code - 20 : code}`;
}

function isOff(code: number): boolean {
  return code === 39 || code === 49 || (code >= 21 && code <= 29) || !(code > 0 && code < 108);
}
