/** Names of IPython's shell, besides Python's builtins. This file knows no notebook. */

/** Whether a name belongs to the shell, and so is defined without any cell. */
export function isKernelName(name: string): boolean {
  return /^(?:_+\w*|In|Out|get_ipython|display|exit|quit|open)$/.test(name);
}
