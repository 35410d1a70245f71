/** The files of the opened folder, over the whole page or in a panel beside the documents. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../icons.tsx';
import { commandById } from '../keyboard/commands.ts';
import { type MenuText, menuLanguage, menuText } from '../languages/menu-text.ts';
import { newTerminal } from '../terminal/open-terminals.ts';
import {
  FILES,
  folderShown,
  openDocument,
  pathIn,
  takesFocus,
  toggleFiles,
} from '../workplace/open-documents.ts';
import { moveDropped } from './dragged-files.ts';
import { currentPath, goToRow, pressInList } from './file-keys.ts';
import { FileRow } from './file-row.tsx';
import { FileTools } from './file-tools.tsx';
import { addressOf, changeFiles } from './files-api.ts';
import {
  attempt,
  entries,
  failure,
  goToFolder,
  hasMore,
  listing,
  loadFiles,
  type SortKey,
  search,
  sortedBy,
  sortFiles,
  sought,
  uploadFiles,
} from './files-state.ts';
import { NameField } from './name-field.tsx';

/** The kind of a thing that gets its name now. */
type Making = 'new-file' | 'new-folder';

const NAMES: Readonly<Record<Making, string>> = { 'new-file': 'untitled.py', 'new-folder': 'New folder' };

/** The files. `wide`: over the whole page. */
export function FileBrowser({ wide }: { wide: boolean }) {
  const [over, setOver] = useState(false);
  const [making, setMaking] = useState<Making | null>(null);
  const folder = folderShown.value;
  const list = useRef<HTMLUListElement>(null);
  useSignalEffect(() => {
    const path = currentPath.value;
    if (path === null || listing.value?.path !== folderShown.value || !takesFocus(FILES)) return;
    requestAnimationFrame(() => list.current && goToRow(list.current, path));
  });
  useEffect(() => {
    void loadFiles();
    window.addEventListener('focus', loadFiles);
    return () => window.removeEventListener('focus', loadFiles);
  }, [folder]);
  const make = async (name: string | null) => {
    const kind = making!;
    if (name === null || !(await attempt(changeFiles({ op: kind, path: folder, name })))) {
      if (name === null) setMaking(null);
      return name === null;
    }
    setMaking(null);
    if (kind === 'new-file') openDocument(pathIn(folder, name));
    return true;
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void uploadFiles(event.dataTransfer?.files, folder);
  };
  const Place = wide ? 'main' : 'aside';
  return (
    <Place
      class={`files ${wide ? 'wide' : 'panel'} ${over ? 'over' : ''}`}
      aria-label="Files"
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <Trail path={folder} root={listing.value?.root ?? ''} />
        <NewButtons make={setMaking} folder={folder} />
        {!wide && (
          <button
            type="button"
            class="icon close"
            aria-label={menuText('Close')}
            title={menuText('Close')}
            onClick={toggleFiles}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      <SearchField />
      <FileTools />
      {failure.value !== null && <p class="problem-text">{failure.value}</p>}
      {listing.value?.entries.length === 0 && making === null && (
        <p class="panel-note">Nothing here yet. Drop files here, or make a notebook.</p>
      )}
      <SortHeads />
      <ul ref={list} class="file-list" onKeyDown={pressInList}>
        {making !== null && (
          <li class="file">
            <Icon name={making === 'new-file' ? 'file' : 'folder'} />
            {/* the given name counts as it is */}
            <NameField name={NAMES[making]} keeps done={make} />
          </li>
        )}
        {entries.value.map((entry) => (
          <FileRow key={entry.path} entry={entry} open={listing.value?.open.includes(entry.path) === true} />
        ))}
      </ul>
      {sought.value !== '' && entries.value.length === 0 && <p class="panel-note">No file has this name.</p>}
      {hasMore.value && <p class="panel-note">There may be more; give more of the name.</p>}
    </Place>
  );
}

function NewButtons({ make, folder }: { make: (kind: Making) => void; folder: string }) {
  const picker = useRef<HTMLInputElement>(null);
  const newNotebook = async () => {
    await attempt(changeFiles({ op: 'new-notebook', path: folder }).then(openDocument));
  };
  return (
    <div class="tools" lang={menuLanguage.value}>
      <button type="button" class="primary" onClick={() => void newNotebook()}>
        {menuText('New notebook')}
      </button>
      <button type="button" onClick={() => make('new-file')}>
        {menuText('New file')}
      </button>
      <button type="button" onClick={() => make('new-folder')}>
        {menuText('New folder')}
      </button>
      {listing.value?.hasTerminals === true && (
        <button type="button" onClick={() => void newTerminal(folder)}>
          {menuText('New terminal')}
        </button>
      )}
      <button type="button" onClick={() => picker.current?.click()}>
        {menuText('Upload')}
      </button>
      <button type="button" onClick={() => commandById('kernels').run()}>
        {menuText('Kernels')}
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          void uploadFiles(event.currentTarget.files, folder);
          // the same file can be chosen again
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function SearchField() {
  return (
    <input
      type="search"
      class="file-search"
      placeholder={menuText('Search by name')}
      aria-label="Search files by name"
      value={sought.value}
      onInput={(event) => {
        sought.value = event.currentTarget.value;
        void search();
      }}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
        event.preventDefault();
        const row = document.querySelector<HTMLElement>('.file-list .file > a');
        row?.focus();
        if (event.key === 'Enter') row?.click();
      }}
    />
  );
}

const COLUMNS: readonly (readonly [SortKey, MenuText])[] = [
  ['name', 'Name'],
  ['size', 'Size'],
  ['modified', 'Changed'],
];

function SortHeads() {
  const { key: by, descending } = sortedBy.value;
  return (
    <fieldset class="file-heads" aria-label="Order of the files">
      {COLUMNS.map(([key, label]) => (
        <button
          key={key}
          type="button"
          class={`head-${key}`}
          aria-pressed={by === key}
          aria-label={`Sort by ${menuText(label).toLowerCase()}${by === key ? (descending ? ', descending' : ', ascending') : ''}`}
          onClick={() => sortFiles(key)}
        >
          {menuText(label)}
          {by === key && (descending ? ' ↓' : ' ↑')}
        </button>
      ))}
    </fieldset>
  );
}

function Trail({ path, root }: { path: string; root: string }) {
  const parts = path === '' ? [] : path.split('/');
  return (
    <nav class="trail" aria-label="Folder">
      <Icon name="folder" />
      <h1>
        <FolderLink path="" name={root} isLast={parts.length === 0} />
        {parts.map((part, index) => {
          const inner = parts.slice(0, index + 1).join('/');
          return (
            <span key={inner}>
              {' / '}
              <FolderLink path={inner} name={part} isLast={index === parts.length - 1} />
            </span>
          );
        })}
      </h1>
    </nav>
  );
}

/** A folder in the trail; files that are dropped there move into it. */
function FolderLink({ path, name, isLast }: { path: string; name: string; isLast: boolean }) {
  if (isLast) return <>{name}</>;
  return (
    <a
      href={path === '' ? '/' : addressOf(path, 'tree')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goToFolder(path);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => moveDropped(event, path)}
    >
      {name}
    </a>
  );
}
