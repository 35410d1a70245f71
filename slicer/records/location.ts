/** Locations: what a statement can read and write, as plain data. World locations by name: world-locations.ts. */

/**
 * A readable or writable thing. `object` is `g` (global names), `o<n>` (an object, by token) or the name of a
 * world object (`file`, `environ`, `random` …); `field` is a name, `a:<attribute>`, `i:<key>`, `s` (length /
 * key set), `s:<key>` (whether the key set has the key: a part of `s`) or `*`.
 */
export interface Location {
  readonly object: string;
  readonly field: string;
}

/** The field for an object's whole content. */
export const WHOLE = '*';

/** The field for an object's length or key set. */
export const STRUCTURE = 's';

/** Whether a field is the presence of one key in the key set. */
export function isPresence(field: string): boolean {
  return field.startsWith('s:');
}

/** The object of the notebook's global names. */
export const GLOBALS = 'g';

/** A location as one string, for maps. */
export function locationKey(location: Location): string {
  return `${location.object}\u0000${location.field}`;
}
