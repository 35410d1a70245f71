/** Handlers that a missing name may reach. */

import { BUILTIN_NAMES } from './builtins.ts';
import type { Expression } from './syntax.ts';

/** Whether a handler may catch the error of a missing name. */
export function catchesMissing(exception: Expression | null): boolean {
  if (exception?.type === 'display') return exception.elements.some(catchesMissing);
  if (exception?.type !== 'name') return true;
  return /^(?:NameError|Exception|BaseException)$/.test(exception.id) || !BUILTIN_NAMES.has(exception.id);
}
