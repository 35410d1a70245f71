/** The fields of the world location of files: a path, and whether there is a file with this path. */

/** The world location of files; a field is a path, or the existence of a path. */
export const FILE = 'file';

const EXISTENCE = 'whether there is ';

/** The path in a field. */
export function pathOf(field: string): string {
  return field.startsWith(EXISTENCE) ? field.slice(EXISTENCE.length) : field;
}

export function fieldsOfPath(path: string): readonly [content: string, existence: string] {
  return [path, `${EXISTENCE}${path}`];
}
