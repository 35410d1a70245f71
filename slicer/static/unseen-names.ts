/** Finds cells that may bind names not visible as names in their text. It does not find the names. */

import { LINE_MAGICS } from './magics.ts';
import type { ParsedCell } from './parse.ts';

/** Words of code that binds names without writing them: through the shell, modules' namespaces, frames. */
const BINDERS =
  /\b(?:user_ns|user_global_ns|run_cell\w*|run_line_magic|__main__|__builtins__|builtins|__dict__|f_globals|init_session|sys\.modules)\b|\.(?:push|ex|magic)\(/;
const EXTENSION = /^(?:re)?load_ext$/;

/** Whether a run of the cell may bind names not visible as names in its text. A command from outside of IPython may. */
export function mayBindUnseen({ source, statements }: ParsedCell): boolean {
  if (BINDERS.test(source)) return true;
  const isKnown = (name: string) => LINE_MAGICS.has(name) && !EXTENSION.test(name);
  return statements.some(({ magics }) =>
    magics.some(({ type, name }) => type === 'line' && name !== '' && !isKnown(name)),
  );
}
