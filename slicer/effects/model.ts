/**
 * The vocabulary of side effects: the reads and writes of a library call, as plain data. It does not read
 * stub files (parse) and does not know the agent's JSON (compile).
 */
import type { EscapeCode } from '../records/execution-record.ts';

/** A value that a stub can write as a literal. */
export type Constant = string | number | boolean | null;

/** A readable or writable thing, seen from the callee: parameters and their parts. */
export type Place =
  | { readonly type: 'parameter'; readonly name: string }
  | { readonly type: 'attribute'; readonly of: Place; readonly name: string }
  | { readonly type: 'item'; readonly of: Place; readonly key: Place }
  /** The items of a frame, except under the key or keys. */
  | { readonly type: 'others'; readonly of: Place; readonly key: Place }
  | { readonly type: 'constant'; readonly value: Constant }
  /** The length or key set (of a frame: the column set). */
  | { readonly type: 'length'; readonly of: Place }
  /** Each element of a container at the time of the call. */
  | { readonly type: 'each'; readonly of: Place }
  /** Each key of a mapping at the time of the call; of anything else, every key. */
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
  | { readonly type: 'same'; readonly parameter: string; readonly other: string }
  | { readonly type: 'not'; readonly condition: Condition }
  | { readonly type: 'and' | 'or'; readonly conditions: readonly Condition[] };

/** The effects of one call, beyond reads of its arguments. */
export type Effect =
  | { readonly type: 'pure' | 'unknown' }
  | { readonly type: 'mutates' | 'writes' | 'reads' | 'iterates'; readonly places: readonly Place[] }
  /** In a class: the items of an object are the entries of this place, and locations of their own. */
  | { readonly type: 'fields'; readonly place: Place }
  | { readonly type: 'draws'; readonly stream: string }
  | { readonly type: 'file'; readonly mode: 'r' | 'w' | 'rw'; readonly path: Place }
  | { readonly type: 'calls'; readonly place: Place }
  /** Keeps callables for later calls by code without probes. */
  | { readonly type: 'keeps'; readonly place: Place }
  /** Callables that run without probes, on copies: in another process, or on another machine. */
  | { readonly type: 'elsewhere'; readonly place: Place }
  /** Reads the notebook variables named in a string, each after `prefix`. */
  | { readonly type: 'names'; readonly text: Place; readonly prefix: string }
  /** Reads the files, folders and patterns named in a string between quotes, as SQL does. */
  | { readonly type: 'paths'; readonly place: Place }
  /** Runs Python code, text or compiled, with the names of the notebook. */
  | { readonly type: 'runs'; readonly place: Place }
  /** Looks up the notebook's functions and classes that a pickle (bytes, path or file) may name. */
  | { readonly type: 'pickled'; readonly place: Place }
  /** Looks up the names in annotations that are still text. */
  | { readonly type: 'annotations'; readonly place: Place }
  /** `code`: the kind of escape, if code needs to tell it. */
  | { readonly type: 'escapes'; readonly reason: string; readonly code: EscapeCode | null }
  /** Sends something to `target` ("network"): this cannot be undone, and a second run sends it again. */
  | { readonly type: 'sends'; readonly target: string }
  /** The result shows memory of this place, in a way not visible from the objects. */
  | { readonly type: 'shares'; readonly place: Place }
  /** The new object draws from this stream later, when it is used. Only analyses of code that has not run read this. */
  | { readonly type: 'later'; readonly stream: string }
  /** The call's use of the rows of data. Only analyses of code that has not run read this. */
  | { readonly type: 'role'; readonly role: RoleName; readonly places: readonly Place[] }
  /** The arguments of a callable among the arguments, in order. Only analyses of code that has not run read this. */
  | { readonly type: 'gives'; readonly place: Place; readonly results: readonly Result[] }
  /** The possible results, for code that has not run; probes see results themselves. */
  | { readonly type: 'returns'; readonly results: readonly Result[] }
  | { readonly type: 'all'; readonly effects: readonly Effect[] }
  | {
      readonly type: 'if';
      readonly condition: Condition;
      readonly consequent: Effect;
      readonly alternate: Effect;
    };

