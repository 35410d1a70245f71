/** The class of a literal, and its value if known. It knows no displays. */
import type { Constant } from '../../effects/index.ts';

/** The class of a literal, by its dotted path, and its value if the text shows it simply. */
export interface Literal {
  readonly kind: string;
  readonly constant?: Constant;
}

/** Reads the text of a literal. */
export function readLiteral(text: string): Literal {
  if (text === 'None') return { kind: 'builtins.NoneType', constant: null };
  if (text === 'True' || text === 'False') return { kind: 'builtins.bool', constant: text === 'True' };
  const string = /^[rRuU]?(["'])([^\\]*)\1$/.exec(text);
  if (string !== null && !text.startsWith('"""')) return { kind: 'builtins.str', constant: string[2]! };
  const number = text === '' ? Number.NaN : Number(text.replaceAll('_', ''));
  if (Number.isFinite(number))
    return { kind: /[.eE]/.test(text) ? 'builtins.float' : 'builtins.int', constant: number };
  return { kind: /^\d/.test(text) ? 'builtins.complex' : 'builtins.str' };
}
