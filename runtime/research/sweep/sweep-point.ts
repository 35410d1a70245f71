/** The result of one combination of a sweep, and its form in files and on standard output. It runs nothing. */

import { createHash } from 'node:crypto';
import { type JsonValue, type Output, parseJson, toValue } from '../../documents/index.ts';
import type { Combination } from './combinations.ts';

/** A picture among the outputs of a cell. */
export interface SweptFigure {
  readonly cell: string;
  /** The position of the cell among the code cells, from 1. */
  readonly index: number;
  readonly media: string;
  /** Equal pictures have one hash; a file of results holds the data once. */
  readonly hash: string;
  /** Base64, or the text of an SVG. */
  readonly data?: string;
}

/** The result of a combination. */
export interface SweepPoint {
  readonly type: 'point';
  /** The notebook. */
  readonly file: string;
  readonly parameters: Readonly<Record<string, JsonValue>>;
  /** The text of the first collected expression; null: the combination failed. */
  readonly value: string | null;
  /** The texts of all collected expressions. */
  readonly values: Readonly<Record<string, string>>;
  /** The numbers in the values, by their labels. */
  readonly numbers: Readonly<Record<string, number>>;
  /** The cells that ran, and the cells of a full run. */
  readonly cells_run: number;
  readonly cells_full: number;
  readonly ms: number;
  /** Why the combination failed, in one sentence. */
  readonly error: string | null;
  readonly figures: readonly SweptFigure[];
}

/** The values of a combination as JSON: numbers, texts, truth values, null; of other literals the text. */
export function parametersJson(combination: Combination): Record<string, JsonValue> {
  return Object.fromEntries(combination.map(({ name, literal }) => [name, literalJson(literal)]));
}

function literalJson(literal: string): JsonValue {
  if (literal === 'None') return null;
  const json = literal === 'True' ? 'true' : literal === 'False' ? 'false' : literal;
  const parse = parseJson(json);
  return parse.type === 'parsed' && parse.root.type !== 'object' && parse.root.type !== 'array'
    ? toValue(parse.root)
    : literal;
}

/** The key of a combination: equal parameters have one. */
export function keyOf(parameters: SweepPoint['parameters']): string {
  return JSON.stringify(Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const PICTURES = ['image/svg+xml', 'image/png', 'image/jpeg'];

/** The pictures among outputs. */
export function picturesIn(cell: string, index: number, outputs: readonly Output[]): SweptFigure[] {
  return outputs.flatMap((output) => {
    if (!('data' in output)) return [];
    const media = PICTURES.find((each) => typeof output.data[each] === 'string');
    if (media === undefined) return [];
    const data = (output.data[media] as string).trim();
    const hash = createHash('sha256').update(data).digest('base64url').slice(0, 16);
    return [{ cell, index, media, hash, data }];
  });
}
