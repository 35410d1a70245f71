/**
 * Facts about a declaration for any arguments of a call: whether the call changes its receiver or the world,
 * and whether it returns.
 */
import type { CompiledEffect, CompiledPlace, CompiledResult, CompiledSpec } from '../../effects/index.ts';
import { ENDS_WITH_CELL } from '../../records/world-locations.ts';

/** The effect of a method on its receiver; `either`: it depends on the arguments. */
export type Habit = 'changes' | 'reads' | 'either';

/** The result class of calls that never return: `sys.exit()`. */
const NEVER = 'typing.NoReturn';

/** Whether a result is a new object of a class. */
export const isMade = (result: CompiledResult | undefined, kind: string): boolean =>
  result?.[0] === 'made' && result[1] === kind;

/** Whether an effect may write a location of the world, such as a random stream. */
export function writesWorld(effect: CompiledEffect, world: string): boolean {
  switch (effect[0]) {
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some((place) => place[0] === 'world' && place[1] === world);
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some((part) => writesWorld(part, world));
    case 'if':
      return writesWorld(effect[2], world) || writesWorld(effect[3], world);
    default:
      return false;
  }
}

/**
 * Whether an effect may leave a change of the world outside of objects to later cells: options, streams.
 * Unsound: only runs tell that a cell draws on the figure of another cell, which a setting of IPython allows.
 */
export function leavesChange(effect: CompiledEffect): boolean {
  switch (effect[0]) {
    case 'draws':
      return true;
    case 'mutates':
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some(
        (place) => place[0] === 'world' && !ENDS_WITH_CELL.has(place[1]),
      );
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some(leavesChange);
    case 'if':
      return leavesChange(effect[2]) || leavesChange(effect[3]);
    default:
      return false;
  }
}

/** Whether a declared call never returns, so the code after it is not reached. */
export function neverReturns({ returns }: CompiledSpec): boolean {
  return returns?.[0] === 'any' && isMade(returns[1], NEVER);
}

/** Whether a method changes its receiver: always, never, or depending on the arguments. */
export function habitOf(spec: CompiledSpec): Habit {
  const self = spec.params[0]?.[0];
  const isSelf = (place: CompiledPlace): boolean => place[0] === 'param' && place[1] === self;
  const isField = (place: CompiledPlace): boolean =>
    isSelf(place) || (/^(?:length|attr|item|others)$/.test(place[0]) && isSelf(place[1] as CompiledPlace));
  const habit = (part: CompiledEffect): Habit => {
    switch (part[0]) {
      case 'mutates':
        return (part.slice(1) as CompiledPlace[]).some(isSelf) ? 'changes' : 'reads';
      case 'writes':
        return (part.slice(1) as CompiledPlace[]).some(isField) ? 'changes' : 'reads';
      // an iterator, or an open file, moves on
      case 'iterates':
        return spec.params[0]?.[2] === 'held' && (part.slice(1) as CompiledPlace[]).some(isSelf)
          ? 'changes'
          : 'reads';
      case 'all': {
        const parts = (part.slice(1) as CompiledEffect[]).map(habit);
        return parts.includes('changes') ? 'changes' : parts.includes('either') ? 'either' : 'reads';
      }
      case 'if': {
        const [a, b] = [habit(part[2]), habit(part[3])];
        return a === b ? a : 'either';
      }
      case 'unknown':
        return 'either';
      default:
        return 'reads';
    }
  };
  return habit(spec.effect);
}
