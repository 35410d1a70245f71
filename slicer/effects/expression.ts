/**
 * Reads the annotation of a stub, `Mutates[self] if inplace else Pure`, as an effect.
 * It does not read definitions or files (parse does).
 */
import type { SyntaxNode } from '@lezer/common';
import { ESCAPE_CODES } from '../model.ts';
import type { Condition, Constant, Effect, Place, Result } from './model.ts';

/** The surroundings of an annotation: its text, the parameters it may name, whether it is one of an attribute, and the receiver of mistakes. */
export interface AnnotationScope {
  readonly text: string;
  readonly parameters: ReadonlySet<string>;
  readonly ofAttribute?: boolean;
  report(node: SyntaxNode, message: string): void;
}

const EFFECTS =
  'Pure, Unknown, Mutates[…], Writes[…], Reads[…], Iterates[…], Draws["…"], DrawsLater["…"], ReadsFile[…], WritesFile[…], UpdatesFile[…], Calls[…], Keeps[…], RunsElsewhere[…], ReadsNames[…], ReadsPaths[…], ReadsPickled[…], ReadsAnnotations[…], RunsText[…], Sends["…"], Shares[…], Escapes["…"], Gives[…], Returns[…], or a role: Source, Rowwise[…], Codes[…], Learns[…], Groups[…], Stacks[…], Rearranges[…], Selects[…], Resamples[…], Splits[…], Fits[…], Scores[…], Trains[…], Stops or Stops[…], Tells[…], Aligns[…], Columns[…]';
const FILE_MODES = { ReadsFile: 'r', WritesFile: 'w', UpdatesFile: 'rw' } as const;
const ONE_PLACE = {
  Calls: 'calls',
  Keeps: 'keeps',
  Fields: 'fields',
  RunsElsewhere: 'elsewhere',
  Shares: 'shares',
  ReadsPaths: 'paths',
  RunsText: 'runs',
  ReadsPickled: 'pickled',
  ReadsAnnotations: 'annotations',
} as const;
const ONE_STRING = ['Draws', 'DrawsLater', 'Sends'];
const PARTS = { Length: 'length', Each: 'each', Keys: 'keys', Leaves: 'leaves' } as const;
const ROLE_WORDS = {
  Rowwise: 'rowwise',
  Codes: 'codes',
  Learns: 'learns',
  Groups: 'groups',
  Stacks: 'stacks',
  Rearranges: 'rearranges',
  Selects: 'selects',
  Resamples: 'resamples',
  Splits: 'splits',
  Fits: 'fits',
  Scores: 'scores',
  Trains: 'trains',
  Stops: 'stops',
  Tells: 'tells',
  Aligns: 'aligns',
  Columns: 'columns',
} as const;
const PLACE_EFFECTS = { Mutates: 'mutates', Writes: 'writes', Reads: 'reads', Iterates: 'iterates' } as const;

