/** Actions for the selected files, as a bar: the way for several files at once, and for touch. */

import { useState } from 'preact/hooks';
import { Icon, type IconName } from '../icons.tsx';
import { menuText } from '../languages/menu-text.ts';
import { folderOf, folderShown } from '../workplace/open-documents.ts';
import {
  downloadFiles,
  duplicateFiles,
  entries,
  listing,
  moveFiles,
  selectedFiles,
  startRenaming,
  trashFiles,
} from './files-state.ts';

/** The bar; nothing without a selection. */
export function FileTools() {
  const [moving, setMoving] = useState(false);
  const paths = entries.value.map(({ path }) => path).filter((path) => selectedFiles.value.has(path));
  if (paths.length === 0) return null;
  return (
    <div class="file-tools" role="toolbar" aria-label="Selected files">
      <span role="status">{paths.length === 1 ? '1 selected' : `${paths.length} selected`}</span>
      {moving ? (
        <Targets
          paths={paths}
          done={() => {
            setMoving(false);
          }}
        />
      ) : (
        <>
          <Action icon="folder" label={menuText('Move to …')} run={() => setMoving(true)} />
          {paths.length === 1 && (
            <Action icon="rename" label={menuText('Rename')} run={() => startRenaming(paths[0]!)} />
          )}
          <Action icon="copy" label={menuText('Duplicate')} run={() => duplicateFiles(paths)} />
          <Action icon="download" label={menuText('Download')} run={() => downloadFiles(paths)} />
          <Action icon="trash" label={menuText('Delete')} run={() => trashFiles(paths)} />
        </>
      )}
      <Action
        icon="close"
        label={menuText('Select none')}
        run={() => {
          setMoving(false);
          selectedFiles.value = new Set();
        }}
      />
    </div>
  );
}

/** The folders that the files can move to: the one above, and those in view. */
function Targets({ paths, done }: { paths: readonly string[]; done: () => void }) {
  const here = folderShown.value;
  const folders = (listing.value?.entries ?? []).filter(
    ({ type, path }) => type === 'folder' && !paths.includes(path),
  );
  const targets = [
    ...(here === '' ? [] : [{ path: folderOf(here), name: menuText('The folder above') }]),
    ...folders.map(({ path, name }) => ({ path, name })),
  ];
  return (
    <select
      aria-label="Move to"
      onChange={(event) => {
        const target = targets[event.currentTarget.selectedIndex - 1];
        done();
        if (target !== undefined) void moveFiles(paths, target.path);
      }}
    >
      <option>{targets.length === 0 ? 'There is no other folder here' : menuText('Move to …')}</option>
      {targets.map(({ path, name }) => (
        <option key={path}>{name}</option>
      ))}
    </select>
  );
}

interface ActionProps {
  readonly icon: IconName;
  readonly label: string;
  /** The keys that do the same. */
  readonly keys?: string;
  readonly tabIndex?: number;
  readonly run: () => unknown;
}

/** A button with an icon. */
export function Action({ icon, label, keys, tabIndex, run }: ActionProps) {
  return (
    <button
      type="button"
      class="icon"
      title={keys === undefined ? label : `${label} (${keys})`}
      aria-label={label}
      tabIndex={tabIndex}
      onClick={() => void run()}
    >
      <Icon name={icon} />
    </button>
  );
}
