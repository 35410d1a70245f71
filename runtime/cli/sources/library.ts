/** The effects library of commands that run nothing. */

import { dirname } from 'node:path';
import type { LibraryKnowledge } from '../../../slicer/index.ts';
import { Libraries } from '../../checking/index.ts';
import type { SourceOptions } from '../options/source-options.ts';

/** The shipped declarations, with the user's own. @throws {SluiceError} 2 for mistakes in these. */
export function libraryFor({ source, effects }: SourceOptions): LibraryKnowledge {
  return new Libraries(effects).around(dirname(source));
}
