/**
 * The abstract syntax for the static analyses: Python's syntax without the parts that do not matter for names
 * and flow. Plain data, without Lezer nodes and scopes.
 */

/** Offsets are UTF-16 units of the cell. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** An identifier, NFKC-normalised as Python does. */
export interface NameExpression extends Range {
  readonly type: 'name';
  readonly id: string;
}

/** A literal, with its source text; empty for an unknown expression. `truth` is known for numbers, `True`, `False`, `None`. */
export interface ConstantExpression extends Range {
  readonly type: 'constant';
  readonly truth: boolean | null;
  readonly text: string;
}

export interface Parameter {
  readonly name: string | null;
  readonly kind: 'positional' | 'star' | 'double-star' | 'keyword';
  readonly annotation: Expression | null;
  readonly default: Expression | null;
}

export interface LambdaExpression extends Range {
  readonly type: 'lambda';
  readonly parameters: readonly Parameter[];
  readonly body: Expression;
}

export interface ComprehensionClause {
  readonly target: Expression;
  readonly iterable: Expression;
  readonly conditions: readonly Expression[];
}

/** The results of brackets; a `tuple` of a comprehension is a generator. */
export type DisplayForm = 'tuple' | 'list' | 'set' | 'dict';

export interface ComprehensionExpression extends Range {
  readonly type: 'comprehension';
  readonly form: DisplayForm;
  readonly elements: readonly Expression[];
  readonly clauses: readonly ComprehensionClause[];
}

export interface Argument {
  readonly keyword: string | null;
  readonly star: boolean;
  readonly value: Expression;
}

export interface CallExpression extends Range {
  readonly type: 'call';
  readonly callee: Expression;
  readonly arguments: readonly Argument[];
}

/** Evaluation order of the children is left to right in every kind below unless said otherwise. */
export type Expression =
  | NameExpression
  | ConstantExpression
  | LambdaExpression
  | ComprehensionExpression
  | CallExpression
  | (Range & { readonly type: 'attribute'; readonly object: Expression; readonly attribute: string })
  | (Range & {
      readonly type: 'subscript';
      readonly object: Expression;
      readonly index: readonly Expression[];
    })
  /** `target := value` */
  | (Range & { readonly type: 'walrus'; readonly target: Expression; readonly value: Expression })
  /** `body if test else otherwise`: the test is evaluated first. */
  | (Range & {
      readonly type: 'conditional';
      readonly test: Expression;
      readonly body: Expression;
      readonly otherwise: Expression;
    })
  /** `and`, `or`: the right side may not be evaluated. */
  | (Range & { readonly type: 'boolean'; readonly left: Expression; readonly right: Expression })
  /** Tuple, list, set, dictionary display: holds its elements; of a dictionary, keys and values in turns. */
  | (Range & {
      readonly type: 'display';
      readonly form: DisplayForm;
      readonly elements: readonly Expression[];
    })
  /** Any other computation of a value from operands: operators, f-strings, `await`, `yield`, slices. */
  | (Range & { readonly type: 'operation'; readonly operands: readonly Expression[] })
  /** An IPython command. */
  | (Range & {
      readonly type: 'magic';
      readonly reads: readonly Expression[];
      readonly writes: readonly string[];
      readonly deletes: readonly string[];
      /** The path of the file that the command surely replaces by the text of the cell; null: there is none. */
      readonly file: string | null;
      /** Whether the command may bind names not visible in its text. */
      readonly unknownWrites: boolean;
    });

export interface TypeParameter {
  readonly name: string;
  readonly bound: Expression | null;
}

export interface FunctionStatement extends Range {
  readonly type: 'function';
  readonly name: NameExpression | null;
  readonly decorators: readonly Expression[];
  readonly typeParameters: readonly TypeParameter[];
  readonly parameters: readonly Parameter[];
  readonly returns: Expression | null;
  readonly body: readonly Statement[];
  /** A call does not run the body (`async`, generators). */
  readonly deferred: boolean;
}

export interface ClassStatement extends Range {
  readonly type: 'class';
  readonly name: NameExpression | null;
  readonly decorators: readonly Expression[];
  readonly typeParameters: readonly TypeParameter[];
  readonly bases: readonly Expression[];
  readonly body: readonly Statement[];
}

export interface TypeAliasStatement extends Range {
  readonly type: 'type-alias';
  readonly name: NameExpression | null;
  readonly typeParameters: readonly TypeParameter[];
  readonly value: Expression | null;
}

export interface Handler extends Range {
  readonly exception: Expression | null;
  readonly name: NameExpression | null;
  readonly body: readonly Statement[];
}

export interface WithItem {
  readonly context: Expression;
  readonly target: Expression | null;
}

/** A pattern: its captures and evaluated values. `irrefutable`: a bare capture or `_`. */
export interface Pattern {
  readonly captures: readonly NameExpression[];
  readonly values: readonly Expression[];
  readonly irrefutable: boolean;
}

export interface MatchCase extends Range {
  readonly pattern: Pattern;
  readonly guard: Expression | null;
  readonly body: readonly Statement[];
}

/** One imported name: the bound name and the source (`import a.b` binds `a`). */
export interface ImportedName {
  readonly bound: string;
  readonly path: string;
}

/** The dotted path of an imported name: `import a.b` binds `a`. */
export function importedPath(module: string | null, { bound, path }: ImportedName): string {
  if (module !== null) return `${module}.${path}`;
  return path.startsWith(`${bound}.`) ? bound : path;
}

export type Statement =
  | (Range & { readonly type: 'expression'; readonly value: Expression })
  | (Range & { readonly type: 'assign'; readonly targets: readonly Expression[]; readonly value: Expression })
  /** `target: annotation = value`; `simple`: the target is a bare name without brackets. */
  | (Range & {
      readonly type: 'annotated';
      readonly target: Expression;
      readonly annotation: Expression;
      readonly value: Expression | null;
      readonly simple: boolean;
    })
  | (Range & { readonly type: 'update'; readonly target: Expression; readonly value: Expression })
  | (Range & { readonly type: 'delete'; readonly targets: readonly Expression[] })
  /** `return`, `raise`: the code after them does not run. */
  | (Range & { readonly type: 'return' | 'raise'; readonly values: readonly Expression[] })
  | (Range & { readonly type: 'break' | 'continue' | 'pass' })
  | (Range & { readonly type: 'assert'; readonly values: readonly Expression[] })
  | (Range & { readonly type: 'global' | 'nonlocal'; readonly names: readonly string[] })
  | (Range & {
      readonly type: 'import';
      readonly module: string | null;
      readonly names: readonly ImportedName[];
      readonly star: boolean;
    })
  | TypeAliasStatement
  | (Range & {
      readonly type: 'if';
      readonly test: Expression | null;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  | (Range & {
      readonly type: 'while';
      readonly test: Expression | null;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  | (Range & {
      readonly type: 'for';
      readonly target: Expression;
      readonly iterable: Expression;
      readonly body: readonly Statement[];
      readonly otherwise: readonly Statement[];
    })
  | (Range & {
      readonly type: 'try';
      readonly body: readonly Statement[];
      readonly handlers: readonly Handler[];
      readonly otherwise: readonly Statement[];
      readonly finally: readonly Statement[];
    })
  | (Range & {
      readonly type: 'with';
      readonly items: readonly WithItem[];
      readonly body: readonly Statement[];
    })
  | (Range & { readonly type: 'match'; readonly subject: Expression; readonly cases: readonly MatchCase[] })
  | FunctionStatement
  | ClassStatement;
