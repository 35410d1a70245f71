/**
 * The declared effects of a call on the world outside of the notebook's objects: files, random streams, the
 * network. This file notes nothing.
 */
import type { CompiledEffect, CompiledPlace } from '../../effects/index.ts';
import { STREAMS } from '../../records/world-locations.ts';
import { type BoundCall, objectsAt } from './bound-call.ts';
import { eachEffect } from './declared-call.ts';
import type { AbstractObject } from './objects.ts';

/** An effect of a call on the world. */
export interface WorldAction {
  readonly does: 'reads' | 'writes' | 'sends' | 'draws';
  /** `file`, a random stream, `network`, `environ`, … */
  readonly world: string;
  /** Of a file, its path; null: not known. */
  readonly path: string | null;
  /** True for all possible values of the arguments. */
  readonly certain: boolean;
  /** The argument that prevents the effect, such as a seed; null: there is none. */
  readonly unless: string | null;
}

/** The paths of opened files, by the objects that stand for them. */
export type Opened = ReadonlyMap<AbstractObject, ReadonlySet<string | null>>;

/** The declared effects of a call on the world. */
export function worldActions(call: BoundCall, opened: Opened = new Map()): WorldAction[] {
  const found: WorldAction[] = [];
  const places = (
    does: WorldAction['does'],
    effect: CompiledEffect,
    how: Pick<WorldAction, 'certain' | 'unless'>,
  ) => {
    for (const place of effect.slice(1) as CompiledPlace[]) {
      if (place[0] !== 'world') continue;
      found.push({ does, world: place[1] === 'files' ? 'file' : place[1], path: null, ...how });
    }
  };
  eachEffect(call, (effect, certain, unless) => {
    const how = { certain, unless };
    switch (effect[0]) {
      case 'reads':
        places('reads', effect, how);
        break;
      case 'mutates':
      case 'writes':
        places('writes', effect, how);
        break;
      case 'draws':
      case 'sends':
        found.push({ does: effect[0], world: effect[1], path: null, ...how });
        break;
      case 'file': {
        const paths = pathsAt(effect[2], call, opened);
        for (const does of effect[1] === 'rw' ? (['reads', 'writes'] as const) : [DOES[effect[1]]]) {
          for (const path of paths) {
            found.push({ does, world: 'file', path, ...how, certain: certain && paths.length === 1 });
          }
        }
        break;
      }
    }
  });
  return found;
}

const DOES = { r: 'reads', w: 'writes' } as const;

/** The possible paths of a file; null: an unknown one. Empty if no file is named (`to_csv()` returns a text). */
function pathsAt(place: CompiledPlace, call: BoundCall, opened: Opened): readonly (string | null)[] {
  const named = place[0] !== 'param' || call.values.has(place[1]) || call.open;
  if (!named) return [];
  const objects = objectsAt(place, call);
  if (objects.length === 0) return [null];
  const paths = objects
    .filter(({ constant }) => constant !== null)
    .flatMap((object) => {
      if (typeof object.constant === 'string') return [object.constant];
      return [...(opened.get(object) ?? [null])];
    });
  return [...new Set(paths)];
}

const TOUCHING = new WeakMap<CompiledEffect, boolean>();

/** Whether an effect may concern the world at all. */
export function touchesWorld(effect: CompiledEffect): boolean {
  const known = TOUCHING.get(effect);
  if (known !== undefined) return known;
  const found = touches(effect);
  TOUCHING.set(effect, found);
  return found;
}

function touches(effect: CompiledEffect): boolean {
  switch (effect[0]) {
    case 'reads':
    case 'mutates':
    case 'writes':
      return (effect.slice(1) as CompiledPlace[]).some(([type]) => type === 'world');
    case 'draws':
    case 'sends':
    case 'file':
      return true;
    case 'all':
      return (effect.slice(1) as CompiledEffect[]).some(touches);
    case 'if':
      return touches(effect[2]) || touches(effect[3]);
    default:
      return false;
  }
}

/** The name of a file with a known path, or of a random stream; null: the action concerns something else. */
export function worldName({ world, path, does }: WorldAction): string | null {
  if (world === 'file') return path === null ? null : fileName(path);
  const isStream = does === 'draws' || (STREAMS as readonly string[]).includes(world);
  return isStream ? `random stream ${world}` : null;
}

/** The name of a file, the same for `./out//a.csv` and `out/a.csv`. */
export function fileName(path: string): string {
  const plain = path
    .replaceAll('\\', '/')
    .replace(/\/(?:\.?\/)+/g, '/')
    .replace(/^(?:\.\/)+/, '');
  return `file ${plain}`;
}
