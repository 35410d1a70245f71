/** The options of `sluice slice`. Wrong ones are a SluiceError with exit code 2. */

import type { Direction, Exec, Level } from '../../../slicer/index.ts';
import { SluiceError } from '../../words/index.ts';
import type { CommandDeclaration } from '../command-declaration.ts';
import type { WantedExecution } from '../options/cell-execution.ts';
import { COMMON, COPIES } from '../options/common-options.ts';
import { choice, positive, text } from '../options/option-values.ts';
import { executionOption, type SourceOptions, sourceOptions } from '../options/source-options.ts';

/** `sluice slice`. */
export interface SliceCommand extends SourceOptions {
  readonly type: 'slice';
  readonly of: WantedExecution;
  readonly direction: Direction;
  /** Another execution: explains why it is in the slice. */
  readonly why: Exec | null;
  readonly level: Level;
}

/** The declaration of the command. */
export const SLICE = {
  options: {
    ...COMMON,
    ...COPIES,
    session: { type: 'string' },
    exec: { type: 'string' },
    cell: { type: 'string' },
    direction: { type: 'string' },
    why: { type: 'string' },
    level: { type: 'string' },
  },
  help: {
    usage: `sluice slice SOURCE --exec K | --cell NAME [--direction backward|forward]
              [--level cell|statement] [--why J] [--session N]`,
    does: 'the code that an execution needed, or the code that an execution affected',
    more: `  --exec K            the K-th execution of the session, from 1
  --cell NAME         the last execution of a cell: its id, its place among the code cells (7), or its first line
  --direction         backward: what it needed (default); forward: what it affected
  --level             cell: whole executions (default); statement: single statements
  --why J             instead of the slice: the dependences through which the J-th execution is in it
  --session N         which session of a history.sqlite`,
    takesSource: true,
  },
  read(values, positionals): SliceCommand {
    const source = sourceOptions('slice', values, positionals);
    const level = choice(values, 'level', ['cell', 'statement']);
    const of = executionOption(values);
    if (of === null) throw new SluiceError('sluice slice needs --exec K or --cell NAME');
    const direction = choice(values, 'direction', ['backward', 'forward']);
    const other = text(values, 'why');
    const why = other === null ? null : positive('why', other);
    return { type: 'slice', ...source, of, direction, level, why };
  },
} satisfies CommandDeclaration;
