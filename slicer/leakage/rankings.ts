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

/** Whether a call takes the place or the name of the best, without the best itself: under these names all libraries do so. */
export const placesBest = ({ name, passed }: TrackedCall): boolean =>
  /^(?:idx|arg)(?:max|min)$/.test(name) ||
  (/^(?:max|min)$/.test(name) && passed.some(({ keyword }) => keyword === 'key') && !passed.some(hasPairs));

/** Whether a call gives the best of values, without its place. */
export const givesBest = ({ name }: TrackedCall): boolean => /^(?:max|min|amax|amin)$/.test(name);

/** Whether a call takes the best with its name. `isRanked`: its receiver is in the order of values. */
export const takesBest = ({ name, passed }: TrackedCall, isRanked: boolean): boolean =>
  (/^(?:max|min)$/.test(name) && passed.some(hasPairs)) ||
  (/^n(?:largest|smallest)$/.test(name) && isOne(passed[0])) ||
  (/^(?:head|tail)$/.test(name) && isRanked && isOne(passed[0])) ||
  (name === 'pop' && isRanked);
