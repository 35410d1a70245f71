/**
 * The names of cells, analysed once for each environment: a new check of a notebook analyses only the cells
 * that an edit can affect.
 */

import {
  analyzeLiveness,
  type CellLiveness,
  type ParsedCell,
  parseCell,
  type StaticEnvironment,
} from '../static/index.ts';
import type { CheckedCell } from './facts.ts';

/** The analysis of a cell in an environment. */
export interface AnalysedCell {
  readonly parsed: ParsedCell;
  readonly environment: StaticEnvironment;
  readonly names: CellLiveness;
}

const analysed = new WeakMap<CheckedCell, AnalysedCell>();

/** The analysis of a cell; the cached one if neither the cell nor its environment has changed. */
export function analysedCell(cell: CheckedCell, environment: StaticEnvironment): AnalysedCell {
  const known = analysed.get(cell);
  if (known !== undefined && isSame(known.environment, environment)) return known;
  const parsed = known?.parsed ?? parseCell(cell.source);
  const found = { parsed, environment, names: analyzeLiveness(parsed, environment) };
  analysed.set(cell, found);
  return found;
}

/**
 * Whether two environments are equal. Functions are compared by identity: a cell that defines a function
 * again changes the environment of the cells below.
 */
function isSame(a: StaticEnvironment, b: StaticEnvironment): boolean {
  if (a === b) return true;
  return (
    a.library === b.library &&
    a.unknownCalls === b.unknownCalls &&
    isSameMap(a.functions, b.functions) &&
    isSameMap(a.imports, b.imports) &&
    isSameMap(a.kinds, b.kinds) &&
    isSameMap(a.aliases ?? new Map(), b.aliases ?? new Map(), isSameSet)
  );
}

function isSameMap<Value>(
  a: ReadonlyMap<string, Value>,
  b: ReadonlyMap<string, Value>,
  equal: (a: Value, b: Value) => boolean = Object.is,
): boolean {
  return (
    a === b ||
    (a.size === b.size &&
      [...a].every(([key, value]) => {
        const other = b.get(key);
        return other !== undefined && equal(value, other);
      }))
  );
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
