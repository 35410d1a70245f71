/** The combinations of a sweep, in an order in which little changes from one to the next. It runs nothing. */

import type { Parameter } from '../../documents/index.ts';

/** A parameter with its values, in the order given. */
export interface SweptParameter {
  readonly name: string;
  readonly values: readonly Parameter[];
}

/** One value for each parameter, in the order of the parameters. */
export type Combination = readonly Parameter[];

/**
 * All combinations. Neighbours differ in one parameter (a reflected Gray code). Parameters with a smaller
 * `rank` change less often, because more cells depend on them.
 */
export function combinationsOf(
  parameters: readonly SweptParameter[],
  rank: (name: string) => number,
): Combination[] {
  const slowFirst = parameters.toSorted((a, b) => rank(a.name) - rank(b.name));
  let found: Combination[] = [[]];
  for (const { values } of slowFirst)
    found = found.flatMap((start, at) =>
      (at % 2 === 0 ? values : values.toReversed()).map((value) => [...start, value]),
    );
  const places = new Map(parameters.map(({ name }, at) => [name, at]));
  return found.map((values) => values.toSorted((a, b) => places.get(a.name)! - places.get(b.name)!));
}

/** The list in `parts` parts of neighbours, as equal as possible; fewer if there are too few. */
export function inParts<T>(list: readonly T[], parts: number): T[][] {
  const count = Math.min(parts, list.length);
  return Array.from({ length: count }, (_, at) =>
    list.slice(Math.floor((at * list.length) / count), Math.floor(((at + 1) * list.length) / count)),
  );
}
