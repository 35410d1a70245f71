/** The door of parameters: places of values in a notebook's text, and kinds of literals. */

export { type LiteralKind, type LiteralValue, literalKind, literalValue } from './literals.ts';
export { findParameterPlaces, type ParameterRange } from './parameter-places.ts';
