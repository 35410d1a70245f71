/**
 * Finds the places in a notebook's text where a parameter's value stands: an assignment to its name, or a keyword
 * argument with a literal value. It reads text only, and changes nothing.
 */

import { walkSyntax } from '../check/walk-syntax.ts';
import { type Expression, parseCell } from '../static/index.ts';
import type { Range } from '../static/syntax.ts';
import { isLiteral } from './literals.ts';

/** The value of a parameter in the text of a cell. */
export interface ParameterRange extends Range {
  /** `nested`: an assignment in a block, which may not run, or may run often. */
  readonly kind: 'assignment' | 'nested' | 'argument';
  /** The position of the cell in the given list, from 0. */
  readonly cell: number;
  /** The text of the value. */
  readonly text: string;
}

/** The places of all names, in order of the text. Functions of the notebook keep their own names. */
export function findParameterPlaces(sources: readonly string[]): ReadonlyMap<string, ParameterRange[]> {
  const found = new Map<string, ParameterRange[]>();
  for (const [cell, source] of sources.entries()) {
    const note = (name: string, kind: ParameterRange['kind'], { from, to }: Range): void => {
      const place = { kind, cell, from, to, text: source.slice(from, to) };
      found.set(name, [...(found.get(name) ?? []), place]);
    };
    for (const { body, isolated } of parseCell(source).statements) {
      if (isolated !== null) continue;
      walkSyntax(body, (node, { inFunction, nested }) => {
        if (node.type === 'call') {
          for (const { keyword, value } of node.arguments)
            if (keyword !== null && isLiteral(value, source)) note(keyword, 'argument', value);
          return;
        }
        if (inFunction || (node.type !== 'assign' && node.type !== 'annotated') || node.value === null)
          return;
        const targets = node.type === 'assign' ? node.targets : [node.target];
        // one value of `a = b = 1` stands for two names
        if (targets.length > 1) return;
        const kind = nested ? 'nested' : 'assignment';
        for (const [name, value] of namedValues(targets[0]!, node.value)) note(name, kind, value);
      });
    }
  }
  return found;
}

/** The names of a target with their values: `a, b = 1, 2` has two. */
function namedValues(target: Expression, value: Expression): (readonly [string, Expression])[] {
  if (target.type === 'name') return [[target.id, value]];
  if (target.type !== 'display' || value.type !== 'display') return [];
  if (target.elements.length !== value.elements.length) return [];
  return target.elements.flatMap((each, at) => namedValues(each, value.elements[at]!));
}
