/** The differences between variants: cells, outputs and values beside each other. Pure. */

import type { CellId } from '../../../slicer/index.ts';
import { withCount } from '../../documents/index.ts';
import type { Output } from '../../kernel/index.ts';
import type { ComparedCell, ComparedValue, ComparedVariant } from '../messages/variant-messages.ts';
import type { Variant, VariantCell, VariantValue } from './branch.ts';

/** A variant with all outputs and values, also the shown one. */
export type WholeVariant = Omit<Variant, 'undone'>;

/** Each variant with the time of its runs. */
export function comparedVariants(variants: readonly WholeVariant[]): readonly ComparedVariant[] {
  return variants.map(({ number, cells, values }) => {
    const code = cells.filter(({ cell }) => cell.type === 'code');
    const times = code.flatMap(({ ms, isSettled }) => (isSettled && ms !== null ? [ms] : []));
    return {
      number,
      ms: times.length === 0 ? null : times.reduce((sum, ms) => sum + ms, 0),
      late: code.filter(({ isSettled, cell }) => !isSettled && cell.source.trim() !== '').length,
      knowsValues: values !== null,
    };
  });
}

/** The cells whose texts or outputs differ, in their order. */
export function comparedCells(variants: readonly WholeVariant[]): readonly ComparedCell[] {
  const sides = variants.map(({ cells }) => new Map(cells.map((each) => [each.cell.id, each])));
  return joinedOrder(variants.map(({ cells }) => cells.map(({ cell }) => cell.id))).flatMap((id) => {
    const found = sides.map((cells) => cells.get(id) ?? null);
    if (found.every(isEmpty)) return [];
    if (found.every((side) => side !== null && shownOf(side) === shownOf(found[0]!))) return [];
    return [{ cell: id, sides: found.map((side) => side && sideOf(side)) }];
  });
}

/** The values that differ at the end. */
export function comparedValues(variants: readonly WholeVariant[]): readonly ComparedValue[] {
  const known = variants.map(({ values }) => new Map(values?.map((each) => [each.name, each])));
  const names = [...new Set(known.flatMap((values) => [...values.keys()]))].sort();
  const isKnown = variants.map(({ values }) => values !== null);
  return names.flatMap((name) => {
    const found = known.map((values) => values.get(name) ?? null);
    const told = found.filter((_, at) => isKnown[at]);
    if (told.length > 1 && told.every((value) => isSame(value, told[0]!))) return [];
    return [{ name, sides: found.map((value) => value && { type: value.type, text: value.text }) }];
  });
}

/** The cells of all variants in one order: a cell of a later variant follows the cell before it there. */
function joinedOrder(orders: readonly (readonly CellId[])[]): readonly CellId[] {
  const joined: CellId[] = [];
  for (const order of orders) {
    let at = 0;
    for (const id of order) {
      const known = joined.indexOf(id);
      if (known < 0) joined.splice(at, 0, id);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return joined;
}

/** Whether a variant has nothing there: keys that run a cell may add an empty one below. */
function isEmpty(side: VariantCell | null): boolean {
  return (
    side === null ||
    (side.cell.source.trim() === '' && !('outputs' in side.cell && side.cell.outputs.length > 0))
  );
}

/** The compared parts of a cell: the text and the outputs, without the numbers of runs. */
function shownOf({ cell }: VariantCell): string {
  const outputs = cell.type === 'code' ? withCount(cell.outputs, null) : [];
  return JSON.stringify([cell.type, cell.source, outputs]);
}

function sideOf({ cell, isMade, isSettled, ms }: VariantCell): NonNullable<ComparedCell['sides'][number]> {
  const outputs = (cell.type === 'code' ? cell.outputs : []) as readonly Output[];
  return { type: cell.type, source: cell.source, outputs, trusted: isMade, isSettled, ms };
}

function isSame(a: VariantValue | null, b: VariantValue | null): boolean {
  if (a === null || b === null) return a === b;
  if (a.digest !== null && b.digest !== null) return a.digest === b.digest;
  return a.type === b.type && a.text === b.text;
}
