/**
 * A kernel whose runs count elsewhere too, where Python, platform and packages are the same: for a session that came from
 * another machine, the kernel tells the digests of that machine; in a shared place, digests that are the same for all
 * people. A run that read the environment counts only where all variables are the same.
 */

import type { Schema } from '../../instrument/index.ts';
import { digestOf } from './known-state.ts';
import { placeDifferences } from './place-facts.ts';
import type { AskedKernel, Begun, Looked, Place } from './store-answers.ts';

/** The questions whose answers may tell the settings before the next run. */
const TELL_SETTINGS: ReadonlySet<string> = new Set(['begin', 'look']);

type Told = Pick<Place, 'installed' | 'environ'>;

/** The kernel itself, if its runs count nowhere else. `from`: the place of the stored runs of a session that was moved. */
export function movedKernel<T extends AskedKernel>(kernel: T, from: Place | null, isShared: boolean): T {
  if (from === null && !isShared) return kernel;
  let told: Told | null = null;
  const ask = async <A>(question: string, given: object, form: Schema<A>): Promise<A | null> => {
    const answer = await kernel.ask(question, given, form);
    if (answer === null) return null;
    if (question === 'place') {
      const here = answer as unknown as Place;
      told = from === null ? forAll(here) : likeThere(from, here);
      return told === null ? answer : { ...answer, installed: told.installed };
    }
    const { settings } = answer as Begun | Looked;
    if (!TELL_SETTINGS.has(question) || told === null || settings === undefined) return answer;
    return { ...answer, settings: { ...settings, environ: told.environ } };
  };
  return { ...kernel, ask };
}

function likeThere(from: Place, here: Place): Told | null {
  return placeDifferences(from, here).length === 0 && from.general === here.general ? from : null;
}

function forAll({ version, system, packages, general }: Place): Told {
  return { installed: digestOf([version, system, Object.entries(packages).sort()]), environ: general };
}
