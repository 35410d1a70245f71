/** One file in the list, with its actions. */

import { useComputed } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FileEntry } from '../../runtime/index.ts';
import { Icon } from '../icons.tsx';
import {
  FILES,
  filesShown,
  focused,
  folderOf,
  openDocument,
  pathIn,
  toggleFiles,
  wantsFocus,
} from '../workplace/open-documents.ts';
import { dragFiles, hasDragged, moveDropped } from './dragged-files.ts';
import { choose, currentFile, currentPath } from './file-keys.ts';
import { Action } from './file-tools.tsx';
import {
  attempt,
  downloadFiles,
  duplicateFiles,
  goToFolder,
  linkOf,
  renameFile,
  renamingFile,
  restoreFile,
  selectedFiles,
  shutDownNotebook,
  sought,
  startRenaming,
  trashed,
  trashFiles,
} from './files-state.ts';
import { NameField } from './name-field.tsx';

/** A row. `open`: its notebook has a kernel. */
export function FileRow({ entry, open }: { entry: FileEntry; open: boolean }) {
  const [over, setOver] = useState(false);
  const { name, path, type } = entry;
  // Tab leads to one row, the arrow keys to the others
  const tabIndex = useComputed(() => (currentPath.value === path ? 0 : -1)).value;
  const renaming = renamingFile.value === path;
  const isSelected = selectedFiles.value.has(path);
  const rename = async (wanted: string | null) => {
    if (wanted !== null && !(await attempt(renameFile(path, wanted)))) return false;
    renamingFile.value = null;
    currentFile.value = wanted === null ? path : pathIn(folderOf(path), wanted);
    // the field of the name is gone; a click elsewhere has taken the focus already
    if (document.activeElement === document.body) wantsFocus.value = FILES;
    return true;
  };
  if (trashed.value.has(path)) return <TrashedRow name={name} restore={() => restoreFile(path)} />;
  const drag = (event: DragEvent) => {
    dragFiles(event, isSelected ? [...selectedFiles.peek()] : [path]);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    moveDropped(event, path);
  };
  const target = type === 'folder' ? { onDrop: drop, onDragLeave: () => setOver(false) } : {};
  return (
    <li
      class={`file ${type} ${open ? 'open' : ''} ${over ? 'over' : ''} ${isSelected ? 'selected' : ''} ${focused.value === path ? 'shown' : ''}`}
      data-path={path}
      draggable={!renaming}
      onFocusCapture={() => {
        currentFile.value = path;
      }}
      onDragStart={drag}
      onDragOver={(event) => {
        if (type !== 'folder' || !hasDragged(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      {...target}
    >
      <Icon name={type === 'session' ? 'history' : type} />
      {renaming ? (
        <NameField name={name} done={rename} />
      ) : (
        <a
          href={linkOf(entry)}
          title={path}
          tabIndex={tabIndex}
          draggable={false}
          onClick={(event) => follow(event, entry)}
        >
          {sought.value === '' ? name : path}
        </a>
      )}
      <span class="running">{open ? 'running' : ''}</span>
      <span class="size">{type === 'folder' ? '' : sizeText(entry.size)}</span>
      <time dateTime={new Date(entry.modified).toISOString()}>{timeText(entry.modified)}</time>
      <span class="row-tools">
        {open && (
          <Action
            icon="power"
            label={`Shut down ${name}`}
            tabIndex={tabIndex}
            run={() => shutDownNotebook(path)}
          />
        )}
        <Action
          icon="rename"
          label={`Rename ${name}`}
          keys="F2"
          tabIndex={tabIndex}
          run={() => startRenaming(path)}
        />
        <Action
          icon="copy"
          label={`Duplicate ${name}`}
          tabIndex={tabIndex}
          run={() => duplicateFiles([path])}
        />
        <Action
          icon="download"
          label={`Download ${name}`}
          tabIndex={tabIndex}
          run={() => downloadFiles([path])}
        />
        <Action
          icon="trash"
          label={`Delete ${name}`}
          keys="Delete"
          tabIndex={tabIndex}
          run={() => trashFiles([path])}
        />
      </span>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        tabIndex={tabIndex}
        checked={isSelected}
        onClick={(event) => choose(path, event.shiftKey)}
      />
    </li>
  );
}

/** A click on a name: opens the file here; with Ctrl or Shift it selects. */
function follow(event: MouseEvent, { path, type }: FileEntry): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) {
    event.preventDefault();
    choose(path, event.shiftKey);
    return;
  }
  if (type === 'session') return;
  event.preventDefault();
  if (type === 'folder') {
    goToFolder(path);
    currentFile.value = null;
    wantsFocus.value = FILES;
  } else {
    openDocument(path, type === 'notebook');
    // the panel lies over the document
    if (isOver()) toggleFiles();
  }
}

/** Whether the panel of files lies over the documents: in a narrow window. */
function isOver(): boolean {
  return filesShown.peek() && window.innerWidth <= 1000;
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

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  if (bytes < 1_000_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

function timeText(ms: number): string {
  const date = new Date(ms);
  const today = new Date().toDateString() === date.toDateString();
  return today
    ? date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(undefined, { year: 'numeric', month: 'short', day: 'numeric' });
}
