/** The values of parameters as Python literals, from the text of an option or from JSON. It changes no notebook. */

import { type LiteralKind, literalKind } from '../../slicer/index.ts';
import { SluiceError } from '../words/index.ts';
import type { JsonNode } from './json-text.ts';
import type { Parameter } from './parameters.ts';

/** Text as a Python literal. */
export function textLiteral(text: string): string {
  // each escape of JSON means the same to Python
  return JSON.stringify(text);
}

/**
 * The literal for an option's text, by papermill's rules: `True`, `False`, `None`, a whole number, a float,
 * otherwise text.
 */
export function inferredLiteral(text: string): string {
  if (text === 'True' || text === 'False' || text === 'None') return text;
  const number = text.trim();
  const [, sign, digits] = /^([+-]?)(\d+(?:_\d+)*)$/.exec(number) ?? [];
  if (digits !== undefined) {
    // (a literal may not begin with zeros)
    return (sign === '-' ? '-' : '') + (digits.replaceAll('_', '').replace(/^0+(?=\d)/, '') || '0');
  }
  if (/^[+-]?(?:inf|infinity|nan)$/i.test(number)) return `float("${number.toLowerCase()}")`;
  const digitsOf = String.raw`\d+(?:_\d+)*`;
  const float = new RegExp(
    `^[+-]?(?:${digitsOf}\\.?|${digitsOf}\\.${digitsOf}|\\.${digitsOf})(?:e[+-]?${digitsOf})?$`,
    'i',
  );
  return float.test(number) ? number : textLiteral(text);
}

/** A value of a JSON text as a Python literal; numbers as they are written. */
export function jsonLiteral(node: JsonNode, text: string): string {
  switch (node.type) {
    case 'object':
      return `{${node.members.map(({ key, value }) => `${textLiteral(key)}: ${jsonLiteral(value, text)}`).join(', ')}}`;
    case 'array':
      return `[${node.items.map((item) => jsonLiteral(item, text)).join(', ')}]`;
    case 'string':
      return textLiteral(node.value);
    case 'number':
      return Number.isFinite(node.value) || /\d/.test(text.slice(node.start, node.end))
        ? text.slice(node.start, node.end)
        : `float("${text.slice(node.start, node.end).toLowerCase()}")`;
    case 'literal':
      return node.value === null ? 'None' : node.value ? 'True' : 'False';
  }
}

const WORDS: Readonly<Record<LiteralKind, string>> = {
  text: 'a text',
  whole: 'a number',
  float: 'a number',
  truth: 'True or False',
  none: 'None',
  collection: 'a list, tuple or dictionary',
};

/**
 * The literal for a parameter, of the same kind as the present value if that is a literal. `present`: the text
 * of the present value; null: there is none. @throws {SluiceError} 2 if the option's text is of another kind.
 */
export function keptLiteral({ name, literal, text }: Parameter, present: string | null): string {
  if (text === undefined || present === null) return literal;
  const kind = literalKind(present);
  if (kind === null || kind === 'none') return collectionIn(text) ?? literal;
  const given = literalKind(literal);
  if (given === 'none') return literal;
  const isNumber = given === 'whole' || given === 'float' || literal.startsWith('float(');
  switch (kind) {
    case 'text':
      return textLiteral(text);
    case 'float':
      if (isNumber) return given === 'whole' ? `${literal}.0` : literal;
      break;
    case 'whole':
      if (isNumber) return literal;
      break;
    case 'truth':
      if (given === 'truth') return literal;
      if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 'True' : 'False';
      break;
    case 'collection': {
      const collection = collectionIn(text);
      if (collection !== null) return collection;
    }
  }
  throw new SluiceError(
    `${name} is ${WORDS[kind]} in the notebook (${shortened(present)}), and ${shortened(text)} is not; -r ${name} sets a text`,
  );
}

function collectionIn(text: string): string | null {
  return literalKind(text) === 'collection' ? text.trim() : null;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}
