/** The effects library for commands that run nothing. */

import { dirname } from 'node:path';
import type { LibraryKnowledge } from '../../slicer/index.ts';
import { Libraries } from '../checking/index.ts';
import type { SourceOptions } from './arguments.ts';

/** The shipped declarations, with the user's own. @throws {SluiceError} 2 when these are wrong. */
export function libraryFor({ source, effects }: SourceOptions): LibraryKnowledge {
  return new Libraries(effects).around(dirname(source));
}
