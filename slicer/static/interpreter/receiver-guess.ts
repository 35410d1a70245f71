/**
 * What a method does to a receiver whose class is not known: what methods of that name do, in the classes that have one, with these
 * arguments. It is a guess, and whoever uses it says so.
 */
import type { CompiledSpec } from '../../effects/index.ts';
import { worldActions } from './call-log.ts';
import { actionsOf, bindCall, type PassedValue } from './declared-call.ts';
import type { LibraryKnowledge } from './library.ts';
import { AbstractObject } from './objects.ts';

/** Some receiver. */
const RECEIVER = [new AbstractObject({ type: 'instance' }, null)];

/**
 * What methods of a name do to their receivers: in all classes that have one, they change it; in most libraries they do; in most
 * libraries, or else in most classes, they do not; null: neither, or no class has one.
 */
export type ReceiverGuess = 'always' | 'mostly' | 'reads' | null;

/** What a method of that name does to its receiver, with these arguments. */
export function guessReceiver(
  library: LibraryKnowledge,
  name: string,
  passed: readonly PassedValue[],
): ReceiverGuess {
  let [libraries, classes] = [0, 0];
  let always = true;
  for (const specs of library.methodsNamed(name)) {
    let votes = 0;
    for (const spec of specs) votes += changesSelf(spec, passed) ? 1 : -1;
    always &&= votes === specs.length;
    libraries += Math.sign(votes);
    classes += votes;
  }
  if (libraries > 0) return always ? 'always' : 'mostly';
  return libraries < 0 || classes < 0 ? 'reads' : null;
}

/** Whether a method of that name may change the world: nobody knows it, or one that is declared does. */
export function mayChangeWorld(
  library: LibraryKnowledge,
  name: string,
  passed: readonly PassedValue[],
): boolean {
  const specs = [...library.methodsNamed(name)].flat();
  const acts = (spec: CompiledSpec) =>
    worldActions(bindCall(spec, RECEIVER, passed)).some(({ does }) => does !== 'reads');
  return specs.length === 0 || specs.some(acts);
}

function changesSelf(spec: CompiledSpec, passed: readonly PassedValue[]): boolean {
  const isHeld = spec.params[0]?.[2] === 'held';
  return actionsOf(bindCall(spec, RECEIVER, passed)).some(
    ({ type, objects, certain }) =>
      certain && (type === 'changes' || (type === 'iterates' && isHeld)) && objects.includes(RECEIVER[0]!),
  );
}
