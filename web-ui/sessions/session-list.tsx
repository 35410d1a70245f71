/** The sessions of an IPython history, to choose one of. */

import { useEffect, useState } from 'preact/hooks';
import type { SessionListing } from '../../runtime/index.ts';
import { addressOf, listSessions } from '../files/files-api.ts';
import { SessionPage } from './session-page.tsx';

/** A file with sessions: the session with this number, else their list, or the session if the file is one. */
export function SessionFile({ path, number }: { path: string; number: string | null }) {
  return number === null ? <SessionList path={path} /> : <SessionPage path={path} number={number} />;
}

function SessionList({ path }: { path: string }) {
  const [listing, setListing] = useState<SessionListing | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    listSessions(path).then(setListing, (error: Error) => {
      // JSON lines that are no session
      if (/\.jsonl$/i.test(path)) location.replace(addressOf(path, 'edit'));
      else setFailure(error.message);
    });
  }, [path]);
  const name = path.split('/').at(-1);
  if (failure !== null) {
    return (
      <main class="refused">
        <h1>{name} holds no session</h1>
        <p>{failure}</p>
        <p>
          <a href={addressOf(path, 'files')}>Open it as a file</a> · <a href="/">All files</a>
        </p>
      </main>
    );
  }
  if (listing === null) return <p class="panel-note">Reading {name} …</p>;
  if (listing.kind === 'recorded') return <SessionPage path={path} number={null} />;
  const sessions = listing.sessions.filter(({ executions }) => executions > 0).toReversed();
  return (
    <main class="files sessions">
      <header>
        <h1>{name}</h1>
        <a href="/">All files</a>
      </header>
      {sessions.length === 0 && <p class="panel-note">Nothing was ever run in it.</p>}
      <ul class="file-list">
        {sessions.map(({ session, start, end, executions, remark, preview }) => (
          <li key={session}>
            <a class="session-row" href={`${addressOf(path, 'sessions')}?session=${session}`}>
              <span class="number">{session}</span>
              <span class="preview">
                <code>{preview}</code>
                {remark !== '' && <span class="facts">{remark}</span>}
              </span>
              <span class="facts">{executions === 1 ? '1 run' : `${executions} runs`}</span>
              <time>{timesText(start, end)}</time>
            </a>
          </li>
        ))}
      </ul>
    </main>
  );
}

function timesText(start: string | null, end: string | null): string {
  const from = start?.slice(0, 16) ?? 'time unknown';
  if (end === null) return from;
  return start?.slice(0, 10) === end.slice(0, 10)
    ? `${from} – ${end.slice(11, 16)}`
    : `${from} – ${end.slice(0, 16)}`;
}
