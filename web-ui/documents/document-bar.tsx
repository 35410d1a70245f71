/** The bar above a file: the way to the files, its name, its tools. */

import type { ComponentChildren } from 'preact';
import { downloadFiles } from '../files/files-state.ts';
import { Icon } from '../icons.tsx';
import { toggleFiles } from '../workplace/open-documents.ts';

/** The bar. `state`: a word about the content, such as "Saved". */
export function DocumentBar({
  path,
  state,
  children,
}: {
  path: string;
  state?: string;
  children?: ComponentChildren;
}) {
  return (
    <header class="bar document-bar">
      <button type="button" class="icon" title="Files (Ctrl+b)" aria-label="Files" onClick={toggleFiles}>
        <Icon name="folder" />
      </button>
      <h1 title={path}>{path.split('/').at(-1)}</h1>
      {state !== undefined && (
        <span class="saved" role="status">
          {state}
        </span>
      )}
      <div class="end">
        {children}
        <button
          type="button"
          class="icon"
          title="Download"
          aria-label="Download"
          onClick={() => void downloadFiles([path])}
        >
          <Icon name="download" />
        </button>
      </div>
    </header>
  );
}
