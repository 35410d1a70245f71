/** Pasted or dropped pictures in a Markdown cell: they become attachments, and the text refers to them. */

import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { attachPicture } from '../page/attachments.ts';
import { say } from '../page/notices.ts';

/** For the editor of a Markdown cell. */
export function attachedPictures(cell: string): Extension {
  return EditorView.domEventHandlers({
    paste: (event, view) => take(cell, view, event.clipboardData, view.state.selection.main.head),
    drop: (event, view) => {
      const at = view.posAtCoords({ x: event.clientX, y: event.clientY }) ?? view.state.doc.length;
      if (!take(cell, view, event.dataTransfer, at)) return false;
      event.preventDefault();
      return true;
    },
  });
}

function take(cell: string, view: EditorView, data: DataTransfer | null, at: number): boolean {
  const pictures = [...(data?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0) return false;
  void insertAll(cell, view, pictures, at);
  return true;
}

async function insertAll(
  cell: string,
  view: EditorView,
  pictures: readonly File[],
  at: number,
): Promise<void> {
  let place = at;
  for (const picture of pictures) {
    const name = await attachPicture(cell, picture).catch(() => null);
    if (name === null) {
      say(`${picture.name} could not be read`, 'problem');
      continue;
    }
    const insert = `![${name}](attachment:${name})`;
    place = Math.min(place, view.state.doc.length);
    view.dispatch({
      changes: { from: place, insert },
      selection: { anchor: place + insert.length },
      userEvent: 'input.paste',
    });
    place += insert.length;
  }
}
