/**
 * The vocabulary of side effects: what a library call reads and changes, as plain data.
 * It does not read stub files (parse) and does not know the agent's JSON (compile).
 */
import type { EscapeCode } from '../model.ts';

/** A value that can be written as a literal in a stub. */
export type Constant = string | number | boolean | null;

/** Something that can be read or written, seen from the callee: parameters and what hangs off them. */
export type Place =
  | { readonly type: 'parameter'; readonly name: string }
  | { readonly type: 'attribute'; readonly of: Place; readonly name: string }
  | { readonly type: 'item'; readonly of: Place; readonly key: Place }
  /** The items of a frame but those under the key or keys. */
  | { readonly type: 'others'; readonly of: Place; readonly key: Place }
  | { readonly type: 'constant'; readonly value: Constant }
  /** The length or key set (of a frame: the column set). */
  | { readonly type: 'length'; readonly of: Place }
  /** Each element that a container has at the call. */
  | { readonly type: 'each'; readonly of: Place }
  /** Each key that a mapping has at the call; of anything else, every key. */
  | { readonly type: 'keys'; readonly of: Place }
  /** The tensors to which autograd adds gradients, seen from a result computed with them. */
  | { readonly type: 'leaves'; readonly of: Place }
  /** A world location: files as a whole, options, current figure, … */
  | { readonly type: 'world'; readonly name: string };

/** A test on the arguments of one call. `parameter` may go on to attributes: `self.copy`. */
export type Condition =
  | { readonly type: 'truthy'; readonly parameter: string }
  | { readonly type: 'none'; readonly parameter: string }
  | { readonly type: 'equal'; readonly parameter: string; readonly value: Constant }
  | { readonly type: 'not'; readonly condition: Condition }
  | { readonly type: 'and' | 'or'; readonly conditions: readonly Condition[] };

/** What one call does, beyond reading its arguments. */
export type Effect =
  | { readonly type: 'pure' | 'unknown' }
  | { readonly type: 'mutates' | 'writes' | 'reads' | 'iterates'; readonly places: readonly Place[] }
  | { readonly type: 'draws'; readonly stream: string }
  | { readonly type: 'file'; readonly mode: 'r' | 'w' | 'rw'; readonly path: Place }
  | { readonly type: 'calls'; readonly place: Place }
  /** Keeps callables that are called later, by code in which there are no probes. */
  | { readonly type: 'keeps'; readonly place: Place }
  /** Callables that run where there are no probes, on copies: in another process, or on another machine. */
  | { readonly type: 'elsewhere'; readonly place: Place }
  /** Reads the notebook variables that a string names, each after `prefix`. */
  | { readonly type: 'names'; readonly text: Place; readonly prefix: string }
  /** Reads the files, folders and patterns that a string names between quotes, as SQL does. */
  | { readonly type: 'paths'; readonly place: Place }
  /** `code`: what it is, where somebody has to know it otherwise than in words. */
  | { readonly type: 'escapes'; readonly reason: string; readonly code: EscapeCode | null }
  /** Something leaves for `target` ("network"): it cannot be undone, and doing it again sends it again. */
  | { readonly type: 'sends'; readonly target: string }
  /** The result shows memory of this place, in a way that the objects do not tell. */
  | { readonly type: 'shares'; readonly place: Place }
  /** What is made here draws from this stream later on, when it is used. Only analyses of code that has not run read it. */
  | { readonly type: 'later'; readonly stream: string }
  /** What the call does with the rows of data. Only analyses of code that has not run read it. */
  | { readonly type: 'role'; readonly role: RoleName; readonly places: readonly Place[] }
  /** What a callable among the arguments is called with, in order. Only analyses of code that has not run read it. */
  | { readonly type: 'gives'; readonly place: Place; readonly results: readonly Result[] }
  /** What comes back is one of these. The probes see that for themselves: it is for code that has not run. */
  | { readonly type: 'returns'; readonly results: readonly Result[] }
  | { readonly type: 'all'; readonly effects: readonly Effect[] }
  | {
      readonly type: 'if';
      readonly condition: Condition;
      readonly consequent: Effect;
      readonly alternate: Effect;
    };

/**
 * What a call does with rows. `source`: they come from here; `rowwise`: each row of the result depends on its own row alone; `learns`:
 * the result, or the receiver where that is none of the places, depends on all rows; `codes`: each value
 * has another name, one for one; `groups`: a row of it stands for some of theirs;
 * `stacks`: rows of several one below the other; `rearranges`: rows are left out, or come in another order;
 * `resamples`: rows are copied or invented; `splits`: rows are divided; `fits`: a model is trained on them; `scores`: a model is judged by them.
 */
export const ROLES = [
  'source',
  'rowwise',
  'codes',
  'learns',
  'groups',
  'stacks',
  'rearranges',
  'resamples',
  'splits',
  'fits',
  'scores',
] as const;
export type RoleName = (typeof ROLES)[number];

/** What a call gives back. */
export type Result =
  /** A new object of a class, or what such objects are (`builtins.int`); with what it holds, in order. */
  | { readonly type: 'made'; readonly kind: string; readonly holds: readonly Result[] }
  /** This very object. */
  | { readonly type: 'place'; readonly place: Place }
  /** A new object of the same class as this one. */
  | { readonly type: 'like'; readonly place: Place }
  /** A new object of the same class that shows its memory. */
  | { readonly type: 'view'; readonly place: Place };

/** How an argument is bound: by position or name, by name only, `*args`, `**kwargs`. */
export type ParameterKind = 'pos' | 'kw' | 'var' | 'varkw';

/**
 * How much of an argument is read: by reference only (`held`), its own elements (`shallow`), its length or key
 * set (`length`); null: everything that can be reached from it.
 */
export type ReadNote = 'held' | 'shallow' | 'length' | null;

/** One parameter of a stub; `default` is absent when there is none or it is no literal (`...`). */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly note: ReadNote;
  readonly default?: Constant;
}

/** Versions (inclusive) of the top-level package, of Python for the standard library, that have the name. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

/**
 * The effect of one function or method. `name` may be `__default__`: every other one of its scope; so may `className`: every
 * class of the module that has no section of its own.
 */
export interface Stub {
  readonly module: string;
  /** The class of a method, null for a function. */
  readonly className: string | null;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly effect: Effect;
  readonly line: number;
  readonly versions: VersionRange;
}

/** What an attribute of a class gives: `loc: Returns[self]`. */
export interface AttributeStub {
  readonly module: string;
  readonly className: string;
  readonly name: string;
  readonly results: readonly Result[];
}

/** A mistake in a stub file: `message` is one line that says what is wrong and what to write instead. */
export interface StubProblem {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** All stubs of one file, in the order they are written, and the modules it has sections for. */
export interface StubFile {
  readonly file: string;
  readonly modules: readonly string[];
  readonly stubs: readonly Stub[];
  readonly attributes: readonly AttributeStub[];
  readonly problems: readonly StubProblem[];
}
