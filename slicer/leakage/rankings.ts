/** Calls that put values in an order, or take the best of them, by their names. They know no rows. */
import type { TrackedCall } from '../static/index.ts';

/** Whether a call puts values in their order: under these names all libraries do so. */
export const ranks = ({ name }: TrackedCall): boolean =>
  /^(?:sorted|sort|sort_values|nlargest|nsmallest)$/.test(name);

const isOne = (argument: TrackedCall['passed'][number] | undefined): boolean =>
  argument !== undefined &&
  argument.value.length > 0 &&
  argument.value.every(({ constant }) => constant === 1);

/** Whether an argument has pairs: the best one tells more than its score. */
const hasPairs = ({ value }: TrackedCall['passed'][number]): boolean =>
  value.some(({ fields }) =>
    [...fields.values()].some((held) => [...held].some(({ kind }) => kind === 'builtins.tuple')),
  );

/**
 * Whether a call takes the place, or the name, of the best: under these names all libraries do so. `isRanked`: its receiver is in the
 * order of values.
 */
export const takesBest = ({ name, passed }: TrackedCall, isRanked: boolean): boolean =>
  /^(?:idx|arg)(?:max|min)$/.test(name) ||
  (/^(?:max|min)$/.test(name) &&
    (passed.some(({ keyword }) => keyword === 'key') || passed.some(hasPairs))) ||
  (/^n(?:largest|smallest)$/.test(name) && isOne(passed[0])) ||
  (/^(?:head|tail)$/.test(name) && isRanked && isOne(passed[0])) ||
  (name === 'pop' && isRanked);
