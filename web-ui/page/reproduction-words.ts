/** The results of checked cells and outputs in words, the same as in `sluice reproduce`. */

import type { CellResult } from '../../runtime/index.ts';

/** The grade of a result, which decides its colour. */
export type Outcome = 'same' | 'normalized' | 'different' | 'missing';

/** The result of a cell or output. */
export interface Outcomed {
  readonly outcome: Outcome;
  readonly words: string;
}

const ITEMS: Readonly<Record<string, string>> = { stdout: 'text', stderr: 'standard error', error: 'error' };

/** The name of an item of a comparison. */
export const itemName = (item: string): string => ITEMS[item] ?? item.replace(/^display/, 'output');

/** The items of a cell's output, each with its result; empty: there was no stored output. */
export function outcomesOf(result: CellResult): readonly (Outcomed & { readonly item: string })[] {
  const whole = wholeOutcome(result);
  if (whole !== null) return [{ item: 'cell', ...whole }];
  return result.items.map(({ item, ...verdict }) => {
    return { item: itemName(item), ...itemOutcome(verdict) };
  });
}

function itemOutcome({ status, normalizers }: Omit<CellResult['items'][number], 'item'>): Outcomed {
  switch (status) {
    case 'same':
      return { outcome: 'same', words: 'same' };
    case 'normalized':
      return { outcome: 'normalized', words: `same but for ${normalizers.join(', ')}` };
    case 'different':
      return { outcome: 'different', words: 'differs' };
    case 'missing':
      return { outcome: 'different', words: 'differs: it is not shown any more' };
    case 'extra':
      return { outcome: 'different', words: 'differs: it was not shown' };
  }
}

/** The result of a cell in a phrase. */
export function cellOutcome(result: CellResult): Outcomed {
  const whole = wholeOutcome(result);
  if (whole !== null) return whole;
  switch (result.status) {
    case 'normalized':
      return { outcome: 'normalized', words: `same but for ${result.normalizers.join(', ')}` };
    case 'different':
      return { outcome: 'different', words: 'differs' };
    default:
      return { outcome: 'same', words: 'same' };
  }
}

/** The result of a cell without comparable outputs. */
function wholeOutcome({ status }: CellResult): Outcomed | null {
  switch (status) {
    case 'missing':
      return { outcome: 'missing', words: 'not run' };
    case 'timeout':
      return { outcome: 'missing', words: 'too slow' };
    case 'failed':
      return { outcome: 'different', words: 'fails' };
    default:
      return null;
  }
}
