/**
 * Reads IPython's `history.sqlite` through a Python, which has SQLite built in. It never changes the file or
 * its folder (see `read_history.py`).
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  checkJson,
  count,
  findPackageRoot,
  list,
  object,
  only,
  orNull,
  type Schema,
  tagged,
  text,
  whole,
  word,
} from '../../instrument/index.ts';
import { describeFailure } from '../documents/index.ts';
import { SluiceError } from '../words/index.ts';
import { inferCells } from './cell-identity.ts';
import type { HistorySession, HistorySessionInfo, SessionList } from './source.ts';

/** Longer than any history takes; a hanging network file system must not block Sluice. */
const TIMEOUT_MS = 60_000;

/** The output of `read_history.py`. */
type Answer =
  | { readonly type: 'sessions'; readonly sessions: readonly HistorySessionInfo[] }
  | { readonly type: 'session'; readonly info: HistorySessionInfo; readonly sources: readonly string[] }
  | { readonly type: 'unknown-session'; readonly sessions: readonly HistorySessionInfo[] }
  | { readonly type: 'failure'; readonly reason: FailureReason; readonly detail: string };

type FailureReason = 'not-sqlite' | 'corrupt' | 'not-history' | 'busy' | 'unreadable' | 'no-sqlite3';

const INFO: Schema<HistorySessionInfo> = object<HistorySessionInfo>({
  session: whole,
  start: orNull(text),
  end: orNull(text),
  executions: count,
  remark: text,
  preview: text,
});

const ANSWER: Schema<Answer> = tagged<Answer, 'type'>('type', {
  sessions: object<Extract<Answer, { type: 'sessions' }>>({
    type: only('sessions'),
    sessions: list(INFO),
  }),
  session: object<Extract<Answer, { type: 'session' }>>({
    type: only('session'),
    info: INFO,
    sources: list(text),
  }),
  'unknown-session': object<Extract<Answer, { type: 'unknown-session' }>>({
    type: only('unknown-session'),
    sessions: list(INFO),
  }),
  failure: object<Extract<Answer, { type: 'failure' }>>({
    type: only('failure'),
    reason: word('not-sqlite', 'corrupt', 'not-history', 'busy', 'unreadable', 'no-sqlite3'),
    detail: text,
  }),
});

/**
 * Lists the sessions of a history file. `python` is a Python ≥ 3.8 with its sqlite3 module. Throws
 * SluiceErrors.
 */
export async function listSessions(path: string, python: string): Promise<SessionList> {
  const answer = await readHistory(path, python, []);
  if (answer.type !== 'sessions') throw asFailure(path, python, answer);
  return { type: 'session-list', path, sessions: answer.sessions };
}

/** Reads one session of a history file; its inputs become runs of inferred cells. Throws SluiceErrors. */
export async function readHistorySession(
  path: string,
  session: number,
  python: string,
): Promise<HistorySession> {
  const answer = await readHistory(path, python, [String(session)]);
  if (answer.type === 'unknown-session') throw unknownSession(path, session, answer.sessions);
  if (answer.type !== 'session') throw asFailure(path, python, answer);
  const cells = inferCells(answer.sources);
  const events = answer.sources.map((source, i) => ({ type: 'run', cell: cells[i]!, source }) as const);
  return { type: 'session', kind: 'history', path, events, order: [...new Set(cells)], info: answer.info };
}

function unknownSession(path: string, session: number, sessions: readonly HistorySessionInfo[]): SluiceError {
  const used = sessions.filter(({ executions }) => executions > 0);
  if (used.length === 0)
    return new SluiceError(`${path} has no session ${session}: nothing was ever stored in it`);
  const closest = used.reduce((a, b) =>
    Math.abs(b.session - session) < Math.abs(a.session - session) ? b : a,
  );
  const numbers = used.map((info) => info.session);
  const range = numbers.length > 12 ? `${numbers[0]} to ${numbers.at(-1)}` : numbers.join(', ');
  return new SluiceError(
    `${path} has no session ${session}; the nearest is ${closest.session}` +
      ` ("${closest.preview}"); choose one with --session N (there is ${range})`,
  );
}

function asFailure(path: string, python: string, answer: Answer): SluiceError {
  if (answer.type !== 'failure')
    return new SluiceError(`cannot read ${path}: ${python} answered out of turn`);
  const words: Record<FailureReason, string> = {
    'not-sqlite': `${path} is not an SQLite database, or its beginning is damaged; restore it from a copy`,
    corrupt: `${path} is corrupt (${answer.detail}); restore it from a copy, or try: sqlite3 FILE .recover`,
    'not-history': `${path} is an SQLite database but not an IPython history: it has no table "history"`,
    busy: `${path} is being written all the time; try again, or copy it first`,
    unreadable: `cannot read ${path}: ${answer.detail}`,
    'no-sqlite3': `${python} has no sqlite3 module, which reads ${path}; name another Python with --python PATH`,
  };
  return new SluiceError(words[answer.reason]);
}

/** Runs the script. Its whole answer is one line of JSON on standard output. */
async function readHistory(path: string, python: string, args: readonly string[]): Promise<Answer> {
  const { status, output, errors } = await runScript(path, python, args);
  if (status === 'timeout') {
    throw new SluiceError(
      `cannot read ${path}: no answer within ${TIMEOUT_MS / 1000} s; copy it to a local disk first`,
    );
  }
  const found = checkJson(ANSWER, output);
  if (found.type === 'ok') return found.value;
  const last = errors.trim().split('\n').at(-1) || `exit status ${status}`;
  throw new SluiceError(
    `cannot read ${path} with ${python}: ${last}; name another Python with --python PATH`,
  );
}

interface Finished {
  readonly status: number | string;
  readonly output: string;
  readonly errors: string;
}

function runScript(path: string, python: string, args: readonly string[]): Promise<Finished> {
  return new Promise((resolve, reject) => {
    // -I: neither the user's environment variables nor a `sqlite3.py` in the working directory may interfere.
    const child = spawn(
      python,
      ['-I', '-S', join(findPackageRoot(), 'runtime', 'sources', 'read_history.py'), path, ...args],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      // The script gets time to remove its private copy.
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 2000).unref();
    }, TIMEOUT_MS);
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', (error) => {
      clearTimeout(timer);
      const reason = describeFailure(error);
      reject(new SluiceError(`cannot run ${python}, needed to read ${path}: ${reason} (--python PATH)`));
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const status = timedOut ? 'timeout' : (code ?? String(signal));
      resolve({ status, output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString() });
    });
  });
}
