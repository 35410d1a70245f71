/**
 * The cells that a person may mean by a name: an id, a position among the code cells from 1, as pages show it, or the beginning of a
 * first line, such as a comment as title.
 */

import type { CellId } from '../records/execution-record.ts';

/** All candidates; several only for the beginning of a line. `order`: the code cells; `texts`: of the cells with a text. */
export function cellsCalled(
  name: string,
  order: readonly CellId[],
  texts: ReadonlyMap<CellId, string>,
): readonly CellId[] {
  if (texts.has(name)) return [name];
  if (/^\d+$/.test(name)) return order.slice(Number(name) - 1, Number(name));
  const wanted = titleOf(name).toLowerCase();
  const titles = [...texts].map(([id, text]) => [id, titleOf(text).toLowerCase()] as const);
  const whole = titles.filter(([, title]) => title === wanted);
  const found = whole.length > 0 ? whole : titles.filter(([, title]) => title.startsWith(wanted));
  return found.map(([id]) => id);
}

/** The first line with words, without comment signs. */
function titleOf(text: string): string {
  const line = text.split('\n').find((one) => /[^\s#%]/.test(one)) ?? '';
  return line.replace(/^\s*#[\s#%]*/, '').trim();
}
