/** Options of commands that read a source: which session of a history, in which order, which execution. */

import type { OrderMode } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { WantedExecution } from './cell-execution.ts';
import { type CommonOptions, commonOptions } from './common-options.ts';
import { choice, positive, text, type Values } from './option-values.ts';
import { exactlyOne } from './path-arguments.ts';

/** Options of commands that replay a source. */
export interface SourceOptions extends CommonOptions {
  readonly source: string;
  readonly session?: number;
}

/** The source of a command, with its common options. */
export function sourceOptions(name: string, values: Values, positionals: readonly string[]): SourceOptions {
  const common = commonOptions(values);
  return { ...common, source: exactlyOne(name, positionals), ...sessionOption(values) };
}

/** Which session of a history. */
export function sessionOption(values: Values): { session?: number } {
  const given = text(values, 'session');
  return given === null ? {} : { session: positive('session', given) };
}

/** The order in which cells count. */
export function orderOption(values: Values): OrderMode {
  return choice(values, 'order', ['in-order', 'any-order']);
}

/** The execution in question; null if none is named. */
export function executionOption(values: Values): WantedExecution | null {
  const [exec, cell] = [text(values, 'exec'), text(values, 'cell')];
  if (exec !== null && cell !== null) throw new SluiceError('give one of --exec K and --cell NAME');
  if (exec !== null) return { type: 'exec', exec: positive('exec', exec) };
  return cell === null ? null : { type: 'cell', cell };
}
