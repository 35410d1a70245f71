/** The page: the panel of files, the tabs, and one or two documents. */

import { useSignalEffect } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { CommandPalette } from '../keyboard/command-palette.tsx';
import { ConfirmDialog } from '../notebook/confirm-dialog.tsx';
import { NotebookPage } from '../notebook/notebook-view.tsx';
import { Notices } from '../notebook/notices-view.tsx';
import { asked } from '../page/asking.ts';
import { lazily } from '../page/lazily.tsx';
import { overlay } from '../page/page-parts.ts';
import { notebookName } from '../page/place.ts';
import {
  beside,
  documents,
  filesShown,
  focused,
  folderShown,
  idOf,
  isFramed,
  isNotebook,
  ownNotebook,
  placeOf,
  shown,
  takesFocus,
  unsavedFiles,
} from './open-documents.ts';
import { TabBar } from './tab-bar.tsx';
import { terminalAt, terminalName } from './terminal-place.ts';

const FileBrowser = lazily(async () => (await import('../files/file-browser.tsx')).FileBrowser);
const SettingsView = lazily(async () => (await import('../settings/settings-view.tsx')).SettingsView);
const KernelsView = lazily(async () => (await import('../kernels/kernels-view.tsx')).KernelsView);
const TerminalDocument = lazily(
  async () => (await import('../terminal/terminal-document.tsx')).TerminalDocument,
);
const FileDocument = lazily(async () => (await import('../documents/file-document.tsx')).FileDocument);

/** The whole page. */
export function WorkPlace() {
  useSignalEffect(showAddress);
  useSignalEffect(() => {
    window.onbeforeunload = unsavedFiles.value.size > 0 ? (event) => event.preventDefault() : null;
  });
  const visible = [shown.value, beside.value];
  const seen = useSeen(visible);
  const isAlone = shown.value === null;
  return (
    <div class="work-place">
      {(filesShown.value || isAlone) && !isFramed && <FileBrowser wide={isAlone} />}
      <div
        class={`documents ${beside.value === null ? '' : 'two'}`}
        hidden={isAlone && documents.value.length === 0}
      >
        {!isFramed && <TabBar />}
        <div class="panes">
          {documents.value.map((path) => {
            const side = visible.indexOf(path);
            if (side < 0 && !seen.has(path)) return null;
            return <Pane key={idOf(path)} path={path} side={side} />;
          })}
        </div>
      </div>
      {!visible.includes(ownNotebook.value ?? '') && <Notices />}
      {overlay.value === 'palette' && <CommandPalette />}
      {overlay.value === 'settings' && <SettingsView />}
      {overlay.value === 'kernels' && <KernelsView />}
      {asked.value !== null && <ConfirmDialog {...asked.value} />}
    </div>
  );
}

function Pane({ path, side }: { path: string; side: number }) {
  const take = () => {
    if (side >= 0) focused.value = path;
  };
  const terminal = terminalAt(path);
  return (
    <section
      class={`pane ${focused.value === path ? 'focused' : ''}`}
      aria-label={nameOf(path)}
      hidden={side < 0}
      style={{ order: side }}
      onPointerDownCapture={take}
      onFocusCapture={take}
    >
      {terminal !== null ? (
        <TerminalDocument id={terminal} />
      ) : path === ownNotebook.value ? (
        <NotebookPage />
      ) : isNotebook(path) ? (
        <NotebookFrame path={path} take={take} />
      ) : (
        <FileDocument path={path} visible={side >= 0} />
      )}
    </section>
  );
}

/** A further notebook. `take`: gives it the keys; a press within a frame does not reach the page. */
function NotebookFrame({ path, take }: { path: string; take: () => void }) {
  // the frame follows a renamed file itself
  const [address] = useState(() => placeOf(path));
  const frame = useRef<HTMLIFrameElement>(null);
  useSignalEffect(() => {
    if (takesFocus(path)) frame.current?.focus();
  });
  return (
    <iframe
      ref={frame}
      class="notebook-frame"
      title={path.split('/').at(-1)}
      src={address}
      onLoad={(event) => event.currentTarget.contentWindow?.addEventListener('focus', take)}
    />
  );
}

/** Documents that have been visible: they are drawn when they are visible first, and stay. */
function useSeen(visible: readonly (string | null)[]): ReadonlySet<string> {
  const [seen] = useState(() => new Set<string>());
  for (const path of visible) if (path !== null) seen.add(path);
  return seen;
}

/** The address and the title name the document that has the keys. */
function showAddress(): void {
  const path = focused.value;
  const folder = folderShown.value;
  const name = path === null ? folder.split('/').at(-1) || 'Files' : nameOf(path);
  document.title = `${name} — Sluice`;
  if (placeOf(path) === location.pathname) return;
  window.history.replaceState(
    null,
    '',
    `${placeOf(path)}${path === ownNotebook.peek() ? location.hash : ''}`,
  );
}

function nameOf(path: string): string {
  const terminal = terminalAt(path);
  if (terminal !== null) return terminalName(terminal);
  return isNotebook(path) ? notebookName(path) : path.split('/').at(-1)!;
}
