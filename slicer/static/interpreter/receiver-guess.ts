/**
 * Guesses the effect of a method on a receiver of an unknown class, from methods of the same name in all
 * classes, with these arguments. Users of the guess must mark it as one.
 */
import type { CompiledSpec } from '../../effects/index.ts';
import { isChain } from '../../records/world-locations.ts';
import { bindCall, type PassedValue } from './bound-call.ts';
import { actionsOf } from './declared-call.ts';
import type { LibraryKnowledge } from './library.ts';
import { AbstractObject } from './objects.ts';
import { worldActions } from './world-actions.ts';

/** An arbitrary receiver. */
const RECEIVER = [new AbstractObject({ type: 'instance' }, null)];

/**
 * The effect of methods with a name on their receivers. `always`: all classes with the method change the
 * receiver; `mostly`: most libraries do; `reads`: in most libraries, or else in most classes, they do not;
 * null: undecided, or no class has the method.
 */
export type ReceiverGuess = 'always' | 'mostly' | 'reads' | null;

/** The guessed effect of a method on its receiver, with these arguments. */
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

/** Whether a method with a name may change the world: it is unknown, or one of the declared methods does. */
export function mayChangeWorld(
  library: LibraryKnowledge,
  name: string,
  passed: readonly PassedValue[],
): boolean {
  const specs = [...library.methodsNamed(name)].flat();
  const acts = (spec: CompiledSpec) =>
    worldActions(bindCall(spec, RECEIVER, passed)).some(
      // (what a library shares between its own objects concerns nothing else)
      ({ does, world }) => does !== 'reads' && !isChain(world),
    );
  return specs.length === 0 || specs.some(acts);
}

function changesSelf(spec: CompiledSpec, passed: readonly PassedValue[]): boolean {
  const isHeld = spec.params[0]?.[2] === 'held';
  return actionsOf(bindCall(spec, RECEIVER, passed)).some(
    ({ type, objects, certain }) =>
      certain && (type === 'changes' || (type === 'iterates' && isHeld)) && objects.includes(RECEIVER[0]!),
  );
}
