/** A file of a library over the page, to read: the definition of a name. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { newTextEditor } from '../documents/text-editor.ts';
import { Icon } from '../icons.tsx';
import { useModal } from '../modal.ts';
import { overlay } from '../page/page-parts.ts';
import { shownSource } from '../page/shown-source.ts';
import { wantedLine } from '../workplace/open-documents.ts';

/** The dialog. */
export function SourceView() {
  const dialog = useModal();
  const host = useRef<HTMLDivElement>(null);
  const source = shownSource.value;
  useLayoutEffect(() => {
    if (source === null) return;
    const { path, text, line } = source;
    const nothing = () => {};
    const editor = newTextEditor({
      parent: host.current!,
      path,
      text,
      readOnly: true,
      shown: nothing,
      changed: nothing,
      save: nothing,
    });
    wantedLine.value = { path, line };
    return () => editor.remove();
  }, [source]);
  if (source === null) return null;
  return (
    <dialog
      ref={dialog}
      class="sheet source-view"
      aria-label="Source of a library"
      onClose={() => {
        overlay.value = null;
      }}
    >
      <header>
        <h2 title={source.path}>{source.path.replace(/^.*\/(?:site-packages|python3\.\d+)\//, '')}</h2>
        <span class="panel-note">to read only</span>
        <button
          type="button"
          class="icon"
          aria-label="Close"
          title="Close"
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="source-text text-editor" ref={host} />
    </dialog>
  );
}
