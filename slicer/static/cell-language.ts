/**
 * Cells in the style of Databricks: the first word is one percent sign and the name of a language, for the
 * whole cell. IPython has no such commands, except `%sql`, which extensions define for one line. This file
 * looks at texts, and loads nothing.
 */

// Unsound: a cell with `%scala`, `%r`, `%sh`, `%fs` or `%md` at its beginning counts as a cell in this language, as in Databricks; where
// a notebook has defined line magics with these names, the Python below them is missed.

/** The first line of such a cell, and its language. Offsets are UTF-16 units of the cell. */
export interface CellLanguage {
  readonly name: string;
  readonly from: number;
  /** The end of the name, and of the line. */
  readonly nameTo: number;
  readonly to: number;
}

const FIRST_LINE =
  /^\s*(%(python|sql|scala|r|sh|fs|md|md-sandbox|markdown)(?![\w.-])[^\S\r\n]*([^\r\n]*))(?:\r\n|\r|\n|$)/;

/** A line that continues SQL: two words in a row are no Python. */
const SQL_LINE =
  /^[ \t]*(?:--|(?:select|from|where|group|order|join|inner|left|right|full|cross|union|having|limit|on|set|values|using|partitioned|insert|create|drop|alter|merge|when|into)\s+[\w"'`*({])/im;

/** Lines of Python that begin like SQL. */
const PYTHON_LINE = /^[ \t]*(?:from[ \t]+[\w.]+[ \t]+import|\w+[ \t]*[=(.[])/i;

/** The language that a cell names; null: the cell is ordinary Python. */
export function readCellLanguage(source: string): CellLanguage | null {
  const found = FIRST_LINE.exec(source);
  if (found === null) return null;
  const [, line, name, args] = found as unknown as [string, string, string, string];
  // `%sql?` asks for help
  if (args.startsWith('?')) return null;
  if (name === 'sql' && args !== '' && !goesOnAsSql(source.slice(found[0].length))) return null;
  const from = found[0].indexOf('%');
  return { name, from, nameTo: from + name.length + 1, to: from + line.length };
}

function goesOnAsSql(rest: string): boolean {
  return rest.split(/\r\n|\r|\n/).some((line) => SQL_LINE.test(line) && !PYTHON_LINE.test(line));
}
