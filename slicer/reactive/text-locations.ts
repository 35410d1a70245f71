/** The locations that a cell's text would read and write, from static analysis and the objects of names. */

import { GLOBALS, type Location, WHOLE } from '../records/location.ts';
import { type CellLiveness, worldMentions } from '../static/index.ts';

/** The locations of a text. `objectOf`: the tracked object of a global name. */
export function textLocations(
  source: string,
  names: CellLiveness,
  objectOf: (name: string) => string | undefined,
): { readonly reads: Location[]; readonly writes: Location[] } {
  const { live, dead, writes, mutates, deletes } = names;
  const whole = (name: string): Location[] => {
    const object = objectOf(name);
    return object === undefined ? [] : [{ object, field: WHOLE }];
  };
  const globals = (found: Iterable<string>): Location[] =>
    Array.from(found, (field) => ({ object: GLOBALS, field }));
  const read = new Set([...live, ...[...mutates].filter((name) => !dead.has(name))]);
  const written = new Set([...writes, ...mutates, ...deletes]);
  return {
    reads: [...globals(read), ...[...read].flatMap(whole)],
    // a change of an object also counts as a write of its name, because other names may stand for the object
    writes: [...globals(written), ...[...mutates].flatMap(whole), ...worldMentions(source)],
  };
}
