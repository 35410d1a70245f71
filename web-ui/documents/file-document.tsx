/** A file that is no notebook, in the view for its kind: text, table, picture, page, sound or film. */

import { useState } from 'preact/hooks';
import { ContentView } from './content-view.tsx';
import { DocumentBar } from './document-bar.tsx';
import { type FileView, viewsOf } from './file-views.ts';
import { TableDocument } from './table-document.tsx';
import { TextDocument } from './text-document.tsx';

/** The file. `visible`: whether it is in view now. */
export function FileDocument({ path, visible }: { path: string; visible: boolean }) {
  const views = viewsOf(path);
  const [chosen, setChosen] = useState<FileView | null>(null);
  const view = chosen !== null && views.includes(chosen) ? chosen : views[0]!;
  const switches = <ViewSwitches views={views} view={view} choose={setChosen} />;
  if (view === 'table') {
    return (
      <div class="file-document">
        <DocumentBar path={path}>{switches}</DocumentBar>
        <TableDocument path={path} />
      </div>
    );
  }
  if (view === 'text' || view === 'preview') {
    return <TextDocument path={path} visible={visible} preview={view === 'preview'} switches={switches} />;
  }
  return (
    <div class="file-document">
      <DocumentBar path={path}>{switches}</DocumentBar>
      <ContentView path={path} view={view} />
    </div>
  );
}

const LABELS: Readonly<Record<FileView, string>> = {
  text: 'Text',
  preview: 'Preview',
  table: 'Table',
  picture: 'Picture',
  page: 'Page',
  sound: 'Sound',
  film: 'Film',
};

/** The views of a file that has several. */
function ViewSwitches({
  views,
  view,
  choose,
}: {
  views: readonly FileView[];
  view: FileView;
  choose: (view: FileView) => void;
}) {
  if (views.length < 2) return null;
  return (
    <fieldset class="view-switches" aria-label="View">
      {views.map((one) => (
        <button key={one} type="button" aria-pressed={one === view} onClick={() => choose(one)}>
          {LABELS[one]}
        </button>
      ))}
    </fieldset>
  );
}
