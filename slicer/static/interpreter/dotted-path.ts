/** Dotted paths of modules, classes and functions: `sklearn.svm.SVC`. */

/** The top package of a path. */
export const packageOf = (path: string): string => path.split('.')[0]!;

/** `a.b.c` as `a.b` and `c`. */
export function splitPath(path: string): readonly [string, string] {
  const dot = path.lastIndexOf('.');
  return [path.slice(0, Math.max(dot, 0)), path.slice(dot + 1)];
}
