/** Values of options, checked. Wrong ones are a SluiceError with exit code 2. */

import type { Shard } from '../../research/index.ts';
import { SluiceError } from '../../words/index.ts';

/** The result of the argument parser. */
export type Values = Readonly<Record<string, string | boolean | string[] | undefined>>;

/** The value of an option; null if absent. */
export function text(values: Values, key: string): string | null {
  const value = values[key];
  if (value === '') throw new SluiceError(`--${key} needs a value that is not empty`);
  return typeof value === 'string' ? value : null;
}

/** The values of a repeatable option. */
export function texts(values: Values, key: string): readonly string[] {
  const given = values[key];
  if (!Array.isArray(given)) return [];
  if (given.includes('')) throw new SluiceError(`--${key} needs a value that is not empty`);
  return given;
}

/** One of some words; the first if the option is absent. */
export function choice<T extends string>(values: Values, key: string, allowed: readonly [T, ...T[]]): T {
  const given = text(values, key);
  if (given === null) return allowed[0];
  const found = allowed.find((value) => value === given);
  if (found === undefined) throw new SluiceError(`--${key} is ${allowed.join(' or ')}, not ${given}`);
  return found;
}

/** The format in which a command prints: the one of `--format`, or JSON with `--json`. */
export function formatOrJson<T extends string>(values: Values, formats: readonly [T, ...T[]]): T | 'json' {
  const given = text(values, 'format');
  if (values.json !== true) return choice(values, 'format', formats);
  if (given !== null && given !== 'json')
    throw new SluiceError(`--json and --format ${given} cannot both be`);
  return 'json';
}

const UNITS: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/** A size in bytes, such as `500M`; null if absent. */
export function size(values: Values, key: string): number | null {
  const given = text(values, key);
  if (given === null) return null;
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([KMGT]?)B?$/i.exec(given) ?? [];
  if (number === undefined) throw new SluiceError(`--${key} takes a size, as 500M or 8G, not ${given}`);
  return Number(number) * (UNITS[unit.toUpperCase()] ?? 1);
}

/** A whole number from 1. */
export function positive(key: string, given: string): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(number) || number < 1) {
    throw new SluiceError(`--${key} takes a whole number from 1, not ${given}`);
  }
  return number;
}

/** One of N parts, as `K/N`; null if absent. */
export function shard(values: Values): Shard | null {
  const given = text(values, 'shard');
  if (given === null) return null;
  const [, part, of] = (/^(\d+)\/(\d+)$/.exec(given) ?? []).map(Number);
  if (part === undefined || of === undefined || part < 1 || part > of) {
    throw new SluiceError(`--shard takes K/N with K from 1 to N, not ${given}`);
  }
  return { part, of };
}
