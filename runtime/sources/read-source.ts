/** The one door to all replayable files: detects the kind of a file and reads it as a session. */
import { readPlainHead } from '../../instrument/index.ts';
import {
  checkPlainFile,
  describeFailure,
  isJsonObject,
  isPercent,
  type Languages,
  parseJson,
  parseNotebook,
  readText,
  toValue,
} from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { listSessions, readHistorySession } from './history-file.ts';
import { fromNotebook } from './notebook-source.ts';
import { parseSessionFile } from './session-file.ts';
import type { SessionList, SourceSession } from './source.ts';

/** How to read a source. */
export interface SourceOptions {
  /** The session of a history file; by default, its sessions are listed. */
  readonly session?: number | undefined;
  /** The Python for history files (its sqlite3 module), called on demand; default `python3`. */
  readonly python?: (() => string | Promise<string>) | undefined;
  /** The languages of notebooks to take; by default Python. */
  readonly languages?: Languages;
}

/** How every SQLite 3 database begins. */
const SQLITE_MAGIC = 'SQLite format 3\0';

/**
 * Reads a notebook, a session file, or (a session of) an IPython history. The content decides the kind; the
 * name decides only if the content is ambiguous. Throws a SluiceError of one line, exit code 2.
 */
export async function readSource(
  path: string,
  options: SourceOptions = {},
): Promise<SourceSession | SessionList> {
  checkPlainFile(path);
  if (isHistory(path)) {
    const { session } = options;
    const python = (await options.python?.()) ?? 'python3';
    return session === undefined ? listSessions(path, python) : readHistorySession(path, session, python);
  }
  if (options.session !== undefined) {
    throw new SluiceError(`--session is for a history.sqlite; ${path} is not an SQLite database`);
  }
  const text = readText(path);
  if (looksLikeSession(text)) return parseSessionFile(text, path);
  if (looksLikeNotebook(text) || isPercent(text) || /\.py$/i.test(path))
    return fromNotebook(parseNotebook(text, path, options.languages));
  if (/\.jsonl$/i.test(path)) return parseSessionFile(text, path);
  if (/\.(?:ipynb|json)$/i.test(path)) return fromNotebook(parseNotebook(text, path, options.languages));
  throw new SluiceError(
    `${path} is neither a notebook (.ipynb, .py with # %%), a session (.jsonl) nor an IPython history.sqlite`,
  );
}

function isHistory(path: string): boolean {
  const head = readHead(path, SQLITE_MAGIC.length);
  if (head === SQLITE_MAGIC) return true;
  if (!/\.(?:sqlite3?|db)$/i.test(path)) return false;
  const state = head === '' ? 'is empty (0 bytes)' : 'is not an SQLite database, or its beginning is damaged';
  throw new SluiceError(`${path} ${state}; restore it from a copy`);
}

function readHead(path: string, length: number): string {
  try {
    return readPlainHead(path, length).toString('latin1');
  } catch (error) {
    throw new SluiceError(`cannot read ${path}: ${describeFailure(error)}`);
  }
}

/** Whether the first line with text is a whole JSON object with a "type", which no notebook has. */
function looksLikeSession(text: string): boolean {
  const first = /\S[^\n]*/.exec(text.replace(/^\ufeff/, ''))?.[0] ?? '';
  if (!first.startsWith('{')) return false;
  const parse = parseJson(first);
  const json = parse.type === 'parsed' ? toValue(parse.root) : null;
  return isJsonObject(json) && 'type' in json && !('cells' in json && 'nbformat' in json);
}

function looksLikeNotebook(text: string): boolean {
  return /^\ufeff?\s*\{/.test(text) && /"(?:nbformat|worksheets)"\s*:/.test(text);
}
