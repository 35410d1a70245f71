/** The options of `sluice what-if`, checked. */

import { ANALYSES, EVENTS, isVariableName, suggest } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import { choice, positive, text, type Values } from './option-values.ts';

/** The possible values of `--analysis`: the analyses of paths, and the lists of cells. */
export const ANALYSIS_NAMES: readonly string[] = [...ANALYSES, 'fresh', 'isolated', 'idle'];

/** How long paths are looked for, in seconds, without `--time-limit`. */
const SECONDS = 5;

/** The event in question; cells as the user names them. */
export type AskedEvent =
  | { readonly type: 'open' }
  | { readonly type: 'run' | 'edit' | 'insert' | 'delete'; readonly cell: string }
  | { readonly type: 'move'; readonly cell: string; readonly to: number }
  | { readonly type: 'rename'; readonly cell: string | null; readonly name: string; readonly to: string };

/** The settings of a question. */
export interface WhatIfSettings {
  readonly event: AskedEvent;
  /** The limit of runs in a path. */
  readonly depth: number;
  readonly analyses: readonly string[];
  readonly seconds: number;
}

/** The settings. @throws {SluiceError} 2 when they do not fit together. */
export function whatIfSettings(values: Values): WhatIfSettings {
  const [depth, limit] = [text(values, 'depth'), text(values, 'time-limit')];
  return {
    event: eventOf(values),
    depth: depth === null || depth === 'inf' ? Infinity : positive('depth', depth),
    analyses: analysesOf(values),
    seconds: limit === null ? SECONDS : positive('time-limit', limit),
  };
}

function eventOf(values: Values): AskedEvent {
  const [cell, name, to] = [text(values, 'cell'), text(values, 'name'), text(values, 'to')];
  const given = text(values, 'event');
  const type = given === null ? (cell === null ? 'open' : 'run') : choice(values, 'event', EVENTS);
  if (name !== null && type !== 'rename') throw new SluiceError('--name OLD belongs to --event rename');
  if (to !== null && type !== 'rename' && type !== 'move')
    throw new SluiceError('--to belongs to --event rename and --event move');
  if (type === 'open') {
    if (cell !== null) throw new SluiceError('--event open is about no cell: leave out --cell');
    return { type };
  }
  if (type === 'rename') {
    if (name === null || to === null) throw new SluiceError('--event rename needs --name OLD and --to NEW');
    if (!isVariableName(to)) throw new SluiceError(`--to ${to}: that cannot be the name of a variable`);
    if (name === to) throw new SluiceError(`--to ${to} is the name that the variable has`);
    return { type, cell, name, to };
  }
  if (cell === null) throw new SluiceError(`--event ${type} needs --cell NAME`);
  if (type !== 'move') return { type, cell };
  if (to === null) throw new SluiceError('--event move needs --to N, the place among the code cells, from 1');
  return { type, cell, to: positive('to', to) };
}

function analysesOf(values: Values): readonly string[] {
  const given = text(values, 'analysis')?.split(/[\s,]+/);
  const unknown = given?.find((name) => !ANALYSIS_NAMES.includes(name));
  if (unknown !== undefined) {
    throw new SluiceError(
      `--analysis: there is no analysis ${unknown}${suggest(unknown, ANALYSIS_NAMES)}; there are ${ANALYSIS_NAMES.join(', ')}`,
    );
  }
  return given ?? ANALYSIS_NAMES;
}
