/** A cell in a message to the checking thread. */

import { checkedNotebook, detailsOf, NOWHERE } from '../checking/index.ts';
import type { Cell } from '../documents/index.ts';
import type { SentCell } from './check-messages.ts';

/** The facts for checks and contracts. */
export function sentCell(cell: Cell): SentCell {
  const [checked] = checkedNotebook({ path: '', cells: [cell] }, NOWHERE).cells;
  return { checked: checked!, details: detailsOf([cell]).get(cell.id)! };
}
