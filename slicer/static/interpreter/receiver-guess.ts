/**
 * What a method does to a receiver whose class is not known: what methods of that name do, in the classes that have one, with these
 * arguments. It is a guess, and whoever uses it says so.
 */
import { actionsOf, bindCall, type PassedValue } from './declared-call.ts';
import type { LibraryKnowledge } from './library.ts';
import { AbstractObject } from './objects.ts';

/** Some receiver. */
const RECEIVER = [new AbstractObject({ type: 'instance' }, null)];

/** Whether most methods of that name change their receiver, with these arguments; null: as many do not, or no class has one. */
export function changesReceiver(
  library: LibraryKnowledge,
  name: string,
  passed: readonly PassedValue[],
): boolean | null {
  let votes = 0;
  for (const spec of library.methodsNamed(name)) {
    const isHeld = spec.params[0]?.[2] === 'held';
    const changes = actionsOf(bindCall(spec, RECEIVER, passed)).some(
      ({ type, objects, certain }) =>
        certain && (type === 'changes' || (type === 'iterates' && isHeld)) && objects.includes(RECEIVER[0]!),
    );
    votes += changes ? 1 : -1;
  }
  return votes === 0 ? null : votes > 0;
}
