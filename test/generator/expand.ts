/**
 * Expands a template into Python text: chooses existing variables, expressions and nested statements. It keeps the notebook's
 * live variables up to date. `program.ts` makes the program as a whole.
 */

import {
  type Grammar,
  LITERALS,
  PARENT_KINDS,
  type Placeholder,
  replacePlaceholders,
  type Template,
} from './grammar.ts';
import type { Choices } from './random.ts';

/** A variable of the program: its name and kind. */
export interface Variable {
  readonly name: string;
  readonly kind: string;
}

/** The inputs of an expansion, and its changes. */
export interface Scope {
  readonly choices: Choices;
  readonly grammar: Grammar;
  readonly groups: ReadonlySet<string>;
  /** Existing global variables, oldest first. */
  readonly live: Variable[];
  /** How many names each kind has had. */
  readonly counts: Map<string, number>;
  /** Names surely bound by the statements in expansion. */
  readonly bound: Set<string>;
}

interface Place {
  readonly locals: readonly Variable[];
  readonly inFunction: boolean;
  readonly depth: number;
}

const TOP: Place = { locals: [], inFunction: false, depth: 0 };
const KEYS = ["'a'", "'b'", "'c'"];
const COLUMNS = ["'c'", "'d'", "'e'", "'b'"];
const WORDS = ["'banana'", "'a-b-c'", "'data'", "'Zebra'"];
const FILES = ["'one.txt'", "'two.txt'"];
/** Words with a fixed set of literals; the iterations of hot loops are some hundreds, where tracing has long switched off. */
const CHOICES: Readonly<Record<string, readonly string[]>> = {
  s: WORDS,
  col: COLUMNS,
  fname: FILES,
  much: ['300', '700', '1500'],
  half: ['150', '250'],
  mode: ['ignore', 'warn'],
  filter: ['ignore', 'always', 'error'],
};

/** Whether a kind is the wanted one, or stands for it. */
export function isKind(kind: string, wanted: string): boolean {
  return kind === wanted || PARENT_KINDS[kind] === wanted;
}

/** The text of a statement, its needs being met. */
export function expandStatement(scope: Scope, template: Template): string {
  return expand(scope, template, TOP, new Map());
}

/** The text of an alternative in which `{x}` stands for the given name. */
export function expandPlain(scope: Scope, template: Template, name: string): string {
  return expand(scope, template, TOP, new Map([['x', name]]));
}

/** True when each kind in the template has a variable. */
export function isReady(scope: Scope, template: Template, locals: readonly Variable[] = []): boolean {
  return template.needs.every((kind) => available(scope, kind, locals).length > 0);
}

function available(scope: Scope, kind: string, locals: readonly Variable[]): Variable[] {
  const hidden = new Set(locals.map((v) => v.name));
  const globals = scope.live.filter((v) => isKind(v.kind, kind) && !hidden.has(v.name));
  // a local is meant to be used: it counts twice
  const here = locals.filter((v) => isKind(v.kind, kind));
  return [...globals, ...here, ...here];
}

function expand(scope: Scope, template: Template, place: Place, labels: Map<string, string>): string {
  const made: Variable[] = [];
  const gone: string[] = [];
  let locals = place.locals;
  const inFunction = place.inFunction || /^(def|class|@)/.test(template.text);
  const binds = place.depth === 0 && template.text.startsWith('{');
  const text = replacePlaceholders(template.text, (placeholder, at) => {
    const { word, label, local, mark } = placeholder;
    const known = labels.get(word);
    if (known !== undefined) return known;
    if (local !== null) {
      const name = locals.some((v) => v.name === word) ? `${word}${place.depth + 1}` : word;
      labels.set(word, name);
      locals = [...locals, { name, kind: local }];
      return name;
    }
    if (word === 'do')
      return nested(scope, { locals, inFunction, depth: place.depth + 1 }, indentAt(template.text, at));
    const global = / global [^\n]*$/.test(template.text.slice(0, at));
    const value = choose(scope, placeholder, {
      locals: global ? [] : locals,
      inFunction,
      depth: place.depth,
    });
    if (value === null) return placeholder.text;
    if (mark === '!') made.push({ name: value, kind: word });
    if (mark === '-') gone.push(value);
    if (binds && (mark === '!' || mark === '~')) scope.bound.add(value);
    if (label !== null) labels.set(label, value);
    return value;
  });
  for (const name of gone) {
    const index = scope.live.findIndex((v) => v.name === name);
    if (index >= 0) scope.live.splice(index, 1);
  }
  scope.live.push(...made);
  return text;
}

function choose(scope: Scope, { word, mark }: Placeholder, place: Place): string | null {
  const { choices } = scope;
  if (mark === '!') {
    const count = (scope.counts.get(word) ?? 0) + 1;
    scope.counts.set(word, count);
    return `${word}${count}`;
  }
  if (LITERALS.has(word)) return literal(scope, word, place);
  if (word === 'int' || word === 'cond') return expression(scope, word, place);
  const locals = mark === '-' ? [] : place.locals;
  const found = available(scope, word, locals);
  if (found.length === 0) return null;
  return choices.pick(found).name;
}

function literal({ choices }: Scope, word: string, { locals }: Place): string {
  const variables = locals.filter((v) => v.kind === word);
  if (variables.length > 0 && choices.chance(0.7)) return choices.pick(variables).name;
  if (word === 'n') return String(choices.int(0, 9));
  if (word === 'i') return String(choices.int(0, 2));
  if (word === 'i01') return String(choices.int(0, 1));
  if (word === 'at') return String(choices.int(0, 29));
  return choices.pick(CHOICES[word] ?? KEYS);
}

function expression(scope: Scope, word: string, place: Place): string {
  const all = scope.grammar.expressions.get(word) ?? [];
  const deep = place.depth >= 3;
  const ready = all.filter(
    (t) =>
      isReady(scope, t, place.locals) &&
      !(deep && t.placeholders.some((p) => p.word === 'int' || p.word === 'cond')),
  );
  if (ready.length === 0) return word === 'cond' ? 'True' : String(scope.choices.int(0, 9));
  return expand(scope, scope.choices.pick(ready), { ...place, depth: place.depth + 1 }, new Map());
}

function nested(scope: Scope, place: Place, indent: string): string {
  const ready = scope.grammar.statements.filter(
    (t) =>
      t.nestable &&
      scope.groups.has(t.group) &&
      !(place.inFunction && t.rebinds) &&
      !(place.depth >= 3 && t.text.includes('\n')) &&
      isReady(scope, t, place.locals),
  );
  if (ready.length === 0) return 'pass';
  return expand(scope, scope.choices.pick(ready), place, new Map()).replaceAll('\n', `\n${indent}`);
}

function indentAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  return /^\s*/.exec(line)?.[0] ?? '';
}
