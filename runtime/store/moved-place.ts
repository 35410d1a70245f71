/**
 * A kernel for a notebook whose session came from another machine. Where Python, platform and packages are the same,
 * the kernel tells the digests of the other machine instead of its own. So the store finds the runs of the other machine.
 * A run that read the environment counts only where all variables are the same.
 */

import type { Schema } from '../../instrument/index.ts';
import { placeDifferences } from './place-facts.ts';
import type { AskedKernel, Begun, Looked, Place } from './store-answers.ts';

/** The questions whose answers may tell the settings before the next run. */
const TELL_SETTINGS: ReadonlySet<string> = new Set(['begin', 'look']);

/** The kernel itself, if nothing was moved. `from`: the place of the stored runs. */
export function movedKernel<T extends AskedKernel>(kernel: T, from: Place | null): T {
  if (from === null) return kernel;
  let isAlike = false;
  const ask = async <A>(question: string, given: object, form: Schema<A>): Promise<A | null> => {
    const answer = await kernel.ask(question, given, form);
    if (answer === null) return null;
    if (question === 'place') {
      const here = answer as unknown as Place;
      isAlike = placeDifferences(from, here).length === 0 && from.general === here.general;
      return isAlike ? { ...answer, installed: from.installed } : answer;
    }
    const { settings } = answer as Begun | Looked;
    if (!TELL_SETTINGS.has(question) || !isAlike || settings === undefined) return answer;
    return { ...answer, settings: { ...settings, environ: from.environ } };
  };
  return { ...kernel, ask };
}
