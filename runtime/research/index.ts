/**
 * The only door of the research bench: many notebooks and sessions, run again and measured, for `reproduce`, `study` and `sweep`. Only
 * `runtime/cli/` comes through it.
 */

export * from './clusters/index.ts';
export * from './environments/index.ts';
export * from './reproduce/index.ts';
export * from './study/index.ts';
export * from './sweep/index.ts';
