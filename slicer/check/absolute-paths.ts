/**
 * Absolute paths in a cell's code: in strings, formatted strings and commands with a path. URLs, regular
 * expressions, comments and other texts with an initial slash do not count. This file looks at no disk.
 */

import type { Range } from '../static/syntax.ts';
import type { CodeCell, FoundString } from './facts.ts';

/** A path and its range. */
export interface AbsolutePath {
  readonly text: string;
  readonly at: Range;
  /** The string with the path; null: a command. */
  readonly string: FoundString | null;
}

/** With `\\` or a slash; with a single `\` only if it begins no escape (`x:\n`). */
const WINDOWS = /^[A-Za-z]:(?:\\\\|\/|\\(?![ntrabfvx0uN'"\\]))(?=[^\\/\s])/;
const WINDOWS_RAW = /^[A-Za-z]:[\\/](?=[^\\/\s])/;
/**
 * Folders at the root of a disk in which people and services put files. System folders (/dev, /tmp) are the
 * same everywhere.
 */
const ROOTS =
  /^\/(?:home|Users|mnt|media|content|kaggle|root|srv|opt|Volumes|private|dbfs|FileStore|databricks|scratch|lustre|gpfs|nfs|global|cluster|storage|workspaces?|gdrive|drive)\/[^\s/]/;
/** Any other folder, if the text is surely a path, because it is an argument of a function that opens files. */
const ANY = /^\/(?!(?:dev|proc|sys|tmp|etc|usr|bin|var)(?:\/|$))[\w.~-]+\/[\w .~/{}*-]+$/;
const OPENS =
  /(?:^|\.)(?:open|Path|read_\w+|load\w*|imread|loadtxt|genfromtxt|chdir|listdir|glob|iglob|walk|scandir|to_csv|to_parquet|to_excel|to_pickle|to_json|savefig|save\w*|dump|exists|isfile|isdir|makedirs|mkdir|copy\w*|move|remove|ImageFolder|flow_from_directory|from_pretrained)$/;
/** Calls that search a text with a slash, and open nothing. */
const SEARCHES =
  /(?:^re\.)|\.(?:replace|split|rsplit|startswith|endswith|strip|lstrip|rstrip|removeprefix|find|index|sub|match|search|findall|contains|route|xpath|find_element\w*)$|^print$/;
/** Commands with a path as argument: `%cd /home/me`. */
const COMMAND =
  /^[%!]?\s*(?:cd|run|load|ls|cp|mv|mkdir|cat|unzip|tar|rm|head|tail|wc|python3?|bash|sh)\b(.*)$/;

/** The absolute paths of a cell, in order of its text. */
export function absolutePaths(cell: CodeCell): AbsolutePath[] {
  if (!cell.parsed.opaque && !/\/[\w~]|[A-Za-z]:[\\/]/.test(cell.source)) return [];
  const found: AbsolutePath[] = cell.strings.flatMap((string) => {
    const { text, at, after } = string;
    // `base + '/data/x.csv'` is not absolute; a raw string with the signs of a regular expression is no path
    if (after === '+' || after === '%' || text.includes('\n')) return [];
    const isWindows = (string.raw ? WINDOWS_RAW : WINDOWS).test(text);
    if (string.raw && !isWindows && /\\[dwsbSDW]|\(\?|\[[^\]]*\][+*]/.test(text)) return [];
    const shape = isWindows || ROOTS.test(text);
    if (!shape && !ANY.test(text)) return [];
    const call = enclosingCall(cell, at);
    if (call !== null && SEARCHES.test(call)) return [];
    if (!shape && !(call !== null && OPENS.test(call))) return [];
    if (isOwnStatement(cell, at)) return [];
    return [{ text, at, string }];
  });
  for (const { magics } of cell.parsed.statements) {
    for (const { from, to, type } of magics) {
      if (type !== 'line' && type !== 'shell') continue;
      const args = COMMAND.exec(cell.source.slice(from, to))?.[1] ?? '';
      for (const word of args.matchAll(/(?<=^|[\s'"=])\/[^\s'"]+/g)) {
        const start = to - args.length + word.index;
        if (ROOTS.test(word[0]))
          found.push({ text: word[0], at: { from: start, to: start + word[0].length }, string: null });
      }
    }
  }
  return found.sort((a, b) => a.at.from - b.at.from);
}

/** The path of the innermost call around a range. */
function enclosingCall(cell: CodeCell, { from, to }: Range): string | null {
  const around = cell.calls.filter(({ node }) => node.from < from && node.to > to);
  const inner = around.toSorted((a, b) => a.node.to - a.node.from - (b.node.to - b.node.from))[0];
  return inner?.path ?? null;
}

/** Whether a string is a whole statement, and so only a remark. */
function isOwnStatement(cell: CodeCell, { from, to }: Range): boolean {
  return cell.statements.some(
    (statement) =>
      statement.type === 'expression' &&
      statement.value.type === 'constant' &&
      statement.from <= from &&
      statement.to >= to,
  );
}
