/**
 * The parameters of a notebook as controls for people: names of the cell tagged `parameters`, with their present
 * values and the comments behind them; and new values as Python literals. It changes no notebook.
 */

import {
  findParameterPlaces,
  type LiteralValue,
  literalKind,
  literalValue,
  type ParameterRange,
} from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';
import { hasTag } from './cell-tags.ts';
import { parseJson } from './json-text.ts';
import type { Notebook } from './notebook.ts';
import { jsonLiteral } from './parameter-literals.ts';
import { type Parameter, parametersCell } from './parameters.ts';

/** A parameter that a person can set. */
export interface ParameterControl {
  readonly name: string;
  /** The kind of the default, which later values keep; `any`: the default is `None`. */
  readonly kind: 'text' | 'whole' | 'float' | 'truth' | 'list' | 'any';
  readonly value: LiteralValue;
  /** The comment behind the value; empty: there is none. */
  readonly help: string;
}

/** The controls; values that are no literals of JSON have none. */
export function parameterControls(notebook: Notebook): ParameterControl[] {
  const defaults = parametersCell(notebook);
  if (defaults === null) return [];
  const injected = notebook.cells.find((cell) => cell.type === 'code' && hasTag(cell, 'injected-parameters'));
  const later = injected === undefined ? new Map() : findParameterPlaces([injected.source]);
  return [...findParameterPlaces([defaults.source])].flatMap(([name, places]): ParameterControl[] => {
    const place = places.findLast(({ kind }) => kind === 'assignment');
    const kind = place && kindOf(place.text);
    const set: ParameterRange | undefined = later.get(name)?.at(-1) ?? place;
    const value = set && literalValue(set.text);
    if (place === undefined || kind === undefined || value === undefined) return [];
    return [{ name, kind, value, help: commentAt(defaults.source, place.to) }];
  });
}

/** A new value of a control as a parameter. @throws {SluiceError} 2 when it is of another kind. */
export function parameterOf({ name, kind }: ParameterControl, value: unknown): Parameter {
  if (!FITS[kind](value)) throw new SluiceError(`${name} is ${WORDS[kind]}`);
  const json = JSON.stringify(value);
  if (json.length > LONGEST) throw new SluiceError(`the value of ${name} is too long`);
  const parsed = parseJson(json);
  if (parsed.type === 'invalid') throw new SluiceError(`the value of ${name} cannot be read`);
  const literal = jsonLiteral(parsed.root, json);
  return { name, literal: kind === 'float' && /^-?\d+$/.test(literal) ? `${literal}.0` : literal };
}

/** The limit of a value, in characters. */
const LONGEST = 100_000;

const WORDS: Readonly<Record<ParameterControl['kind'], string>> = {
  text: 'a text',
  whole: 'a whole number',
  float: 'a number',
  truth: 'true or false',
  list: 'a list of numbers, texts, true, false, null and lists',
  any: 'a number, a text, true, false, null or a list',
};

const FITS: Readonly<Record<ParameterControl['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  whole: (value) => Number.isSafeInteger(value),
  float: (value) => Number.isFinite(value),
  truth: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value) && isPlain(value, 0),
  any: (value) => isPlain(value, 0),
};

/** The limit of lists in lists. */
const DEEPEST = 20;

function isPlain(value: unknown, depth: number): boolean {
  if (Array.isArray(value)) return depth < DEEPEST && value.every((item) => isPlain(item, depth + 1));
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

function kindOf(text: string): ParameterControl['kind'] | undefined {
  const kind = literalKind(text);
  if (kind === 'none') return 'any';
  if (kind === 'collection') return 'list';
  return kind ?? undefined;
}

function commentAt(source: string, end: number): string {
  return /^[ \t,;)]*#[ \t]*(.*)/.exec(source.slice(end))?.[1]?.trim() ?? '';
}
