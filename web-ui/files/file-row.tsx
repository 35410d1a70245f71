/** One file in the list, with what can be done to it. */

import { useState } from 'preact/hooks';
import type { FileEntry } from '../../runtime/index.ts';
import { Icon, type IconName } from '../icons.tsx';
import { say } from '../page/notices.ts';
import { addressOf, changeFiles, fetchableAddress, shutDown } from './files-api.ts';
import { NameField } from './name-field.tsx';

const PLACES = { folder: 'tree', notebook: 'notebooks', session: 'sessions', file: 'files' } as const;

/** A row. `attempt` carries out a change, says what went wrong, and loads the list again. */
export function FileRow({
  entry,
  open,
  attempt,
}: {
  entry: FileEntry;
  open: boolean;
  attempt: (action: Promise<unknown>) => unknown;
}) {
  const [renaming, setRenaming] = useState(false);
  const { name, path, type } = entry;
  const address = addressOf(path, PLACES[type]);
  const trash = () =>
    void attempt(changeFiles({ op: 'trash', path }).then(() => say(`${name} is in the trash now`)));
  return (
    <li class={`file ${type} ${open ? 'open' : ''}`}>
      <Icon name={type === 'session' ? 'history' : type} />
      {renaming ? (
        <NameField
          name={name}
          done={(wanted) => {
            setRenaming(false);
            if (wanted !== null) void attempt(changeFiles({ op: 'rename', path, name: wanted }));
          }}
        />
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