/** The children with a meaning: all except comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== 'Comment') children.push(child);
  }
  return children;
}

/** The value of a literal node; undefined, without a report, if the node is none. */
export function readConstant(node: SyntaxNode, text: string): Constant | undefined {
  const source = text.slice(node.from, node.to);
  switch (node.name) {
    case 'None':
      return null;
    case 'Boolean':
      return source === 'True';
    case 'String':
      return /^(["'])[^\\]*\1$/.test(source) && !source.startsWith('"""') ? source.slice(1, -1) : undefined;
    case 'Number':
      return Number.isFinite(Number(source)) ? Number(source) : undefined;
    case 'UnaryExpression':
      return /^-\s*[\d.]+$/.test(source) ? Number(source.replace(/\s/g, '')) : undefined;
    default:
      return undefined;
  }
}

/** Reads an effect; an unreadable effect is reported, and becomes `unknown`, which claims nothing. */
export function readEffect(node: SyntaxNode, scope: AnnotationScope): Effect {
  const source = scope.text.slice(node.from, node.to);
  const children = childrenOf(node);
  if (node.name === 'ParenthesizedExpression') return readEffect(children[1]!, scope);
  if (node.name === 'VariableName' && source === 'Pure') return { type: 'pure' };
  if (node.name === 'VariableName' && source === 'Unknown') return { type: 'unknown' };
  if (node.name === 'VariableName' && source === 'Source')
    return { type: 'role', role: 'source', places: [] };
  if (node.name === 'VariableName' && source === 'Stops') return { type: 'role', role: 'stops', places: [] };
  if (node.name === 'ConditionalExpression' && children.length === 5) {
    return {
      type: 'if',
      condition: readCondition(children[2]!, scope),
      consequent: readEffect(children[0]!, scope),
      alternate: readEffect(children[4]!, scope),
    };
  }
  if (node.name === 'BinaryExpression' && sourceOf(children[1], scope) === '&') {
    const effects = [children[0]!, children[2]!].map((part) => readEffect(part, scope));
    return { type: 'all', effects: effects.flatMap((part) => (part.type === 'all' ? part.effects : [part])) };
  }
  const [head, args] = readSubscript(node, scope);
  if (head === null) return unknown(node, scope, `"${source}" is no effect; write one of ${EFFECTS}`);
  return readNamedEffect(node, head, args, scope);
}

function readNamedEffect(
  node: SyntaxNode,
  head: string,
  args: readonly SyntaxNode[],
  scope: AnnotationScope,
): Effect {
  if (head in PLACE_EFFECTS) {
    const type = PLACE_EFFECTS[head as keyof typeof PLACE_EFFECTS];
    const places = args.flatMap((arg) => readPlace(arg, scope) ?? []);
    const whole = places.findIndex((place) => type === 'writes' && isWhole(place));
    if (whole >= 0) {
      const source = sourceOf(args[whole], scope);
      const message = `Writes[${source}] names no field; write Mutates[${source}], or a field as in Writes[${source}.attr]`;
      return unknown(args[whole]!, scope, message);
    }
    return { type, places };
  }
  if (head in ROLE_WORDS) {
    const role = ROLE_WORDS[head as keyof typeof ROLE_WORDS];
    return { type: 'role', role, places: args.flatMap((arg) => readPlace(arg, scope) ?? []) };
  }
  if (head === 'Returns') {
    return { type: 'returns', results: args.flatMap((arg) => readResult(arg, scope) ?? []) };
  }
  if (head === 'Gives') {
    const place = args[0] && readPlace(args[0], scope);
    if (place)
      return { type: 'gives', place, results: args.slice(1).flatMap((arg) => readResult(arg, scope) ?? []) };
    return unknown(node, scope, 'Gives takes a place, and what the callables there are called with');
  }
  if (head === 'Fields' && !scope.ofAttribute)
    return unknown(node, scope, 'Fields declares the items of a class: __items__: Fields[self.attr]');
  if (head in FILE_MODES || head in ONE_PLACE) {
    if (args.length !== 1)
      return unknown(node, scope, `${head}[…] takes one place; combine several with "&"`);
    const place = readPlace(args[0]!, scope);
    if (!place) return { type: 'unknown' };
    if (head in ONE_PLACE) return { type: ONE_PLACE[head as keyof typeof ONE_PLACE], place };
    return { type: 'file', mode: FILE_MODES[head as keyof typeof FILE_MODES], path: place };
  }
  if (head === 'ReadsNames') {
    const text = args[0] && readPlace(args[0], scope);
    const prefix = args[1] ? readConstant(args[1], scope.text) : '';
    if (text && typeof prefix === 'string' && args.length < 3) return { type: 'names', text, prefix };
    return unknown(
      node,
      scope,
      'ReadsNames takes a parameter and the prefix of names: ReadsNames[expr, "@"]',
    );
  }
  if (head === 'Escapes') return readEscape(node, args, scope);
  if (ONE_STRING.includes(head)) {
    const value = args.length === 1 ? readConstant(args[0]!, scope.text) : undefined;
    if (typeof value !== 'string') return unknown(node, scope, `${head} takes one string: ${head}["…"]`);
    if (head === 'Sends') return { type: 'sends', target: value };
    return { type: head === 'Draws' ? 'draws' : 'later', stream: value };
  }
  return unknown(node, scope, `"${head}" is no effect; write one of ${EFFECTS}`);
}

/** `Escapes["a thread goes on"]`, `Escapes["task", "a task runs on by itself"]`. */
function readEscape(node: SyntaxNode, args: readonly SyntaxNode[], scope: AnnotationScope): Effect {
  const texts = args.map((arg) => readConstant(arg, scope.text));
  const [reason, first] = [texts.at(-1), texts.length === 2 ? texts[0] : null];
  const code = ESCAPE_CODES.find((each) => each === first) ?? null;
  const isCode = first === null || code !== null;
  if (typeof reason === 'string' && texts.length <= 2 && isCode) return { type: 'escapes', reason, code };
  const codes = ESCAPE_CODES.map((each) => `"${each}"`).join(', ');
  return unknown(node, scope, `Escapes takes one string, and before it a code (${codes}): Escapes["…"]`);
}

/** `"pandas.DataFrame"`, `("tuple", "int", Each[p])`, `Like[p]`, `View[p]`, or a place. */
function readResult(node: SyntaxNode, scope: AnnotationScope): Result | null {
  const kind = readConstant(node, scope.text);
  if (typeof kind === 'string') return { type: 'made', kind: fullKind(kind), holds: [] };
  if (node.name === 'TupleExpression') {
    const [first, ...held] = childrenOf(node).filter((child) => !'(),'.includes(child.name));
    const made = first && readConstant(first, scope.text);
    if (typeof made !== 'string') return refuse(node, scope, 'a result in brackets begins with its class');
    return {
      type: 'made',
      kind: fullKind(made),
      holds: held.flatMap((part) => readResult(part, scope) ?? []),
    };
  }
  const [head, args] = readSubscript(node, scope);
  if ((head === 'Like' || head === 'View') && args.length === 1) {
    const place = readPlace(args[0]!, scope);
    return place && { type: head === 'Like' ? 'like' : 'view', place };
  }
  const place = readPlace(node, scope);
  return place && { type: 'place', place };
}

/** A class without a module is a builtin one. */
const fullKind = (kind: string): string => (kind.includes('.') ? kind : `builtins.${kind}`);

/** Whether a place is a whole object: `Writes` is for fields, which get a new value without regard to the old one. */
function isWhole(place: Place): boolean {
  return (
    place.type === 'parameter' || place.type === 'each' || place.type === 'keys' || place.type === 'leaves'
  );
}

function readPlace(node: SyntaxNode, scope: AnnotationScope): Place | null {
  const source = sourceOf(node, scope);
  if (node.name === 'VariableName') {
    if (scope.parameters.has(source)) return { type: 'parameter', name: source };
    return refuse(node, scope, `"${source}" is no parameter of this function; name one of its parameters`);
  }
  const children = childrenOf(node);
  if (node.name === 'MemberExpression' && sourceOf(children[1], scope) === '.') {
    const of = readPlace(children[0]!, scope);
    return of && { type: 'attribute', of, name: sourceOf(children[2], scope) };
  }
  if (node.name === 'MemberExpression') {
    const [head, args] = readSubscript(node, scope);
    const [arg, ...more] = args;
    if (!arg || more.length > 0) {
      return refuse(node, scope, `"${source}": a place takes one subscript; list places with ","`);
    }
    if (head === 'World') {
      const name = readConstant(arg, scope.text);
      if (typeof name === 'string') return { type: 'world', name };
      return refuse(node, scope, 'World takes one string: World["files"]');
    }
    if (head !== null && Object.hasOwn(PARTS, head)) {
      const inner = readPlace(arg, scope);
      return inner && { type: PARTS[head as keyof typeof PARTS], of: inner };
    }
    const of = readPlace(children[0]!, scope);
    const [sign, but] = childrenOf(arg);
    if (arg.name === 'UnaryExpression' && sourceOf(sign, scope) === '~') {
      const excepted = readPlace(but!, scope);
      return of && excepted && { type: 'others', of, key: excepted };
    }
    const key = readConstant(arg, scope.text);
    const keyPlace: Place | null =
      key !== undefined ? { type: 'constant', value: key } : readPlace(arg, scope);
    return of && keyPlace && { type: 'item', of, key: keyPlace };
  }
  return refuse(
    node,
    scope,
    `"${source}" is no place; write a parameter, p.attr, p[key], p[~key], Length[p], Each[p], Keys[p], Leaves[p] or World["…"]`,
  );
}

function readCondition(node: SyntaxNode, scope: AnnotationScope): Condition {
  const children = childrenOf(node);
  const source = sourceOf(node, scope);
  if (node.name === 'ParenthesizedExpression') return readCondition(children[1]!, scope);
  if (isArgument(node)) return { type: 'truthy', parameter: parameterOf(node, scope) };
  if (node.name === 'UnaryExpression' && children[0]?.name === 'not') return negateFirst(children[1]!, scope);
  if (node.name === 'BinaryExpression') {
    const operator = children
      .slice(1, -1)
      .map((child) => sourceOf(child, scope))
      .join(' ');
    const [left, right] = [children[0]!, children[children.length - 1]!];
    if (operator === 'and' || operator === 'or') {
      return { type: operator, conditions: [readCondition(left, scope), readCondition(right, scope)] };
    }
    const test = readComparison(left, operator, right, scope);
    if (test) return test;
  }
  scope.report(
    node,
    `"${source}" is no condition; write p, p is None, p == 'const', p in ('a', 'b'), not, and, or`,
  );
  return { type: 'and', conditions: [] };
}

function readComparison(
  left: SyntaxNode,
  operator: string,
  right: SyntaxNode,
  scope: AnnotationScope,
): Condition | null {
  if (!isArgument(left)) return null;
  const parameter = parameterOf(left, scope);
  const negated = operator === 'is not' || operator === '!=' || operator === 'not in';
  let test: Condition;
  if (operator === 'is' || operator === 'is not') {
    if (right.name !== 'None') return null;
    test = { type: 'none', parameter };
  } else if (operator === '==' || operator === '!=') {
    const value = readConstant(right, scope.text);
    if (value !== undefined) test = { type: 'equal', parameter, value };
    else if (isArgument(right)) test = { type: 'same', parameter, other: parameterOf(right, scope) };
    else return null;
  } else if ((operator === 'in' || operator === 'not in') && right.name === 'TupleExpression') {
    const values = childrenOf(right).filter((child) => !'(),'.includes(child.name));
    const constants = values.map((value) => readConstant(value, scope.text));
    if (constants.some((value) => value === undefined)) return null;
    test = {
      type: 'or',
      conditions: constants.map((value) => ({ type: 'equal', parameter, value: value as Constant })),
    };
  } else return null;
  return negated ? { type: 'not', condition: test } : test;
}

/** The grammar reads `not a and b` as `not (a and b)`; Python's `not` binds tighter: negate the first operand. */
function negateFirst(node: SyntaxNode, scope: AnnotationScope): Condition {
  const children = childrenOf(node);
  const operator = node.name === 'BinaryExpression' ? sourceOf(children[1], scope) : '';
  if (operator === 'and' || operator === 'or') {
    return {
      type: operator,
      conditions: [negateFirst(children[0]!, scope), readCondition(children[2]!, scope)],
    };
  }
  return { type: 'not', condition: readCondition(node, scope) };
}

/** `Head[a, b]` as its head (null for another shape) and its arguments. */
function readSubscript(
  node: SyntaxNode,
  scope: AnnotationScope,
): readonly [string | null, readonly SyntaxNode[]] {
  const [head, bracket, ...rest] = childrenOf(node);
  if (node.name !== 'MemberExpression' || bracket?.name !== '[') return [null, []];
  const args = rest.filter((child) => child.name !== ',' && child.name !== ']');
  return [head?.name === 'VariableName' ? sourceOf(head, scope) : '', args];
}

/** A parameter or an attribute of one: `inplace`, `self.copy`. */
function isArgument(node: SyntaxNode): boolean {
  const [base, dot] = childrenOf(node);
  return (
    node.name === 'VariableName' ||
    (node.name === 'MemberExpression' && dot?.name === '.' && isArgument(base!))
  );
}

function parameterOf(node: SyntaxNode, scope: AnnotationScope): string {
  const name = sourceOf(node, scope);
  const [root] = name.split('.', 1);
  if (!scope.parameters.has(root!)) {
    scope.report(node, `"${root}" is no parameter of this function; name one of its parameters`);
  }
  return name;
}

function sourceOf(node: SyntaxNode | undefined, scope: AnnotationScope): string {
  return node ? scope.text.slice(node.from, node.to) : '';
}

function unknown(node: SyntaxNode, scope: AnnotationScope, message: string): Effect {
  scope.report(node, message);
  return { type: 'unknown' };
}

function refuse(node: SyntaxNode, scope: AnnotationScope, message: string): null {
  scope.report(node, message);
  return null;
}
