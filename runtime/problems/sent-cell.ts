/** A cell as it is told to where checks run. */

import { checkedNotebook, NOWHERE } from '../checking/index.ts';
import type { Cell } from '../documents/index.ts';
import { detailsOf } from '../query/index.ts';
import type { SentCell } from './check-messages.ts';

/** What checks and contracts take of it. */
export function sentCell(cell: Cell): SentCell {
  const [checked] = checkedNotebook({ path: '', cells: [cell] }, NOWHERE).cells;
  return { checked: checked!, details: detailsOf([cell]).get(cell.id)! };
}
