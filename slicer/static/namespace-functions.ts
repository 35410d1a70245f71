/**
 * Builtin functions with effects that the text does not show: they bind names, or store attributes. No stub
 * covers them, because they belong to the language.
 */

/** Whether a function runs text, which may bind any name. */
export const runsText = (path: string): boolean => /^builtins\.(?:exec|execfile|runfile)$/.test(path);

/** Whether a function returns the surrounding variables as a dictionary. */
export const givesNamespace = (path: string): boolean => /^builtins\.(?:globals|vars|locals)$/.test(path);

/** Whether a function evaluates text, whose reads and bindings the code does not show. */
export const evaluatesText = (path: string): boolean => runsText(path) || path === 'builtins.eval';

/** Whether a function stores or deletes an attribute of its first argument. */
export const storesAttribute = (path: string): boolean => /^builtins\.(?:setattr|delattr)$/.test(path);

/** Whether a function reads an attribute of its first argument. */
export const readsAttribute = (path: string): boolean => path === 'builtins.getattr';

/** Whether a function leads to all names of the notebook by other ways than their text: the shell, frames, the collector. */
export const reachesAllNames = (path: string): boolean =>
  /^(?:IPython\.get_ipython|IPython\.core\.getipython\.get_ipython|gc\.get_(?:objects|referrers|referents)|sys\.(?:_getframe|_current_frames|settrace|setprofile)|inspect\.(?:currentframe|stack|trace)|types\.FunctionType)$/.test(
    path,
  );
