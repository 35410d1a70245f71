/**
 * Whether a cell shows the same values as before in another form, as other versions of libraries do. It knows
 * no other cells.
 */

import type { ItemVerdict } from './compare.ts';
import type { Explained } from './error-causes.ts';
import type { ComparedCell } from './evidence.ts';
import { type Form, isText } from './shown.ts';

const NUMBERS = /[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/g;
/** The texts of figures. */
const FIGURE = /^<(?:matplotlib\.figure\.)?Figure\b[^>]*>$/;

/** Whether only the form differs, as far as the outputs show. */
export function showsOtherwise(cell: ComparedCell): boolean {
  return differing(cell).every((item) => isPicture(item) || item.item === 'stderr' || hasSameNumbers(item));
}

/**
 * The cause if the form differs: the same numbers in other words, or figures of another size, as after a
 * change in a library.
 */
export function ofForm(cell: ComparedCell): Explained | null {
  const shown = differing(cell);
  const because = (what: string): Explained => ({ cause: 'package-version', why: what });
  if (shown.every(hasSameNumbers))
    return because('the numbers are the same; a library writes them in another form');
  if (shown.length > 0 && shown.every(isOtherFigure))
    return because('a library draws figures in another form or size');
  return null;
}

/** The differing texts, in pairs, without placeholders of pictures. */
export function differingTexts(cell: ComparedCell): readonly (readonly [string, string])[] {
  return cell.items.flatMap(({ status, stored, now }) =>
    status === 'different' ? pairsOf(stored, now) : [],
  );
}

/** The differing items. */
export function differing({ items }: ComparedCell): readonly ItemVerdict[] {
  return items.filter(({ status }) => status !== 'same' && status !== 'normalized');
}

/** Whether an item is a figure with another size, or another text. */
function isOtherFigure({ status, stored, now }: ItemVerdict): boolean {
  if (status !== 'different' || !isPicture({ stored, now })) return false;
  const [before, after] = [stored, now].map((form) => form.get('text/plain') ?? '') as [string, string];
  const named = (text: string) => text.replace(/0x[0-9a-f]+/, '');
  return FIGURE.test(before) && FIGURE.test(after) && named(before) !== named(after);
}

function hasSameNumbers({ status, stored, now }: ItemVerdict): boolean {
  const pairs = status === 'different' ? pairsOf(stored, now) : [];
  return (
    pairs.length > 0 &&
    pairs.every(([before, after]) => {
      const [a, b] = [plain(before), plain(after)];
      return a === b || (numbersOf(a).length > 0 && numbersOf(a).join() === numbersOf(b).join());
    })
  );
}

function isPicture({ stored, now }: Pick<ItemVerdict, 'stored' | 'now'>): boolean {
  return [stored, now].some((form) => [...form.keys()].some((kind) => kind.startsWith('image/')));
}

/** The text without the parts that versions write differently: types, markup. */
function plain(text: string): string {
  return text
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\b(?:float|int|uint|datetime)\d+\b(?:\[\w+\])?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function numbersOf(text: string): readonly string[] {
  return (text.match(NUMBERS) ?? []).map((number) => String(Number(number)));
}

function pairsOf(stored: Form, now: Form): readonly (readonly [string, string])[] {
  if (isPicture({ stored, now })) return [];
  return [...stored].flatMap(([kind, before]) => {
    const after = now.get(kind);
    return after === undefined || after === before || !isText(kind) ? [] : [[before, after] as const];
  });
}