/**
 * The use of rows by a call. `source`: the call returns new rows; `rowwise`: each row of the result depends
 * only on its own row; `learns`: the result, or the receiver if it is none of the places, depends on all
 * rows; `codes`: each value gets another name, one for one; `groups`: a row of the result stands for several
 * rows; `stacks`: rows of several arguments stand one below the other; `rearranges`: rows are left out, or
 * change their order; `selects`: a part of the rows is taken; `resamples`: rows are copied or invented; `splits`: rows are divided; `ordered`: its parts keep the order of the rows; `fits`: a model
 * is trained on the rows; `scores`: a model is judged by the rows; `trains`: the models behind predictions
 * are trained; `stops`: the object, given to a training, ends the training by its scores; `tells`: the object gets the scores of the training; `aligns`: each part
 * of the result has the rows of its own place; `columns`: the result has the columns of a place; `relates`: the result
 * tells how columns go together, as a correlation does.
 */
export const ROLES = [
  'source',
  'rowwise',
  'codes',
  'learns',
  'groups',
  'stacks',
  'rearranges',
  'selects',
  'resamples',
  'splits',
  'fits',
  'scores',
  'trains',
  'stops',
  'tells',
  'aligns',
  'columns',
  'relates',
  'ordered',
] as const;
export type RoleName = (typeof ROLES)[number];

/** A result of a call. */
export type Result =
  /** A new object of a class, or an unchangeable value (`builtins.int`); with its elements, in order. */
  | { readonly type: 'made'; readonly kind: string; readonly holds: readonly Result[] }
  /** This very object. */
  | { readonly type: 'place'; readonly place: Place }
  /** A new object of the same class as this one. */
  | { readonly type: 'like'; readonly place: Place }
  /** A new object of the same class that shows the memory of this one. */
  | { readonly type: 'view'; readonly place: Place }
  /** The object of this class that the running cell has made last, such as pyplot's current figure. */
  | { readonly type: 'current'; readonly kind: string }
  /** A new object of this class that is a part of another one: its changes are changes of the whole. */
  | { readonly type: 'part'; readonly of: Result; readonly kind: string }
  /** A path of this class (or a string), joined of the values at these places. */
  | { readonly type: 'joined'; readonly kind: string; readonly places: readonly Place[] };

/** How an argument is bound: by position or name, by name only, `*args`, `**kwargs`. */
export type ParameterKind = 'pos' | 'kw' | 'var' | 'varkw';

/**
 * The part of an argument that the call reads: only the reference (`held`), the argument's own elements
 * (`shallow`), the length or key set (`length`); null: everything reachable from the argument.
 */
export type ReadNote = 'held' | 'shallow' | 'length' | null;

/** One parameter of a stub; `default` is absent if there is none, or it is no literal (`...`). */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly note: ReadNote;
  readonly default?: Constant;
}

/** Versions (inclusive) with the name: of the top-level package, or of Python for the standard library. */
export interface VersionRange {
  readonly since?: string;
  readonly until?: string;
}

/**
 * The effect of one function or method. `name` may be `__default__`: every other function of its scope; so
 * may `className`: every class of the module without a section of its own.
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

/** The value of a class's attribute: `loc: Returns[self]`. */
export interface AttributeStub {
  readonly module: string;
  readonly className: string;
  readonly name: string;
  readonly results: readonly Result[];
}

/** A mistake in a stub file: `message` is one line with the mistake and the correct form. */
export interface StubProblem {
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** All stubs of one file, in their order, and the modules with sections. */
export interface StubFile {
  readonly file: string;
  readonly modules: readonly string[];
  readonly stubs: readonly Stub[];
  readonly attributes: readonly AttributeStub[];
  readonly problems: readonly StubProblem[];
}
