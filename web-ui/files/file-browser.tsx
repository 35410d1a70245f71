/** The files of the opened folder: open, new, rename, duplicate, delete to the trash, upload, download. */

import { useEffect, useRef, useState } from 'preact/hooks';
import type { FileEntry, FolderListing } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import { Notices } from '../notebook/notices-view.tsx';
import { say } from '../page/notices.ts';
import { FileRow } from './file-row.tsx';
import { addressOf, changeFiles, listFolder, uploadFile } from './files-api.ts';

/** The page of a folder. */
export function FileBrowser({ path }: { path: string }) {
  const [listing, setListing] = useState<FolderListing | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const load = () => listFolder(path).then(setListing, (error: Error) => setFailure(error.message));
  useEffect(() => {
    void load();
    window.addEventListener('focus', load);
    return () => window.removeEventListener('focus', load);
  }, [path]);
  const attempt = (action: Promise<unknown>) =>
    action.then(
      async () => {
        await load();
        return true;
      },
      (error: Error) => {
        say(error.message, 'problem');
        return false;
      },
    );
  const upload = (files: FileList | null | undefined) => {
    for (const file of files ?? [])
      void attempt(uploadFile(path, file).then(() => say(`Uploaded ${file.name}`)));
  };
  const create = () =>
    void attempt(
      changeFiles({ op: 'new-notebook', path }).then((made) => location.assign(addressOf(made, 'notebooks'))),
    );
  const createFolder = () => {
    const name = window.prompt('Name of the new folder', 'New folder');
    if (name !== null) void attempt(changeFiles({ op: 'new-folder', path, name }));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    upload(event.dataTransfer?.files);
  };
  return (
    <main
      class={`files ${over ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <Trail path={path} root={listing?.root ?? ''} />
        <div class="tools">
          <button type="button" class="primary" onClick={create}>
            New notebook
          </button>
          <button type="button" onClick={createFolder}>
            New folder
          </button>
          <button type="button" onClick={() => picker.current?.click()}>
            Upload
          </button>
          <input
            ref={picker}
            type="file"
            multiple
            hidden
            onChange={(event) => upload(event.currentTarget.files)}
          />
        </div>
      </header>
      {failure !== null && <p class="problem-text">{failure}</p>}
      {listing?.entries.length === 0 && (
        <p class="panel-note">Nothing here yet. Drop files here, or make a notebook.</p>
      )}
      <ul class="file-list">
        {listing?.entries.map((entry: FileEntry) => (
          <FileRow
            key={entry.path}
            entry={entry}
            open={listing.open.includes(entry.path)}
            attempt={attempt}
          />
        ))}
      </ul>
      <Notices />
    </main>
  );
}

function Trail({ path, root }: { path: string; root: string }) {
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav class="trail" aria-label="Folder">
      <Icon name="folder" />
      <h1>
        {parts.length === 0 ? root : <a href="/">{root}</a>}
        {parts.map((part, index) => (
          <span key={parts.slice(0, index + 1).join('/')}>
            {' / '}
            {index === parts.length - 1 ? (
              part
            ) : (
              <a href={addressOf(parts.slice(0, index + 1).join('/'), 'tree')}>{part}</a>
            )}
          </span>
        ))}
      </h1>
    </nav>
  );
}
