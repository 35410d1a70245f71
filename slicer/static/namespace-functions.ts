/**
 * The functions of the language through which code does what its text does not show: binds names, stores attributes. They are no
 * library's, so that no declaration says it of them.
 */

/** Whether what has this path runs text, which may bind any name. */
export const runsText = (path: string): boolean => /^builtins\.(?:exec|execfile|runfile)$/.test(path);

/** Whether it gives the variables around it as a dictionary. */
export const givesNamespace = (path: string): boolean => /^builtins\.(?:globals|vars|locals)$/.test(path);

/** Whether what its call reads and binds cannot be told from the text. */
export const isDynamic = (path: string): boolean =>
  runsText(path) || givesNamespace(path) || path === 'builtins.eval';

/** Whether it stores or deletes an attribute of its first argument. */
export const storesAttribute = (path: string): boolean => /^builtins\.(?:setattr|delattr)$/.test(path);

/** Whether it reads an attribute of its first argument. */
export const readsAttribute = (path: string): boolean => path === 'builtins.getattr';
