/** Files that are dragged within the page, into another folder. */

import { moveFiles } from './files-state.ts';

/** The type of dragged files: their paths, as JSON. */
const DRAGGED = 'application/x-sluice-files';

/** A drag of files begins. */
export function dragFiles(event: DragEvent, paths: readonly string[]): void {
  event.dataTransfer?.setData(DRAGGED, JSON.stringify(paths));
}

/** Whether files of this page are dragged. */
export function hasDragged(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes(DRAGGED) === true;
}

/** Moves dropped files of this page into a folder; leaves other drops to others. */
export function moveDropped(event: DragEvent, folder: string): void {
  const dragged = event.dataTransfer?.getData(DRAGGED) ?? '';
  if (dragged === '') return;
  event.preventDefault();
  event.stopPropagation();
  void moveFiles(JSON.parse(dragged) as string[], folder);
}
