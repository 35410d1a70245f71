/** Names that IPython's shell has, besides Python's builtins. It knows no notebook. */

/** Whether a name is the shell's: defined without any cell. */
export function isKernelName(name: string): boolean {
  return /^(?:_+\w*|In|Out|get_ipython|display|exit|quit|open)$/.test(name);
}
