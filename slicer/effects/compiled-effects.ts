/** Compiled effect stubs: the JSON that the agent and the static side read. Types only. */

import type { EscapeCode } from '../records/execution-record.ts';
import type { Constant, Parameter, RoleName } from './model.ts';

/** A place as the agent reads it: `["item", ["param", "self"], ["const", "a"]]`. */
export type CompiledPlace =
  | readonly ['param' | 'world', string]
  | readonly ['const', Constant]
  | readonly ['attr', CompiledPlace, string]
  | readonly ['item' | 'others', CompiledPlace, CompiledPlace]
  | readonly ['length' | 'each' | 'keys' | 'leaves', CompiledPlace];

/** A condition as the agent reads it. */
export type CompiledCondition =
  | readonly ['truthy' | 'none', string]
  | readonly ['eq', string, Constant]
  | readonly ['same', string, string]
  | readonly ['not', CompiledCondition]
  | readonly ['and' | 'or', ...CompiledCondition[]];

/** An effect as the agent reads it. */
export type CompiledEffect =
  | readonly ['pure' | 'unknown']
  | readonly ['mutates' | 'writes' | 'reads' | 'iterates', ...CompiledPlace[]]
  | readonly ['draws' | 'sends', string]
  | readonly ['escapes', string, EscapeCode?]
  | readonly ['file', 'r' | 'w' | 'rw', CompiledPlace]
  | readonly [
      'calls' | 'fields' | 'keeps' | 'elsewhere' | 'shares' | 'paths' | 'runs' | 'pickled' | 'annotations',
      CompiledPlace,
    ]
  | readonly ['names', CompiledPlace, string]
  | readonly ['all', ...CompiledEffect[]]
  | readonly ['if', CompiledCondition, CompiledEffect, CompiledEffect];

/**
 * A result of a call; `like`: a new object of the class of this place; `view`: one that shows the place's memory; `current`: the newest
 * object of a class in the cell; `part`: a new object of a class that belongs to another; `joined`: a path of these parts.
 */
export type CompiledResult =
  | readonly ['made', string, ...CompiledResult[]]
  | readonly ['place' | 'like' | 'view', CompiledPlace]
  | readonly ['current', string]
  | readonly ['part', string, CompiledResult]
  | readonly ['joined', string, ...CompiledPlace[]];

/** The results of a call, as the static side reads them; null: undeclared. */
export type CompiledReturns =
  | null
  | readonly ['any', ...CompiledResult[]]
  | readonly ['if', CompiledCondition, CompiledReturns, CompiledReturns];

/** The use of the arguments' rows by a call, as the static side reads it; null: undeclared. */
export type CompiledRoles =
  | null
  | readonly ['role', RoleName, ...CompiledPlace[]]
  | readonly ['all', ...CompiledRoles[]]
  | readonly ['if', CompiledCondition, CompiledRoles, CompiledRoles];

/** `[name, kind, note]`, and the default if it is a literal. */
export type CompiledParameter =
  | readonly [string, Parameter['kind'], Parameter['note']]
  | readonly [string, Parameter['kind'], Parameter['note'], Constant];

/** One function or method. A method's first parameter is its receiver. */
export interface CompiledSpec {
  readonly params: readonly CompiledParameter[];
  readonly effect: CompiledEffect;
  /** Absent if undeclared. The agent does not read it, because it sees the results. */
  readonly returns?: CompiledReturns;
  /** The arguments of callables among the arguments. The agent does not read it either. */
  readonly gives?: readonly CompiledGift[];
}

/** A place with callables, and their arguments in order. */
export type CompiledGift = readonly [CompiledPlace, ...CompiledResult[]];

/** The roles of one function or method. */
export interface CompiledRoleSpec {
  readonly params: readonly CompiledParameter[];
  readonly roles: CompiledRoles;
}

/** All declarations for one module; `__default__` stands for every function, or class, without an entry. */
export interface CompiledModule {
  readonly functions: Readonly<Record<string, CompiledSpec>>;
  readonly classes: Readonly<Record<string, Readonly<Record<string, CompiledSpec>>>>;
  /** The values of attributes of a class's objects, by class. The agent does not read it. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, readonly CompiledResult[]>>>>;
}

/** The use of rows by calls: by module, class (the empty name for functions) and name. */
export type CompiledRoleTable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, CompiledRoleSpec>>>>>
>;

/**
 * The draws of objects at their use: by module, class (the empty name for functions) and name, as the effect
 * of a use.
 */
export type CompiledLaterTable = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, CompiledSpec>>>>>
>;

/** The agent's input. `version` changes with its meaning. */
export interface CompiledEffects {
  readonly version: 1;
  readonly modules: Readonly<Record<string, CompiledModule>>;
  /** The agent does not get these, because it observes the effects. */
  readonly roles: CompiledRoleTable;
  readonly later: CompiledLaterTable;
}
