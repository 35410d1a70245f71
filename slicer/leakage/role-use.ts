/** A call whose roles are applied, and the state of the analysis that the roles change. It applies nothing itself. */
import type { CompiledPlace } from '../effects/index.ts';
import type { CallRole, Here, TrackedCall, Value } from '../static/index.ts';
import type { Divisions } from './divisions.ts';
import type { KnownFacts } from './known-facts.ts';
import type { Models } from './models.ts';
import type { RowOrigins } from './row-origins.ts';
import type { Site } from './rows.ts';

/** The state that calls act on. */
export interface Tracked {
  readonly known: KnownFacts;
  readonly origins: RowOrigins;
  readonly divisions: Divisions;
  readonly models: Models;
}

/** A call, and the parts of it that a role needs. */
export interface RoleUse {
  readonly call: TrackedCall;
  readonly role: (name: CallRole['role']) => readonly CallRole[];
  /** The objects at a place of the declaration. */
  readonly at: (place: CompiledPlace) => Value;
  /** The receiver, or the result of a function that trains. */
  readonly model: Value;
  readonly site: Site;
  readonly what: string;
  readonly tracked: Tracked;
  readonly here: Here;
}
