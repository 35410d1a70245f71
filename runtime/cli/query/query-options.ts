/** The options of `sluice query`. Wrong ones are a SluiceError with exit code 2. */

import { resolve } from 'node:path';
import { RESULT_FORMATS, type ResultFormatName } from '../../query/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { formatOrJson, positive, text, texts } from '../options/option-values.ts';
import { sessionOption } from '../options/source-options.ts';

/** `sluice query`, which runs nothing. */
export interface QueryCommand {
  readonly type: 'query';
  /** Files and folders. */
  readonly sources: readonly string[];
  /** Null: the tables are listed. */
  readonly sql: string | null;
  readonly session?: number;
  /** The Python for reading histories. */
  readonly python?: string;
  readonly effects: readonly string[];
  readonly format: ResultFormatName;
  readonly timeoutMs: number;
}

/** How long a query may take, in seconds. */
const QUERY_SECONDS = 30;

/** The declaration of the command. */
export const QUERY = {
  options: {
    effects: COMMON.effects,
    python: COMMON.python,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    format: { type: 'string' },
    timeout: { type: 'string' },
    tables: { type: 'boolean' },
  },
  help: {
    usage: `sluice query SOURCE… "SQL" [--format table|csv|json] [--timeout SECONDS] [--session N]
sluice query --tables [--format table|csv|json]`,
    does: 'answer questions about notebooks in SQL, without running anything',
    more: `  --format            table (default), csv, json (as --json): an object a row
  --timeout SECONDS   end the query when it has taken so long (30)
  --tables            list the tables and their columns instead
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --session N         which session of a history.sqlite
  --python PATH       the Python that reads it

SOURCE is a notebook, a session (.jsonl), a history.sqlite, or a folder, which is searched for notebooks; the column file says which.
The SQL is SQLite's; a query can only read. Where the log of a session lies beside a notebook, what was observed in its runs is in
the tables too. The tables, with examples: docs/query.md.
Exit code 2: wrong usage, a query that is wrong or takes too long, or a named file that cannot be read.`,
  },
  read(values, positionals): QueryCommand {
    const [python, timeout] = ['python', 'timeout'].map((key) => text(values, key));
    const format = formatOrJson(values, RESULT_FORMATS);
    const sql = values.tables === true ? null : (positionals.at(-1) ?? '');
    const sources = values.tables === true ? positionals : positionals.slice(0, -1);
    if (sql !== null && (sources.length === 0 || sql.trim() === ''))
      throw new SluiceError(
        'sluice query needs a source and a query: sluice query FILE.ipynb "SELECT * FROM cells"; see: sluice help query',
      );
    // (a query may be longer than any name)
    if (sql !== null && /^\S+\.(?:ipynb|py|sqlite3?|jsonl)$/i.test(sql))
      throw new SluiceError('the query comes last, behind the sources');
    if (sources.includes('')) throw new SluiceError('sluice query was given an empty name; name a file');
    return {
      type: 'query',
      sources: sources.map((path) => resolve(path)),
      sql,
      ...sessionOption(values),
      ...(python != null ? { python } : {}),
      effects: texts(values, 'effects').map((file) => resolve(file)),
      format,
      timeoutMs: 1000 * (timeout == null ? QUERY_SECONDS : positive('timeout', timeout)),
    };
  },
} satisfies CommandDeclaration;
