/** A cell by the name that an agent gives: its id, or its position among the code cells. */

import { suggest } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import { SluiceError } from '../../words/index.ts';

/** The cell. @throws {SluiceError} 2 if there is none */
export function cellOf(cells: readonly Cell[], name: string): Cell {
  const found = cells.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const code = cells.filter(({ type }) => type === 'code');
  const place = /^\d{1,9}$/.test(name) ? code[Number(name) - 1] : undefined;
  if (place !== undefined) return place;
  const shown = name.slice(0, 100);
  const near = suggest(
    shown,
    cells.map(({ id }) => id),
  );
  throw new SluiceError(
    `there is no cell ${shown}${near}; the code cells have positions 1 to ${code.length}`,
  );
}
