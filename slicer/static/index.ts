/** The static side's door: analyses of code that has not run, or runs without probes. */

export { type CellStatement, type ParsedCell, parseCell } from './parse.ts';
export { findGlobalNames } from './scopes.ts';
