/**
 * The variants of a notebook in its session log: without long outputs, and signed with the key of this person, because texts and outputs
 * come back from the log into the notebook. It reads no logs.
 */

import {
  asItIs,
  count,
  flag,
  jsonObject,
  list,
  maybe,
  number,
  object,
  orNull,
  type Schema,
  text,
  word,
} from '../../../instrument/index.ts';
import type { CellId } from '../../../slicer/index.ts';
import type { Cell } from '../../documents/index.ts';
import type { JsonValue, Output } from '../../kernel/index.ts';
import { isPersonalSignature, personalSignature } from '../../python/index.ts';
import { outputsSize } from '../pages/clip-outputs.ts';
import type { Branch, Variant, VariantCell, VariantValue } from '../variants/branch.ts';

/** The limit of logged outputs of a cell, in characters. */
const OUTPUT_LENGTH = 200_000;

const PURPOSE = 'variants ';

const BUNDLE = jsonObject<Record<string, JsonValue>>();

const CELL = object({
  type: word('code', 'markdown', 'raw'),
  id: text,
  source: text,
  metadata: BUNDLE,
  attachments: maybe(BUNDLE),
  executionCount: maybe(orNull(count)),
  outputs: maybe(list(BUNDLE)),
}) as unknown as Schema<Cell>;

/** The schema of a logged branch; its signature needs its fields in their order. */
export const BRANCH: Schema<Branch> = asItIs(
  object<Branch>({
    above: list(text),
    shown: count,
    variants: list(
      object<Variant>({
        number: count,
        cells: list(object<VariantCell>({ cell: CELL, isMade: flag, isSettled: flag, ms: orNull(number) })),
        values: orNull(list(object<VariantValue>({ name: text, type: text, text, digest: orNull(text) }))),
        undone: list(list(count)),
      }),
    ),
  }),
);

/** A branch for the log. */
export function loggedBranch(branch: Branch): Branch {
  return withCells(branch, ({ cell, ...rest }) =>
    cell.type === 'code' && outputsSize(cell.outputs as readonly Output[]) > OUTPUT_LENGTH
      ? { cell: { ...cell, outputs: [] }, ...rest }
      : { cell, ...rest },
  );
}

/** A logged branch without the outputs of cells that the person has cleared in the variant shown then. */
export function branchCleared(branch: Branch, cells: readonly CellId[], shown: number): Branch {
  return withCells(branch, (each, number) =>
    number === shown && each.cell.type === 'code' && cells.includes(each.cell.id)
      ? { ...each, cell: { ...each.cell, outputs: [] } }
      : each,
  );
}

export function branchSignature(branch: Branch | null): string {
  return personalSignature(PURPOSE, JSON.stringify(branch));
}

/** Whether this person's Sluice has written the branch. */
export function isSignedBranch(branch: Branch | null, signature: string): boolean {
  return isPersonalSignature(signature, PURPOSE, JSON.stringify(branch));
}

function withCells(branch: Branch, to: (cell: VariantCell, variant: number) => VariantCell): Branch {
  const variants = branch.variants.map((each) => ({
    ...each,
    cells: each.cells.map((cell) => to(cell, each.number)),
  }));
  return { ...branch, variants };
}
