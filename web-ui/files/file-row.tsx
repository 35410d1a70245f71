/** One file in the list, with its actions. */

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FileEntry } from '../../runtime/index.ts';
import { Icon, type IconName } from '../icons.tsx';
import { say } from '../page/notices.ts';
import { addressOf, changeFiles, fetchableAddress, shutDown } from './files-api.ts';
import { NameField } from './name-field.tsx';

const PLACES = { folder: 'tree', notebook: 'notebooks', session: 'sessions', file: 'files' } as const;

/** A row. `attempt` carries out a change, reports failures, loads the list again, and tells whether the change worked. */
export function FileRow({
  entry,
  open,
  attempt,
}: {
  entry: FileEntry;
  open: boolean;
  attempt: (action: Promise<unknown>) => Promise<boolean>;
}) {
  const [renaming, setRenaming] = useState(false);
  const [trashed, setTrashed] = useState(false);
  const { name, path, type } = entry;
  const address = addressOf(path, PLACES[type]);
  // the list is not loaded again: the rows below would move up under the pointer, to be hit by a second click
  const trash = () =>
    changeFiles({ op: 'trash', path }).then(
      () => setTrashed(true),
      (error: Error) => say(error.message, 'problem'),
    );
  const restore = async () => {
    if (await attempt(changeFiles({ op: 'restore', path }))) setTrashed(false);
  };
  const rename = async (wanted: string | null) => {
    if (wanted !== null && !(await attempt(changeFiles({ op: 'rename', path, name: wanted })))) return false;
    setRenaming(false);
    return true;
  };
  if (trashed) return <TrashedRow name={name} restore={restore} />;
  return (
    <li class={`file ${type} ${open ? 'open' : ''}`}>
      <Icon name={type === 'session' ? 'history' : type} />
      {renaming ? (
        <NameField name={name} done={rename} />
      ) : (
        <a href={address} target={type === 'file' ? '_blank' : undefined} rel="noreferrer">
          {name}
        </a>
      )}
      <span class="running">{open ? 'running' : ''}</span>
      <span class="size">{type === 'folder' ? '' : sizeText(entry.size)}</span>
      <time dateTime={new Date(entry.modified).toISOString()}>{timeText(entry.modified)}</time>
      <span class="row-tools">
        {open && <Action icon="power" label={`Shut down ${name}`} run={() => attempt(shutDown(path))} />}
        <Action icon="rename" label={`Rename ${name}`} run={() => setRenaming(true)} />
        <Action
          icon="copy"
          label={`Duplicate ${name}`}
          run={() => attempt(changeFiles({ op: 'duplicate', path }))}
        />
        {type !== 'folder' && (
          <Action icon="download" label={`Download ${name}`} run={() => attempt(download(path))} />
        )}
        <Action icon="trash" label={`Delete ${name}`} run={trash} />
      </span>
    </li>
  );
}

/** Stands for a deleted file, until the list is loaded again. */
function TrashedRow({ name, restore }: { name: string; restore: () => unknown }) {
  const undo = useRef<HTMLButtonElement>(null);
  // the button that had the focus is gone
  useLayoutEffect(() => undo.current?.focus(), []);
  return (
    <li class="file trashed">
      <Icon name="trash" />
      <span role="status">
        {name} is in the trash{' '}
        <button ref={undo} type="button" class="link" onClick={() => void restore()}>
          Undo
        </button>
      </span>
    </li>
  );
}

async function download(path: string): Promise<void> {
  location.assign(`${await fetchableAddress(path)}&download`);
}

function Action({ icon, label, run }: { icon: IconName; label: string; run: () => unknown }) {
  return (
    <button type="button" class="icon" title={label} aria-label={label} onClick={() => void run()}>
      <Icon name={icon} />
    </button>
  );
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function timeText(ms: number): string {
  const date = new Date(ms);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
}
