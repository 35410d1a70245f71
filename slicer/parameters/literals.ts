/** Literals of Python: values that a text states without computing them. */

import { type Expression, parseCell } from '../static/index.ts';

/** The kind of a literal. A sign before a number belongs to the number. */
export type LiteralKind = 'text' | 'whole' | 'float' | 'truth' | 'none' | 'collection';

/** Whether an expression of a source states a value. */
export function isLiteral(value: Expression, source: string): boolean {
  return kindOf(value, source) !== null;
}

/** The kind of a literal in a text; null: the text is no literal. */
export function literalKind(text: string): LiteralKind | null {
  const { statements, errors } = parseCell(text);
  const [statement] = statements;
  const body = statement?.body[0];
  if (errors.length > 0 || statements.length !== 1 || body?.type !== 'expression') return null;
  if (statement!.text.trim() !== text.trim()) return null;
  return kindOf(body.value, text);
}

/** A value that Python and JSON both have. */
export type LiteralValue = string | number | boolean | null | readonly LiteralValue[];

/**
 * The value of a literal in a text; undefined: the text is no literal, or JSON has no such value (a tuple, a
 * dictionary, a text with a prefix or several lines).
 */
export function literalValue(text: string): LiteralValue | undefined {
  if (literalKind(text) === null) return undefined;
  const [statement] = parseCell(text).statements;
  const body = statement?.body[0];
  return body?.type === 'expression' ? valueIn(body.value, text) : undefined;
}

function valueIn(value: Expression, source: string): LiteralValue | undefined {
  const text = source.slice(value.from, value.to);
  if (value.type === 'display') {
    if (!text.startsWith('[')) return undefined;
    const items = value.elements.map((element) => valueIn(element, source));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (text === 'None') return null;
  if (text === 'True' || text === 'False') return text === 'True';
  if (/^["']/.test(text)) return /^(["'])([^\\\n"']*)\1$/.exec(text)?.[2] ?? fromJson(text);
  const number = Number(text.replaceAll('_', '').replaceAll(' ', ''));
  return Number.isFinite(number) ? number : undefined;
}

/** A Python text in double quotes, if JSON writes it in the same way. */
function fromJson(text: string): string | undefined {
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function kindOf(value: Expression, source: string): LiteralKind | null {
  const text = source.slice(value.from, value.to);
  switch (value.type) {
    case 'constant':
      return kindOfConstant(text);
    case 'display':
      return value.elements.every((element) => kindOf(element, source) !== null) ? 'collection' : null;
    case 'operation': {
      const [operand] = value.operands;
      if (value.operands.length !== 1 || operand === undefined || !/^[+-]\s*[\d.]/.test(text)) return null;
      return operand.type === 'constant' ? kindOf(operand, source) : null;
    }
    default:
      return null;
  }
}

function kindOfConstant(text: string): LiteralKind | null {
  if (text === 'True' || text === 'False') return 'truth';
  if (text === 'None') return 'none';
  if (/^[rubRUB]{0,2}["']/.test(text)) return 'text';
  if (/^0[xXoObB]/.test(text) || /^\d[\d_]*$/.test(text)) return 'whole';
  return /^[\d.]/.test(text) && !/[jJ]$/.test(text) ? 'float' : null;
}
