/** Calls into code of extensions. A failure is told in one sentence, and stops nothing else. */

import { say } from '../page/notices.ts';

/** Calls a function of an extension, and tells its failure, also of a promise. `doing`: follows "failed". */
export function contained<T>(extension: string, doing: string, action: () => T): T | undefined {
  try {
    const result = action();
    if (result instanceof Promise) result.catch((error: unknown) => tell(extension, doing, error));
    return result;
  } catch (error) {
    tell(extension, doing, error);
    return undefined;
  }
}

/** Says that an extension has failed. */
export function tell(extension: string, doing: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  say(`The extension ${extension} failed ${doing}: ${reason}`, 'problem');
}
