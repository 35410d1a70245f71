/** A text file in an editor; a Markdown file with its rendered text beside it. */

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { MarkdownView } from '../markdown/markdown-view.tsx';
import { folderOf } from '../workplace/open-documents.ts';
import { DocumentBar } from './document-bar.tsx';
import { OpenText, type TextState } from './open-text.ts';
import { newTextEditor } from './text-editor.ts';

const WORDS: Readonly<Record<TextState, string>> = {
  loading: '',
  saved: 'Saved',
  unsaved: 'Not saved',
  saving: 'Saving …',
  changed: 'Not saved',
  deleted: 'Deleted',
  refused: '',
};

interface TextDocumentProps {
  readonly path: string;
  readonly visible: boolean;
  /** Whether the rendered text is shown beside the editor. */
  readonly preview: boolean;
  readonly switches: ComponentChildren;
}

export function TextDocument({ path, visible, preview, switches }: TextDocumentProps) {
  const [open] = useState(() => new OpenText(path));
  const [shown, setShown] = useState('');
  const [trusted, setTrusted] = useState(false);
  open.path = path;
  useEffect(() => {
    const keep = () => open.keep();
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      open.watch(false);
      open.keep();
    };
  }, []);
  useEffect(() => open.watch(visible), [visible]);
  const state = open.state.value;
  const readOnly = open.readOnly.value;
  return (
    <div class="file-document">
      <DocumentBar path={path} state={readOnly === null ? WORDS[state] : 'Read-only'}>
        {switches}
        {readOnly === null && (
          <button
            type="button"
            class="save-button"
            disabled={state !== 'unsaved' && state !== 'deleted'}
            title="Save (Ctrl+s)"
            onClick={() => void open.save(state === 'deleted')}
          >
            Save
          </button>
        )}
      </DocumentBar>
      <TextBanner open={open} />
      {open.loaded.value !== null && (
        <div class={`text-panes ${preview ? 'with-preview' : ''}`}>
          <Editor open={open} path={path} told={setShown} />
          {preview && (
            <div class="text-preview">
              <MarkdownView
                source={shown}
                base={folderOf(path)}
                trusted={trusted}
                allow={() => setTrusted(true)}
              />
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** What the person has to know or decide about the file on the disk. */
function TextBanner({ open }: { open: OpenText }) {
  const state = open.state.value;
  const name = open.path.split('/').at(-1);
  const problem = open.problem.value;
  if (problem !== null) {
    return (
      <p class="banner banner-bad" role="status">
        <span>{problem}</span>
      </p>
    );
  }
  if (state === 'changed') {
    return (
      <p class="banner" role="status">
        <span>{name} has changed on the disk, and has unsaved text here.</span>
        <button type="button" onClick={() => void open.save(true)}>
          Save mine over it
        </button>
        <button type="button" onClick={() => void open.revert()}>
          Take the one on the disk
        </button>
      </p>
    );
  }
  if (state === 'deleted') {
    return (
      <p class="banner" role="status">
        <span>{name} has been deleted on the disk; Save writes it again.</span>
      </p>
    );
  }
  if (open.readOnly.value === null) return null;
  return (
    <p class="banner" role="status">
      <span>{open.readOnly.value}</span>
    </p>
  );
}

function Editor({ open, path, told }: { open: OpenText; path: string; told: (text: string) => void }) {
  const host = useRef<HTMLDivElement>(null);
  const readOnly = open.readOnly.value !== null;
  useLayoutEffect(() => {
    const editor = newTextEditor({
      parent: host.current!,
      path,
      text: open.loaded.peek() ?? '',
      readOnly,
      shown: () => told(editor.text()),
      changed: () => open.edited(),
      save: () => void open.save(open.state.peek() === 'deleted'),
    });
    open.show(editor);
    told(editor.text());
    return () => {
      open.loaded.value = editor.text();
      editor.remove();
    };
  }, [path, readOnly]);
  return <div class="text-editor" ref={host} />;
}
