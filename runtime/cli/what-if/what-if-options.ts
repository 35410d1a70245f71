/** The options of `sluice what-if`, checked. */

import { ANALYSES, EVENTS, isVariableName, suggest } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import { COMMON } from '../options/common-options.ts';
import { choice, positive, text, type Values } from '../options/option-values.ts';
import { type SourceOptions, sourceOptions } from '../options/source-options.ts';

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

/** `sluice what-if`, which runs nothing. */
export type WhatIfCommand = SourceOptions & WhatIfSettings & { readonly type: 'what-if' };

/** The declaration of the command. */
export const WHAT_IF = {
  options: {
    effects: COMMON.effects,
    json: COMMON.json,
    help: COMMON.help,
    session: { type: 'string' },
    cell: { type: 'string' },
    event: { type: 'string' },
    depth: { type: 'string' },
    analysis: { type: 'string' },
    name: { type: 'string' },
    to: { type: 'string' },
    'time-limit': { type: 'string' },
  },
  help: {
    usage: `sluice what-if SOURCE|FOLDER [--cell NAME] [--event run|edit|insert|delete|move|rename|open] [--depth K|inf]
              [--analysis LIST] [--session N]`,
    does: 'the consequences of a run, a change or a deletion of a cell: stale cells, and safe next runs',
    more: `  --cell NAME         the cell: its id, its place among the code cells (7), or its first line
  --event run         it runs (default)
  --event edit        its text is changed, and it has not run since
  --event insert      it is new, and has not run
  --event delete      it is deleted
  --event move --to N it comes to stand at place N among the code cells
  --event rename --name OLD --to NEW
                      a variable gets another name: which cells have to change, and what would clash; with --cell only
                      the variable that this cell means
  --event open        nothing happens (default without --cell): what stands, and what can run safely
  --depth K           paths of at most K runs (default: inf)
  --analysis LIST     some of undefined,stale,leakage,fresh,isolated,idle (default: all)
  --time-limit N      look for paths for N seconds (5); what was left out then is said
  --effects FILE.pyi  your own library effects, added to the shipped ones (may be repeated)
  --json              an object for each path, and a last one with the lists of cells
  --session N         which session of a history.sqlite

Nothing runs, and no kernel is started. What has run is told by the execution counts that the notebook has stored, or by the
session. docs/static.md says what fresh, stale, isolated and idle mean, and what is assumed.`,
  },
  read(values, positionals): WhatIfCommand {
    return { type: 'what-if', ...sourceOptions('what-if', values, positionals), ...whatIfSettings(values) };
  },
} satisfies CommandDeclaration;
