/** Differing outputs, shortened for a line of results and for a page. It decides nothing. */

import { type ComparedCell, type Difference, isText, type OutputPart, PIECE } from '../../../slicer/index.ts';

const TEXT = 2_000;
const PICTURE = 300_000;
const ITEMS = 10;

/** The differences of a compared cell; `pictures`: including the pictures themselves. */
export function differencesOf({ items, status }: ComparedCell, pictures: boolean): readonly Difference[] {
  if (status === 'missing' || status === 'unstored') return [];
  const differing = items.filter((item) => item.status !== 'same' && item.status !== 'normalized');
  return differing.slice(0, ITEMS).map(({ item, status: found, stored, now }) => ({
    item,
    status: found,
    stored: partsOf(stored, pictures),
    now: partsOf(now, pictures),
  }));
}

function partsOf(form: ReadonlyMap<string, string>, pictures: boolean): readonly OutputPart[] {
  return [...form].flatMap(([kind, text]): readonly OutputPart[] => {
    if (kind === 'count' || kind === 'traceback') return [];
    if (isText(kind)) return [{ kind, text: cut(text.replaceAll(PIECE, '')) }];
    const isSmall = pictures && text.length <= PICTURE;
    return [{ kind, text: isSmall ? text.replace(/\s/g, '') : '' }];
  });
}

function cut(text: string): string {
  return text.length > TEXT ? `${text.slice(0, TEXT)}…` : text;
}
