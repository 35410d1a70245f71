/**
 * A kernel for a notebook whose session came from another machine. Where Python, platform and packages are the same,
 * the digests of the other machine stand for those of this one, so that its stored runs count here. Runs that read
 * the environment count by all its variables.
 */

import type { Schema } from '../../instrument/index.ts';
import { placeDifferences } from './place-facts.ts';
import {
  type AskedKernel,
  BEGUN,
  type Begun,
  LOOKED,
  type Looked,
  PLACE,
  type Place,
} from './store-answers.ts';

/** The forms of answers that may tell the settings before the next run. */
const HAVE_SETTINGS: ReadonlySet<unknown> = new Set([BEGUN, LOOKED]);

/** The kernel itself, if nothing was moved. `from`: the place of the stored runs. */
export function movedKernel<T extends AskedKernel>(kernel: T, from: Place | null): T {
  if (from === null) return kernel;
  let isAlike = false;
  const ask = async <A>(question: string, given: object, form: Schema<A>): Promise<A | null> => {
    const answer = await kernel.ask(question, given, form);
    if (answer === null) return null;
    if (form === (PLACE as unknown)) {
      const here = answer as unknown as Place;
      isAlike = placeDifferences(from, here).length === 0 && from.general === here.general;
      return isAlike ? { ...answer, installed: from.installed } : answer;
    }
    const { settings } = answer as Begun | Looked;
    if (!HAVE_SETTINGS.has(form) || !isAlike || settings === undefined) return answer;
    return { ...answer, settings: { ...settings, environ: from.environ } };
  };
  return { ...kernel, ask };
}
