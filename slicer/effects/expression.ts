/**
 * Reads the annotation of a stub, `Mutates[self] if inplace else Pure`, as an effect.
 * Definitions and files: parse.ts; places, conditions: place.ts, condition.ts.
 */

import type { SyntaxNode } from '@lezer/common';
import { ESCAPE_CODES } from '../records/execution-record.ts';
import {
  type AnnotationScope,
  childrenOf,
  readConstant,
  readSubscript,
  refuse,
  sourceOf,
} from './annotation.ts';
import { readCondition } from './condition.ts';
import type { Effect, Place, Result } from './model.ts';
import { readPlace } from './place.ts';

const EFFECTS =
  'Pure, Unknown, Mutates[…], Writes[…], Reads[…], Iterates[…], Draws["…"], DrawsLater["…"], ReadsFile[…], WritesFile[…], UpdatesFile[…], Calls[…], Keeps[…], RunsElsewhere[…], ReadsNames[…], ReadsPaths[…], ReadsPickled[…], ReadsAnnotations[…], RunsText[…], Sends["…"], Shares[…], Escapes["…"], Gives[…], Returns[…], or a role: Source, Ordered, Rowwise[…], Codes[…], Learns[…], Groups[…], Stacks[…], Rearranges[…], Selects[…], Resamples[…], Splits[…], Fits[…], Scores[…], Trains[…], Stops or Stops[…], Tells[…], Aligns[…], Columns[…], Relates[…]';
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
  Relates: 'relates',
} as const;
const PLACE_EFFECTS = { Mutates: 'mutates', Writes: 'writes', Reads: 'reads', Iterates: 'iterates' } as const;

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
  if (node.name === 'VariableName' && source === 'Ordered')
    return { type: 'role', role: 'ordered', places: [] };
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

/** `"pandas.DataFrame"`, `("tuple", "int", Each[p])`, `Like[p]`, `Part[self, "a.Class"]`, …, or a place. */
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
  const named = args.map((arg) => readConstant(arg, scope.text)).find((text) => typeof text === 'string');
  if (typeof named === 'string' && (head === 'Current' || head === 'Part' || head === 'Joined')) {
    const kind = fullKind(named);
    const [first] = args;
    if (head === 'Current' && args.length === 1) return { type: 'current', kind };
    if (head === 'Part' && args.length === 2 && first !== undefined) {
      const of = readResult(first, scope);
      return of && { type: 'part', of, kind };
    }
    if (head === 'Joined')
      return { type: 'joined', kind, places: args.slice(1).flatMap((arg) => readPlace(arg, scope) ?? []) };
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

function unknown(node: SyntaxNode, scope: AnnotationScope, message: string): Effect {
  scope.report(node, message);
  return { type: 'unknown' };
}
