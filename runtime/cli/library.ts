/** The effects library for commands that run nothing. */

import { dirname } from 'node:path';
import { checkEffects, effectsBeside, loadEffects } from '../../instrument/index.ts';
import { formatStubProblem, LibraryKnowledge } from '../../slicer/index.ts';
import { SluiceError } from '../errors.ts';
import type { SourceOptions } from './arguments.ts';

/** The shipped declarations, with the user's own. @throws {SluiceError} 2 when these are wrong. */
export function libraryFor({ source, effects }: SourceOptions): LibraryKnowledge {
  const own = [...effectsBeside(dirname(source)), ...effects];
  const [problem] = own.flatMap(checkEffects);
  if (problem) throw new SluiceError(formatStubProblem(problem));
  return new LibraryKnowledge(loadEffects(own));
}
