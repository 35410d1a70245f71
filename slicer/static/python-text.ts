/** A cell's text for readers of plain Python: IPython's commands become expressions; every offset stays. */

import { EditText } from './edit-text.ts';
import { normalizeCell } from './normalize.ts';

/** The text. A cell of another language is blank. */
export function pythonText(source: string): string {
  const { original, tokens, cellMagic } = normalizeCell(source);
  const edit = new EditText(original);
  if (cellMagic !== null) edit.blank(0, cellMagic.opaque ? original.length : cellMagic.to);
  for (const { type, from, to } of cellMagic?.opaque ? [] : tokens) {
    if (type !== 'escape' || (cellMagic !== null && from < cellMagic.to)) continue;
    edit.blank(from, to);
    edit.put(from, '0');
  }
  return edit.toString();
}
